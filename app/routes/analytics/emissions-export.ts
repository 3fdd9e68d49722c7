import { href, redirect } from "react-router";
import { answerExport, formatIn, orOnList } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { askedEmissions } from "#app/features/analytics/query.server.ts";
import { exportEmissions } from "#app/features/emissions/report.server.ts";
import type { Route } from "./+types/emissions-export";

const reportOf = (url: URL) => href("/analytics/index") + url.search;

/** The shipments of a report on emissions as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args).catch(orOnList(reportOf(args.url)));
  const format = await formatIn(args.request);
  const { question } = askedEmissions(visit, args.url.searchParams, new Date());
  return answerExport(visit, await exportEmissions(visit, question, format), reportOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(reportOf(args.url));
}
