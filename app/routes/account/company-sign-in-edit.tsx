import { begunKey } from "#app/components/begun-form.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadCompanyForm, saveCompanySettings } from "#app/features/account/company-settings.server.ts";
import { CompanySettingsForm } from "#app/features/account/company-settings-form.tsx";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import type { Route } from "./+types/company-sign-in-edit";

export const handle: PageHandle = { texts: ["company-sign-in"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireProvedManager(args);
  return {
    title: visit.t("company-sign-in:settings.edit"),
    view: await loadCompanyForm(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return saveCompanySettings(visit, await args.request.formData());
}

export default function CompanySignInEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card">
      <CompanySettingsForm key={begunKey(actionData)} view={view} requestId={requestId} answer={actionData} />
    </Page>
  );
}
