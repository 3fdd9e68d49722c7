import { href, redirect } from "react-router";
import { answerExport, formatIn, reportFormatIn, showOnList } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { exportReport } from "#app/features/analytics/export.server.ts";
import { askedEmissions } from "#app/features/analytics/query.server.ts";
import { exportEmissions, isSingle } from "#app/features/emissions/report.server.ts";
import type { Route } from "./+types/export";

const reportOf = (url: URL) => href("/analytics/index") + url.search;

/** The report of the same query as a file; of emissions also its shipments one by one. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args).catch(showOnList(reportOf(args.url)));
  const { searchParams } = args.url;
  if (isSingle(searchParams)) {
    const { question, address } = askedEmissions(visit, searchParams, new Date());
    const file = await exportEmissions(visit, question, await formatIn(args.request));
    return answerExport(visit, file, address);
  }
  const made = await exportReport(visit, searchParams, await reportFormatIn(args.request));
  return answerExport(visit, made, reportOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(reportOf(args.url));
}
