import { href } from "react-router";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { addRequired, inviteMember } from "#app/features/members/form.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { memberChoices } from "#app/features/members/member.server.ts";
import { MemberForm } from "#app/features/members/member-form.tsx";
import type { Route } from "./+types/member-add";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return {
    title: visit.t("members:title.add"),
    requestId: visit.requestId(),
    required: addRequired(),
    choices: { ...(await memberChoices(visit)), statuses: [] },
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  return inviteMember(visit, await args.request.formData());
}

export default function MemberAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <Page head={{ title }} layout="card">
      <MemberForm kind="add" {...rest} fields={{}} answer={actionData} backHref={href("/account/members")} />
    </Page>
  );
}
