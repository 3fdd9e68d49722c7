import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { companySettings } from "#app/contract/company-sign-in.ts";
import { mailDelivery } from "#app/contract/mail-delivery.ts";

import { activityList, addUser, memberExport } from "#app/contract/member.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { loadMembers } from "#app/features/members/list.server.ts";
import { MemberList } from "#app/features/members/member-list.tsx";
import type { Route } from "./+types/members";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return {
    title: visit.t("members:title.list"),
    view: await loadMembers(visit, args.url.searchParams),
    links: {
      canAdd: visit.offers(addUser),
      hasActivity: visit.offers(activityList),
      canExport: visit.offers(memberExport),
      hasDelivery: visit.offers(mailDelivery),
      hasSignIn: visit.offers(companySettings),
    },
    requestId: visit.requestId(),
  };
}

export default function Members({ loaderData }: Route.ComponentProps) {
  return <MemberList {...loaderData} />;
}
