import { begunKey } from "#app/components/begun-form.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { changeMember, editRequired, memberFields } from "#app/features/members/form.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { memberChoices, memberHref, memberIn } from "#app/features/members/member.server.ts";
import { MemberForm } from "#app/features/members/member-form.tsx";
import type { Route } from "./+types/member-edit";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireMemberManager(args);
  const member = await memberIn(visit, args.url.searchParams);
  const { t } = visit;
  return {
    title: t("members:title.edit", { name: member.name }),
    requestId: visit.requestId(),
    required: editRequired(),
    isSelf: member.userId === user.userId,
    backHref: memberHref(member.userId),
    fields: memberFields(member),
    version: member.version,
    choices: {
      ...(await memberChoices(visit)),
      statuses: [
        ...(member.status === "AWAITING_APPROVAL"
          ? [["", t("members:status.AWAITING_APPROVAL")] as const]
          : []),
        ["ACTIVE", t("members:status.ACTIVE")] as const,
        ["DISABLED", t("members:status.DISABLED")] as const,
      ],
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  const member = await memberIn(visit, args.url.searchParams);
  return changeMember(visit, member, await args.request.formData());
}

export default function MemberEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <Page head={{ title }} layout="card">
      <MemberForm key={begunKey(actionData)} kind="edit" {...rest} answer={actionData} />
    </Page>
  );
}
