import { href, redirect } from "react-router";
import { answerExport, formatIn, showOnList } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { exportQuotes } from "#app/features/quotes/export.server.ts";
import type { Route } from "./+types/quote-export";

const listOf = (url: URL) => href("/quote/index") + url.search;

/** The list of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args).catch(showOnList(listOf(args.url)));
  const format = await formatIn(args.request);
  const made = await exportQuotes(visit, args.url.searchParams, format);
  return answerExport(visit, made, listOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(listOf(args.url));
}
