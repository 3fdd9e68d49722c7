import { href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { sectionStart } from "#app/access/navigation.ts";
import type { Route } from "./+types/unknown";

/** An unknown path redirects to /404 (product 2.3); the url of a menu section to the section's first page. */
export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return redirect(sectionStart(args.url.pathname) ?? href("/404"));
}
export function action(args: Route.ActionArgs) {
  openToAll(args);
  return redirect(href("/404"));
}
