import { href } from "react-router";
import { answerExport, exportFile } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { systemImportFile } from "#app/contract/forwarder-system.ts";
import type { Route } from "./+types/import-file";

/** The refused records of an import as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const { id } = args.params;
  const page = href("/freightForwarder/import/:id", { id });
  return answerExport(visit, await exportFile(visit, systemImportFile, { id }, page), page);
}
