import { href } from "react-router";
import { answerExport, exportFile } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { exportJobFile } from "#app/contract/export-job.ts";
import type { Route } from "./+types/export-file";

/** The file of one of the person's exports, streamed from the provider. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const page = href("/account/exports");
  const id = args.url.searchParams.get("id") ?? "";
  return answerExport(visit, await exportFile(visit, exportJobFile, { id }, page), page);
}
