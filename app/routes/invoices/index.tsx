import { requireUser } from "#app/access/guard.server.ts";
import { hasResource } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadBilling } from "#app/features/invoices/list.server.ts";
import { BillingList } from "#app/features/invoices/list.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["billing-list"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadBilling(visit, args.url.searchParams, hasResource(rights, "INVOICE_DOWNLOAD"));
  return { title: visit.t("billing:title.list"), view };
}

export default function Billing({ loaderData }: Route.ComponentProps) {
  return <BillingList {...loaderData} />;
}
