import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { idIn } from "#app/features/customers/company.server.ts";
import { readCustomerMember, removeCustomerMember } from "#app/features/members/customer.server.ts";
import { RemoveCustomerMember } from "#app/features/members/customer-remove.tsx";
import { customerMemberHref } from "#app/features/members/member.server.ts";
import type { Route } from "./+types/customer-member-remove";

export const handle: PageHandle = { texts: ["desk", "member-pages"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  const { company, member, version, isLastAdministrator } = await readCustomerMember(
    visit,
    idIn(args.params),
  );
  const { userId, userName, name, status } = member;
  const isInvitation = status === "AWAITING_CONFIRMATION";
  return {
    title: isInvitation
      ? visit.t("members:title.withdraw", { name })
      : visit.t("customers:title.remove", { name, company: company.name }),
    isInvitation,
    userName,
    name,
    version,
    isLastAdministrator,
    backHref: customerMemberHref(userId),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  const memberAnswer = await readCustomerMember(visit, idIn(args.params));
  return removeCustomerMember(visit, memberAnswer, await args.request.formData());
}

export default function CustomerMemberRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title}>
      <RemoveCustomerMember {...rest} answer={actionData} />
    </DeskPage>
  );
}
