import { href } from "react-router";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { changeCompanySignIn, loadCompanySettings } from "#app/features/account/company-settings.server.ts";
import { AddressCard, DomainCard, PasswordCard, StateCard } from "#app/features/account/company-settings.tsx";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/company-sign-in";

export const handle: PageHandle = { texts: ["company-sign-in"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireProvedManager(args);
  return {
    title: visit.t("company-sign-in:settings.page"),
    view: await loadCompanySettings(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return changeCompanySignIn(visit, await args.request.formData());
}

export default function CompanySignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("company-sign-in");
  const { title, ...rest } = loaderData;
  const props = { ...rest, pressed: actionData };
  const isAboveAll = actionData?.fault && !actionData.typed && !actionData.domainId;
  return (
    <Page
      head={{ title, back: { href: href("/account/members"), text: t("settings.back") } }}
      layout="text"
      fault={isAboveAll ? actionData.fault : null}
    >
      <p className="text-quiet">{t("settings.text")}</p>
      <StateCard {...props} />
      <DomainCard {...props} />
      <AddressCard view={rest.view} />
      <PasswordCard {...props} />
    </Page>
  );
}
