import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { changeFactor, loadFactor } from "#app/features/account/second-factor.server.ts";
import {
  FactorRequirement,
  FactorSetUp,
  FactorState,
  RecoveryCodes,
} from "#app/features/account/second-factor.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/second-factor";

export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireUser(args);
  const { visit } = signedIn;
  return {
    view: await loadFactor(signedIn, args.url),
    title: visit.t("safety:factor.title"),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  return changeFactor(await requireUser(args), await args.request.formData());
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("safety");
  const { view, requestId } = loaderData;
  return (
    <Page head={{ title: t("factor.title") }} layout="text" fault={actionData?.fault}>
      {view.isDue ? <Alert kind="warning">{t("factor.due")}</Alert> : null}
      {actionData?.recoveryCodes ? (
        <RecoveryCodes codes={actionData.recoveryCodes} />
      ) : view.setUp ? (
        <FactorSetUp setUp={view.setUp} requestId={requestId} />
      ) : (
        <>
          <FactorState view={view} requestId={requestId} />
          <FactorRequirement view={view} requestId={requestId} />
        </>
      )}
    </Page>
  );
}
