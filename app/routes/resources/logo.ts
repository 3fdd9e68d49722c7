import { href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { logoPicture } from "#app/access/logo.server.ts";
import type { Route } from "./+types/logo";

/** A logo, by the name of its content. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  return (await logoPicture(visit, args.url.searchParams.get("of") ?? "", "logo")) ?? redirect(href("/404"));
}
