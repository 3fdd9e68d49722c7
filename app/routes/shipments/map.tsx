import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { asksEmissions, emissionsView } from "#app/features/emissions/emissions.server.ts";
import { Emissions } from "#app/features/emissions/emissions.tsx";
import { mapView } from "#app/features/shipments/map/map.server.ts";
import { ShipmentMap } from "#app/features/shipments/map/view.tsx";
import type { Route } from "./+types/map";

export const handle: PageHandle = { shipments: "one" };
export const meta = pageTitle;

/**
 * The legs of a shipment on a map, or what they emit (`?show=emissions`): one route, because every page loads the table of
 * routes.
 */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const { id } = args.params;
  if (asksEmissions(args.url.searchParams)) {
    const emissions = await emissionsView(visit, id);
    return { title: emissions.title, view: null, emissions };
  }
  const view = await mapView(visit, id);
  return { title: view.title, view, emissions: null };
}

export default function ShipmentMapPage({ loaderData: { view, emissions } }: Route.ComponentProps) {
  return view ? <ShipmentMap view={view} /> : <Emissions view={emissions} />;
}
