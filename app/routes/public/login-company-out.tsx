import { href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { signOutView } from "#app/features/account/company.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/login-company-out";

export const handle: PageHandle = { texts: ["company-sign-in"] };
export const meta = pageTitle;

/** After signing out here: the session at the company's sign-in service goes on until it is ended there. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  return { title: visit.t("company-sign-in:out.title"), ...(await signOutView(visit)) };
}

export default function LoginCompanyOut({ loaderData }: Route.ComponentProps) {
  const { t } = useText("company-sign-in");
  const { title, there } = loaderData;
  return (
    <Page head={{ title }} layout="alone">
      <p className="text-quiet">{t(there ? "out.text" : "out.late")}</p>
      <Actions>
        {there ? (
          <ButtonLink href={there.address} rel="noreferrer" kind="primary">
            {t("out.there", { host: there.host })}
          </ButtonLink>
        ) : null}
        <ButtonLink href={href("/home")}>{t("out.home")}</ButtonLink>
      </Actions>
    </Page>
  );
}
