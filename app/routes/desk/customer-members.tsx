import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { idIn } from "#app/features/customers/company.server.ts";
import { loadCustomerMembers } from "#app/features/members/list.server.ts";
import { CustomerMemberList } from "#app/features/members/member-list.tsx";
import type { Route } from "./+types/customer-members";

export const handle: PageHandle = { texts: ["desk", "member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const id = idIn(args.params);
  const { company, view } = await loadCustomerMembers(visit, id, args.url.searchParams);
  return {
    title: visit.t("customers:title.members", { company: company.name }),
    view,
    addHref: company.isClosed ? null : href("/freightForwarder/customerMemberAdd/:id", { id }),
    backHref: href("/freightForwarder/customer/:id", { id }),
  };
}

export default function CustomerMembers({ loaderData }: Route.ComponentProps) {
  return <CustomerMemberList {...loaderData} />;
}
