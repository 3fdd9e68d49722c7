import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { idIn } from "#app/features/customers/company.server.ts";
import { customerMembersHref, loadPlaces } from "#app/features/members/customer.server.ts";
import { addRequired, inviteMember } from "#app/features/members/form.server.ts";
import { MemberForm } from "#app/features/members/member-form.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/customer-member-add";

export const handle: PageHandle = { texts: ["desk", "member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  const id = idIn(args.params);
  const { company, choices } = await loadPlaces(visit, id);
  return {
    title: `${visit.t("members:title.add")} · ${company.name}`,
    choices,
    required: addRequired(),
    requestId: visit.requestId(),
    backHref: customerMembersHref(id),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  return inviteMember(visit, await args.request.formData(), idIn(args.params));
}

export default function CustomerMemberAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title}>
      <Card className="max-w-text">
        <MemberForm kind="add" {...rest} fields={{}} answer={actionData} />
      </Card>
    </DeskPage>
  );
}
