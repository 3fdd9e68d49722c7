import { href, redirect } from "react-router";
import { answerExport, exportFile } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { deskImportExample } from "#app/contract/desk-import.ts";
import { exampleIn } from "#app/features/shipments/desk/import.server.ts";
import type { Route } from "./+types/shipment-import-file";

/** A file that shows what the import takes. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const page = href("/freightForwarder/shipmentImport");
  const example = exampleIn(args.url.searchParams);
  if (!example) throw redirect(page);
  return answerExport(visit, await exportFile(visit, deskImportExample, example, page), page);
}
