import { href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { sharedDocument } from "#app/features/sharing/view.server.ts";
import { openedToken } from "#app/features/sharing/visitor.server.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Route } from "./+types/shared-document";

/** One document of a link as a PDF; of a link that is over, the page that says so. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const token = await openedToken(args.request, args.url);
  if (!token) throw redirect(withQuery(href("/shared/view"), { link: args.url.searchParams.get("link") }));
  return sharedDocument(visit, token, args.url);
}
