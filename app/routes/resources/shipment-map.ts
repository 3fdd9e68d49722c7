import { requireUser } from "#app/access/guard.server.ts";
import { mapAnswer } from "#app/features/shipments/map/map.server.ts";
import type { Route } from "./+types/shipment-map";

/** The picture of a shipment's map as SVG; `size` and `scheme` choose one of four. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return mapAnswer(visit, args.params.id, args.request);
}
