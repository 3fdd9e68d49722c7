import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { previewSearch } from "#app/contract/shipment-preview.ts";
import type { previewSearchTypes } from "#app/contract/shipment-preview-code.ts";
import type { Language } from "#app/contract/user.ts";
import { cleanContainerNumber, ownContainers } from "#app/lib/container-number.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";
import { EVENT_COLUMNS, ownEvents, type StoredEvent, toPublicEvent } from "./event-row.ts";
import { delayDaysOf, isDelayed } from "./row.ts";
import { wireDatesOf } from "./wire-dates.ts";

const PREVIEW_MAX = 20;

/**
 * The public search by complete number. An unknown number and a shipment that is not public run the same two
 * queries, give the same answer and take the same time.
 */
export async function searchPreview(
  db: Kysely<Database>,
  { searchType, number }: { searchType: (typeof previewSearchTypes)[number]; number: string },
  { language, now }: { language: Language; now: Date },
): Promise<z.infer<typeof previewSearch.response>> {
  const shipments = await db
    .selectFrom("shipment_reference as r")
    .innerJoin("shipment as s", "s.id", "r.shipment_id")
    .select([
      "s.id",
      "s.house_number",
      "s.status",
      "s.delay_due_at",
      "s.job_mode",
      "s.service_type",
      "s.port_of_departure",
      "s.port_of_arrival",
      "s.port_of_final_arrival",
      "s.first_eta",
      "s.etd",
      "s.day_only",
      "s.atd",
      "s.eta",
      "s.ata",
      "s.container_numbers",
      "s.moved_containers",
      "s.updated_at",
    ])
    .where("r.value_key", "=", referenceKey(number))
    .where("r.kind", "=", searchType)
    .where("s.is_public", "=", true)
    .orderBy("s.updated_at", "desc")
    .orderBy("s.id")
    .limit(PREVIEW_MAX)
    .execute();
  const events = await db
    .selectFrom("event_shipment")
    .innerJoin("event", "event.event_id", "event_shipment.event_id")
    .select(EVENT_COLUMNS)
    .select("event_shipment.shipment_id")
    .where("event_shipment.shipment_id", "=", sql<string>`any(${shipments.map((row) => row.id)}::bigint[])`)
    .where("event.event_type", "in", ["TRANSPORT", "EQUIPMENT", "AIR"])
    .orderBy("event.occurred_at")
    .orderBy("event.event_id")
    .execute();
  const places = await placeNames(db, language, [
    ...shipments.flatMap((row) => [row.port_of_departure, row.port_of_arrival, row.port_of_final_arrival]),
    ...events.map((event) => event.place_code),
  ]);
  const eventsOf = Map.groupBy(events, (event) => event.shipment_id);
  return {
    shipments: shipments.map((row) => ({
      houseNumber: row.house_number,
      status: row.status,
      isDelayed: isDelayed(row, now),
      delayDays: delayDaysOf(row, now),
      mode: row.job_mode,
      serviceType: row.service_type,
      portOfDeparture: places.of(row.port_of_departure),
      portOfArrival: places.of(row.port_of_arrival),
      destination: places.of(row.port_of_final_arrival ?? row.port_of_arrival),
      ...wireDatesOf(row),
      ...publicEvents(
        ownContainers(row.container_numbers, row.moved_containers),
        ownEvents(eventsOf.get(row.id) ?? [], row.moved_containers),
        places,
      ),
      updatedAt: instantToWire(row.updated_at)!,
    })),
  };
}

/** Events may name containers that the shipment does not list yet; those are numbered as well. */
function publicEvents(listed: readonly string[], events: readonly StoredEvent[], places: PlaceNames) {
  const named = events.flatMap((event) => event.container_number ?? []);
  const boxes = [...new Set([...listed, ...named].map(cleanContainerNumber))];
  return {
    containers: boxes.length,
    events: events.map((event, index) => toPublicEvent(event, index, { places, boxes })),
  };
}
