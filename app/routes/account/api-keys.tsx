import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadApiKeys, revokeKey } from "#app/features/api-keys/api-keys.server.ts";
import { ApiKeys, HowToUse } from "#app/features/api-keys/api-keys.tsx";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/api-keys";

export const handle: PageHandle = { texts: ["api-keys"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireMemberManager(args);
  const { visit } = signedIn;
  return {
    title: visit.t("api-keys:title"),
    view: await loadApiKeys(signedIn, args.url),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  return revokeKey(visit, await args.request.formData());
}

export default function ApiKeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("api-keys");
  const { title, view, requestId } = loaderData;
  return (
    <Page
      head={{ title, back: { href: href("/account/members"), text: t("back") } }}
      layout="text"
      fault={actionData?.fault}
    >
      <p>{t("text")}</p>
      <p>
        <ButtonLink to={href("/account/apiKeyAdd")} kind="primary">
          {t("make")}
        </ButtonLink>
      </p>
      <ApiKeys keys={view.keys} requestId={requestId} answer={actionData} />
      <HowToUse view={view} />
    </Page>
  );
}
