import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import type { TrackedShipment } from "#app/contract/tracking.ts";
import { parseWire } from "#app/lib/date-time.ts";
import type { ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import { placeLabel } from "../labels.server.ts";
import { badgeOf } from "../standing.server.ts";
import { type JourneyView, journeyView } from "./journey.server.ts";
import type { DrawnTimeline } from "./timeline.server.ts";

/** What the heads of the shipment's page and of the tracking areas' detail both say. */
interface JourneyHead {
  badge: { status: ShipmentState; label: string };
  journey: JourneyView;
  route: string[];
  /** Flight, or vessel and voyage. */
  carriedBy: string | null;
}

type Travelling = Pick<
  TrackedShipment,
  | "mode"
  | "status"
  | "isDelayed"
  | "delayDays"
  | "placeOfReceipt"
  | "portOfDeparture"
  | "portOfArrival"
  | "portOfFinalArrival"
  | "dates"
  | "firstEta"
  | "flightNumber"
  | "vessel"
  | "voyage"
>;

export function journeyHead(
  shipment: Travelling,
  { reached, ...chain }: Pick<DrawnTimeline, "milestones" | "places"> & { reached: ReachedDates },
  viewer: Viewer,
): JourneyHead {
  const { mode, placeOfReceipt, portOfDeparture, portOfArrival, portOfFinalArrival } = shipment;
  const eta = parseWire(shipment.dates.eta);
  const stops = [placeOfReceipt, portOfDeparture, portOfArrival, portOfFinalArrival].filter(
    (place) => place !== null,
  );
  return {
    badge: badgeOf(viewer, { ...shipment, hasArrived: Boolean(reached.ata), eta }),
    journey: journeyView(
      {
        ...shipment,
        destination: portOfFinalArrival,
        reached,
        eta,
        etd: parseWire(shipment.dates.etd),
        firstEta: parseWire(shipment.firstEta),
      },
      chain,
      viewer,
    ),
    route: stops.filter((place, index) => place.code !== stops[index - 1]?.code).map(placeLabel),
    carriedBy:
      mode === "AIR" ? shipment.flightNumber : [shipment.vessel, shipment.voyage].filter(Boolean).join(" / "),
  };
}
