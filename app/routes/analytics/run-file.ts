import { href } from "react-router";
import { answerExport, exportFile } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { reportRunFile } from "#app/contract/report-template.ts";
import type { Route } from "./+types/run-file";

/** The file of one of the person's reports, streamed from the provider. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const page = href("/analytics/log");
  const id = args.url.searchParams.get("id") ?? "";
  return answerExport(visit, await exportFile(visit, reportRunFile, { id }, page), page);
}
