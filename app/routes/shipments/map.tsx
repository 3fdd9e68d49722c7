import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { mapView } from "#app/features/shipments/map.server.ts";
import { ShipmentMap } from "#app/features/shipments/map-view.tsx";
import type { Route } from "./+types/map";

export const handle: PageHandle = { shipments: "one" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await mapView(visit, args.params.id);
  return { title: view.title, view };
}

export default function ShipmentMapPage({ loaderData }: Route.ComponentProps) {
  return <ShipmentMap view={loaderData.view} />;
}
