import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadDeskInvoices } from "#app/features/invoices/desk/list.server.ts";
import { DeskInvoices } from "#app/features/invoices/desk/list.tsx";
import type { Route } from "./+types/invoices";

export const handle: PageHandle = { texts: ["desk", "invoice-desk"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadDeskInvoices(visit, args.url.searchParams);
  return { title: visit.t(view.isOfDrafts ? "invoice-desk:drafts" : "invoice-desk:title.list"), view };
}

export default function DeskInvoiceList({ loaderData }: Route.ComponentProps) {
  return <DeskInvoices {...loaderData} />;
}
