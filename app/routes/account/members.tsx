import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { apiKeyList } from "#app/contract/api-key.ts";
import { companySettings } from "#app/contract/company-sign-in.ts";
import { mailDelivery } from "#app/contract/mail-delivery.ts";
import { activityList, addUser } from "#app/contract/member.ts";
import { webhookList } from "#app/contract/webhook.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { loadMembers } from "#app/features/members/list.server.ts";
import { MemberList } from "#app/features/members/member-list.tsx";
import type { Route } from "./+types/members";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireMemberManager(args);
  const view = await loadMembers(visit, args.url.searchParams);
  return {
    title: visit.t("members:title.list"),
    view,
    links: {
      canAdd: visit.offers(addUser),
      hasActivity: visit.offers(activityList),
      hasDelivery: visit.offers(mailDelivery),
      hasSignIn: visit.offers(companySettings),
      hasKeys: visit.offers(apiKeyList),
      hasWebhooks: visit.offers(webhookList) && !user.companyInfo.isForwarder,
    },
  };
}

export default function Members({ loaderData }: Route.ComponentProps) {
  return <MemberList {...loaderData} />;
}
