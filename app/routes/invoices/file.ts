import { requireUser } from "#app/access/guard.server.ts";
import { invoiceDocument } from "#app/features/invoices/detail.server.ts";
import type { Route } from "./+types/file";

/** The PDF of an invoice, streamed from the provider, for companies that may download it (product 6.5). */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return invoiceDocument(visit, args.params.id);
}
