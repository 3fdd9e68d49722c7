import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { idIn } from "#app/features/customers/company.server.ts";
import {
  actOnCustomerMember,
  customerMemberView,
  readCustomerMember,
} from "#app/features/members/customer.server.ts";
import { CustomerMember } from "#app/features/members/customer-member.tsx";
import { editRequired } from "#app/features/members/form.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/customer-member";

export const handle: PageHandle = { texts: ["desk", "member-pages"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  const memberAnswer = await readCustomerMember(visit, idIn(args.params));
  return {
    title: `${memberAnswer.member.name || memberAnswer.member.userName} · ${memberAnswer.company.name}`,
    view: customerMemberView(visit, memberAnswer),
    required: editRequired(),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  return actOnCustomerMember(visit, idIn(args.params), await args.request.formData());
}

export default function MemberOfCustomer({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("member-pages");
  const { title, ...rest } = loaderData;
  return (
    <DeskPage
      title={title}
      back={{ href: rest.view.listHref, text: t("back") }}
      fault={actionData && "fault" in actionData ? actionData.fault : null}
    >
      <CustomerMember {...rest} answer={actionData} />
    </DeskPage>
  );
}
