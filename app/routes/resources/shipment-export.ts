import { href, redirect } from "react-router";
import { answerExport, formatIn, showOnList } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { lookOfBrowser } from "#app/features/shipments/list/column-choice.server.ts";
import { exportList } from "#app/features/shipments/list/export.server.ts";
import { readListQuery } from "#app/features/shipments/list/query.server.ts";
import type { Route } from "./+types/shipment-export";

const listOf = (url: URL) => href("/shipments/index") + url.search;

/** The list of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { resourceUrls: ["/shipment/export"] }).catch(
    showOnList(listOf(args.url)),
  );
  const format = await formatIn(args.request);
  const query = readListQuery(args.url.searchParams);
  const made = await exportList(visit, query, (await lookOfBrowser(args.request)).columns, format);
  return answerExport(visit, made, listOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, { resourceUrls: ["/shipment/export"] });
  return redirect(listOf(args.url));
}
