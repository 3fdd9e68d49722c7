import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { dashboardMap } from "#app/contract/dashboard.ts";
import { askedPicture, pictureAnswer } from "#app/features/shipments/map/map.server.ts";
import type { Route } from "./+types/dashboard-map";

/** The map of what is on the way, for who asks. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  if (!visit.offers(dashboardMap)) throw redirect(href("/404"));
  const { routes } = await visit.read(dashboardMap, {});
  return pictureAnswer(routes, askedPicture(args.url), args.request);
}
