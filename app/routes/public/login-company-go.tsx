import { data, href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/login-company-go";

export const handle: PageHandle = { texts: ["company-sign-in"] };
export const meta = pageTitle;

/**
 * A page of its own, because the policy of the page with the form would stop a redirect of its answer to another site.
 * It leads on by itself without scripts, and by its link.
 */
export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const errand = visit.session.company;
  if (!errand?.address) throw redirect(href("/login/company"));
  const { host } = new URL(errand.address);
  const title = visit.t("company-sign-in:go", { host });
  return data({ title, host, address: errand.address }, { headers: { refresh: `0; url=${errand.address}` } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function LoginCompanyGo({ loaderData }: Route.ComponentProps) {
  const { t } = useText("company-sign-in");
  const { title, host, address } = loaderData;
  return (
    <Page head={{ title }} layout="alone">
      <p className="text-quiet">{t("goText")}</p>
      <p>
        <ButtonLink href={address} rel="noreferrer" kind="primary">
          {t("goOn", { host })}
        </ButtonLink>
      </p>
    </Page>
  );
}
