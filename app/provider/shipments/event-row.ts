import type { Selectable } from "kysely";
import type { WireEvent } from "#app/contract/shipment.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { dayToWire, instantToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { PlaceNames } from "../reference/place-names.ts";
import { isOneOf } from "./container-move.ts";

export type StoredEvent = Omit<
  Selectable<Database["event"]>,
  "payload" | "stored_at" | "sender" | "sent_id" | "has_shipments_total" | "version" | "facts"
>;

export const EVENT_COLUMNS = [
  "event.event_id",
  "event.vocabulary",
  "event.event_type",
  "event.code",
  "event.classifier",
  "event.occurred_at",
  "event.is_day_only",
  "event.utc_offset",
  "event.place_code",
  "event.location_name",
  "event.facility",
  "event.sequence",
  "event.mode",
  "event.transport",
  "event.empty_indicator",
  "event.container_number",
  "event.source",
  "event.received_at",
  "event.reason_code",
  "event.remark",
  "event.pieces",
  "event.total_pieces",
] as const;

/** An event as its owner sees it. */
export function toWireEvent(event: StoredEvent, places: PlaceNames): WireEvent {
  const place = places.orNull(event.place_code, event.location_name);
  return {
    id: event.event_id,
    vocabulary: event.vocabulary,
    code: event.code,
    classifier: event.classifier,
    at: (event.is_day_only ? dayToWire(event.occurred_at) : instantToWire(event.occurred_at))!,
    place: place && { ...place, timeZone: place.timeZone ?? event.utc_offset },
    facility: event.facility,
    sequence: event.sequence,
    mode: event.mode as WireEvent["mode"],
    transport: event.transport,
    emptyIndicator: event.empty_indicator as WireEvent["emptyIndicator"],
    containerNumber: event.container_number,
    source: event.source,
    receivedAt: instantToWire(event.received_at)!,
    reasonCode: event.reason_code,
    remark: event.remark,
    pieces: event.pieces,
    totalPieces: event.total_pieces,
  };
}

/** What strangers are told: nothing of containers that have moved to another booking. */
export const ownEvents = <E extends Pick<StoredEvent, "container_number">>(
  events: readonly E[],
  moved: readonly string[],
): E[] => events.filter(({ container_number }) => !isOneOf(moved, container_number));

/**
 * An event for the public preview: what happened, where and when, without parties or container numbers.
 * Containers are numbered, because an event of one of three containers does not mean that all three have
 * reached it.
 */
export function toPublicEvent(
  event: StoredEvent,
  index: number,
  { places, boxes }: { places: PlaceNames; boxes: readonly string[] },
): WireEvent {
  const box =
    event.container_number === null ? -1 : boxes.indexOf(cleanContainerNumber(event.container_number));
  return {
    ...toWireEvent(event, places),
    id: String(index + 1),
    facility: null,
    transport: null,
    containerNumber: box < 0 ? null : String(box + 1),
    source: event.vocabulary,
    reasonCode: null,
    remark: null,
  };
}
