import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { lookOfBrowser } from "#app/features/shipments/column-choice.server.ts";
import { exportList } from "#app/features/shipments/export.server.ts";
import { readListQuery } from "#app/features/shipments/list-query.server.ts";
import type { Route } from "./+types/shipment-export";

const listOf = (url: URL) => href("/shipments/index") + url.search;

/** The list of the same query as a file; errors are shown on the list, inside the frame. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { resourceUrls: ["/shipment/export"] }).catch((thrown) => {
    // This route has no frame for an error page; the list will meet the same error and show it.
    throw thrown instanceof Response || thrown instanceof Error ? thrown : redirect(listOf(args.url));
  });
  const query = readListQuery(args.url.searchParams);
  const result = await exportList(visit, query, (await lookOfBrowser(args.request)).columns);
  if ("file" in result) return result.file;
  visit.session.flash({ kind: "danger", text: result.failure });
  return redirect(listOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, { resourceUrls: ["/shipment/export"] });
  return redirect(listOf(args.url));
}
