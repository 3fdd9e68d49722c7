import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { ownMoment, viewerOf } from "#app/components/moment.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import { trackingDetail } from "#app/contract/tracking.ts";
import { addressId } from "#app/contract/wire.ts";
import { cutCommaList } from "#app/lib/comma-list.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { containerNumbersOf, dueOf, reachedOf } from "#app/lib/shipment-chain.ts";
import { type CargoView, containersView } from "./detail/cargo.server.ts";
import { type DatesView, datesView } from "./detail/dates.server.ts";
import { journeyHead } from "./journey/head.server.ts";
import type { JourneyView } from "./journey/journey.server.ts";
import { drawTimeline, type TimelineView } from "./journey/timeline.server.ts";
import { modeLabel } from "./labels.server.ts";

/** A shipment as the tracking areas show it: its journey, dates, containers and milestones. */
export interface TrackedView {
  houseNumber: string;
  heading: string;
  badge: { status: ShipmentState; label: string };
  journey: JourneyView;
  route: string;
  summary: Line;
  facts: { label: string; value: string }[];
  timeline: { title: string; view: TimelineView };
  dates: DatesView;
  containers: CargoView["containers"];
}

/** Reads it for the tracking areas' detail. Throws a redirect to /404, and as `visit.read`. */
export async function trackedView(visit: Visit, id: string): Promise<TrackedView> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  const shipment = await visit.read(trackingDetail, { id });
  const { t } = visit;
  const viewer = viewerOf(visit);
  const { events, status, houseNumber } = shipment;
  const containerNumbers = containerNumbersOf(shipment);
  const { view, ...chain } = drawTimeline({ events, containerNumbers, status }, viewer);
  const reached = reachedOf({ ...shipment, containerNumbers });
  const due = dueOf({ ...shipment, containerNumbers });
  const list = (values: readonly string[]) => cutCommaList([...new Set(values)].join(", ")).shown;
  const { carriedBy, ...head } = journeyHead(shipment, { ...chain, reached, due }, viewer);
  return {
    houseNumber,
    heading: `${t("shipments:detail.field.houseNumber")} ${houseNumber}`,
    ...head,
    summary: aroundTime(ownMoment(parseWire(shipment.updatedAt), viewer, "spoken"), (time) =>
      [modeLabel(t, shipment.mode), shipment.carrierName, carriedBy, t("shipments:detail.updated", { time })]
        .filter(Boolean)
        .join(" · "),
    ),
    facts: [
      { label: t("shipments:detail.field.masterNumber"), value: shipment.masterNumber ?? "" },
      {
        label: t("shipments:detail.field.poNumber"),
        value: list(shipment.orderLines.map(({ poNumber }) => poNumber)),
      },
      {
        label: t("shipments:detail.field.skuNumber"),
        value: list(shipment.orderLines.map(({ skuNumber }) => skuNumber)),
      },
      { label: t("shipments:detail.field.shipperName"), value: shipment.shipperName },
      { label: t("shipments:detail.field.consigneeName"), value: shipment.consigneeName },
    ].filter(({ value }) => value !== ""),
    timeline: { title: t("shipments:detail.milestones"), view },
    dates: datesView(shipment, { reached, due }, viewer),
    containers: containersView(shipment.containers, viewer),
  };
}
