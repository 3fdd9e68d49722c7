import { redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import type { Route } from "./+types/unknown";

/** Any unknown path goes to /404 (spec 2). */
export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return redirect("/404");
}
export function action(args: Route.ActionArgs) {
  openToAll(args);
  return redirect("/404");
}
