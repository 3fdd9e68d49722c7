import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { CustomerList } from "#app/features/customers/customer-list.tsx";
import { loadCustomers } from "#app/features/customers/list.server.ts";
import type { Route } from "./+types/customers";

export const handle: PageHandle = { texts: ["desk", "customer-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return {
    title: visit.t("customers:title.list"),
    view: await loadCustomers(visit, args.url.searchParams),
  };
}

export default function Customers({ loaderData }: Route.ComponentProps) {
  return <CustomerList {...loaderData} />;
}
