import { href } from "react-router";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { changeDelivery, loadDelivery } from "#app/features/members/mail-delivery.server.ts";
import { FailingAddresses, MailContent } from "#app/features/members/mail-delivery.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/mail-delivery";

export const handle: PageHandle = { texts: ["mail-delivery"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return {
    title: visit.t("mail-delivery:title"),
    view: await loadDelivery(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  return changeDelivery(visit, await args.request.formData());
}

export default function MailDelivery({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("mail-delivery");
  const { title, view, requestId } = loaderData;
  const ids = { requestId, answer: actionData };
  return (
    <Page
      head={{ title, back: { href: href("/account/members"), text: t("back") } }}
      layout="text"
      fault={actionData?.fault}
    >
      <FailingAddresses view={view} {...ids} />
      <MailContent view={view} {...ids} />
    </Page>
  );
}
