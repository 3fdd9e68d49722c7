import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { type EventStatement, storedEventOf } from "./event.ts";

/** An event that is there under the id of a row, which corrects it therefore. */
export type OwnEvent = Awaited<ReturnType<typeof storedEventOf>> & {
  said: Omit<EventStatement, "kind">;
  shipmentIds: readonly string[];
};

/** The events with these ids, locked. */
export async function readOwnEvents(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, OwnEvent>> {
  const isOne = sql<boolean>`event_id = any(${[...ids]}::text[])`;
  const events = await db
    .selectFrom("event")
    .selectAll()
    .where(isOne)
    .orderBy("event_id")
    .forUpdate()
    .execute();
  const references = Map.groupBy(
    await db
      .selectFrom("event_reference")
      .select(["event_id", "kind", "value_key as key"])
      .where(isOne)
      .execute(),
    ({ event_id }) => event_id,
  );
  const links = Map.groupBy(
    await db.selectFrom("event_shipment").select(["event_id", "shipment_id"]).where(isOne).execute(),
    ({ event_id }) => event_id,
  );
  const ownEvents = new Map<string, OwnEvent>();
  for (const event of events) {
    const named = (references.get(event.event_id) ?? []).map(({ kind, key }) => ({ kind, key }));
    ownEvents.set(event.event_id, {
      ...(await storedEventOf(event, named, db)),
      said: {
        classifier: event.classifier,
        at: event.occurred_at,
        isDayOnly: event.is_day_only,
        placeCode: event.place_code,
        containerNumber: event.container_number,
        remark: event.remark,
      },
      shipmentIds: (links.get(event.event_id) ?? []).map(({ shipment_id }) => shipment_id),
    });
  }
  return ownEvents;
}
