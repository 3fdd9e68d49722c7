import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import type { TrackedShipment } from "#app/contract/tracking.ts";
import { parseWire } from "#app/lib/date-time.ts";
import type { ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import { badgeOf } from "../standing.server.ts";
import { doorPlaceOf, type JourneyView, journeyView } from "./journey.server.ts";
import type { DrawnTimeline } from "./timeline.server.ts";

/** What the heads of the shipment's page and of the tracking areas' detail both say. */
interface JourneyHead {
  badge: { status: ShipmentState; label: string };
  journey: JourneyView;
  /** "Shanghai → New York → Columbus". */
  route: string;
  /** Flight, or vessel and voyage. */
  carriedBy: string | null;
}

type Travelling = Pick<
  TrackedShipment,
  | "mode"
  | "status"
  | "serviceType"
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
  {
    reached,
    due,
    ...chain
  }: Pick<DrawnTimeline, "milestones" | "places"> & Record<"reached" | "due", ReachedDates>,
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
        due,
        eta,
        etd: parseWire(shipment.dates.etd),
        firstEta: parseWire(shipment.firstEta),
      },
      chain,
      viewer,
    ),
    route: [
      ...stops,
      doorPlaceOf({ ...shipment, destination: portOfFinalArrival }, chain.milestones, chain.places),
    ]
      .flatMap((place) => place?.name ?? [])
      .filter((name, index, names) => name !== names[index - 1])
      .join(" → "),
    carriedBy:
      mode === "AIR" ? shipment.flightNumber : [shipment.vessel, shipment.voyage].filter(Boolean).join(" / "),
  };
}
