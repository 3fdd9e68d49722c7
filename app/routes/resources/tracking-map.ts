import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { askedPicture, pictureAnswer } from "#app/features/shipments/map/map.server.ts";
import { askNumbers, readNumbers, routesOf } from "#app/features/tracking/numbers.server.ts";
import type { Route } from "./+types/tracking-map";

/** The map of all that are under way among the numbers, for who asks: the same address shows others their own, or nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const read = readNumbers(visit, args.url.searchParams.get("numbers") ?? "");
  if (read.fault !== null) throw redirect(href("/404"));
  const routes = routesOf(await askNumbers(visit, read.numbers));
  return pictureAnswer(routes, askedPicture(args.url), args.request);
}
