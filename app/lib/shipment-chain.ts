import type { ShipmentDetailData, WireEvent } from "#app/contract/shipment.ts";
import { eventClassifiers, type ServiceType } from "#app/contract/shipment-code.ts";
import { cleanContainerNumber } from "./container-number.ts";
import { parseWire } from "./date-time.ts";
import { buildMilestones } from "./milestones/chain.ts";
import type { MilestoneChain, MilestoneEvent } from "./milestones/milestone.ts";
import { dueDates, type ReachedDates, reachedDates } from "./milestones/reached-dates.ts";

/** A shipment's events in wire form, and what is known besides them. */
export interface ShipmentEvents {
  events: readonly WireEvent[];
  /** Container numbers known besides those in the events. */
  containerNumbers: readonly string[];
  portOfDeparture: { code: string };
  portOfArrival: { code: string };
  serviceType: ServiceType;
}

/** Numbers of the containers that are still the shipment's own. */
export const containerNumbersOf = ({ containers }: Pick<ShipmentDetailData, "containers">): string[] =>
  containers.filter(({ moved }) => !moved).map(({ containerNumber }) => containerNumber);

/** The milestones of wire events. An event whose times cannot be read is left out. */
export function chainOf(
  { events, containerNumbers }: Pick<ShipmentEvents, "events" | "containerNumbers">,
  now: Date,
): MilestoneChain {
  return buildMilestones(
    events.flatMap((event) => milestoneEventOf(event) ?? []),
    { now, containers: containerNumbers.map(cleanContainerNumber) },
  );
}

/** The actual dates of a shipment (`reachedDates`), for detail, preview and documents. */
export const reachedOf = (shipment: ShipmentEvents): ReachedDates => datesOf(shipment, reachedDates);

/** What is planned or estimated for the same dates (`dueDates`). */
export const dueOf = (shipment: ShipmentEvents): ReachedDates => datesOf(shipment, dueDates);

function datesOf(shipment: ShipmentEvents, read: typeof reachedDates): ReachedDates {
  // Neither actuals nor plans depend on the present time.
  return read(chainOf(shipment, new Date(0)).milestones, {
    from: shipment.portOfDeparture.code,
    to: shipment.portOfArrival.code,
    service: shipment.serviceType,
  });
}

const knownModes: readonly string[] = ["VESSEL", "AIR", "TRUCK", "RAIL", "BARGE"];

function milestoneEventOf(event: WireEvent): MilestoneEvent | null {
  const time = parseWire(event.at);
  if (!time) return null;
  const receivedAt = parseWire(event.receivedAt)?.at ?? time.at;
  const { id, vocabulary, classifier, sequence } = event;
  // An event that is neither plan, estimate nor actual is no milestone: it is among the others, under its own
  // code.
  const isKnown = (eventClassifiers as readonly string[]).includes(classifier);
  const code = isKnown ? event.code : `${event.code} ${classifier}`;
  const mode = event.mode && knownModes.includes(event.mode) ? event.mode : null;
  const emptyIndicator =
    event.emptyIndicator === "EMPTY" || event.emptyIndicator === "LADEN" ? event.emptyIndicator : null;
  const { transport, source, reasonCode, remark, pieces, totalPieces } = event;
  return {
    id,
    vocabulary,
    code,
    classifier,
    sequence,
    emptyIndicator,
    mode,
    transport,
    source,
    reasonCode,
    remark,
    pieces,
    totalPieces,
    receivedAt,
    at: time.at,
    isDayOnly: time.isDayOnly,
    placeCode: event.place?.code ?? null,
    hasMoved: event.hasMoved ?? false,
    containerNumber: event.containerNumber === null ? null : cleanContainerNumber(event.containerNumber),
  };
}
