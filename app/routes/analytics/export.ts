import { href, redirect } from "react-router";
import { answerExport, orOnList, reportFormatIn } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { exportReport } from "#app/features/analytics/export.server.ts";
import type { Route } from "./+types/export";

const reportOf = (url: URL) => href("/analytics/index") + url.search;

/** The report of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args).catch(orOnList(reportOf(args.url)));
  const format = await reportFormatIn(args.request);
  const made = await exportReport(visit, args.url.searchParams, format);
  return answerExport(visit, made, reportOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(reportOf(args.url));
}
