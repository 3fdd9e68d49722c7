import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DeskEvent, shipmentDesk } from "#app/contract/shipment-desk.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { readLog } from "../operation-log/log.ts";
import { placeNames } from "../reference/place-names.ts";
import { type StoredEvent, toWireEvent } from "../shipments/event-row.ts";
import { mergedInto } from "../shipments/merged.ts";
import { personName } from "../texts/message.ts";
import { currentCarriage, storedFields } from "./stored.ts";

/** A shipment with all that only the desk sees of it. */
export async function readDeskShipment(
  { id }: z.output<typeof shipmentDesk.request>,
  context: CallerContext,
): Promise<z.input<typeof shipmentDesk.response>> {
  const { db, language } = context;
  const row = await db
    .selectFrom("shipment as s")
    .innerJoin("company as c", "c.id", "s.company_id")
    .leftJoin("booking as b", (join) =>
      join.onRef("b.booking_number", "=", "s.booking_number").onRef("b.company_id", "=", "s.company_id"),
    )
    .select(["s.id", "s.house_number", "s.status", "s.job_mode", "s.booking_number", "s.log_sequence"])
    .select(["c.name as company", "b.id as booking_id"])
    .where("s.id", "=", id)
    .executeTakeFirst();
  if (!row) {
    const keptId = await mergedInto(db, id);
    if (keptId === null) throw new Refusal(CODE_NOT_FOUND, "notFound");
    return readDeskShipment({ id: keptId }, context);
  }
  const events = await readEvents(db, id, language);
  return {
    id,
    houseNumber: row.house_number,
    company: row.company,
    status: row.status,
    mode: row.job_mode,
    version: row.log_sequence,
    fields: await storedFields(db, id, language),
    current: await currentCarriage(db, id, language),
    booking: row.booking_number === null ? null : { id: row.booking_id, bookingNumber: row.booking_number },
    events: events.filter(({ replacedAt }) => replacedAt === null),
    replaced: events.filter(({ replacedAt }) => replacedAt !== null),
    log: await readLog(db, "shipment", id, { hasCharges: true, language }),
    merged: await readMerged(db, id, language),
  };
}

/** Shipments that have gone over to it, the latest first. */
async function readMerged(db: Kysely<Database>, id: string, language: CallerContext["language"]) {
  const rows = await db
    .selectFrom("shipment_merge")
    .select(["gone_id", "house_number", "merged_at", "merged_by_name", "reason"])
    .where("kept_id", "=", id)
    .orderBy("merged_at", "desc")
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      houseNumber: row.house_number,
      at: instantToWire(row.merged_at)!,
      reason: row.reason,
      by: personName(row.merged_by_name, language),
      log: await readLog(db, "shipment", row.gone_id, { hasCharges: true, language }),
    })),
  );
}

type EventVersion = StoredEvent & {
  version: string | null;
  by: string | null;
  by_name: string | null;
  reason: string | null;
  replaced_at: Date | null;
  matched_by: string | null;
};

const COLUMNS = sql.raw(
  `event_id, vocabulary, code, classifier, occurred_at, is_day_only, place_code, location_name, facility, sequence, mode, transport,
   empty_indicator, container_number, source, received_at, reason_code, remark, pieces, total_pieces, version, payload`,
);

async function readEvents(
  db: Kysely<Database>,
  id: string,
  language: CallerContext["language"],
): Promise<DeskEvent[]> {
  const { rows } = await sql<EventVersion>`
    select t.*, t.payload->'desk'->>'by' as by, t.payload->'desk'->>'reason' as reason,
      (select u.name from app_user u where u.id::text = t.payload->'desk'->>'by') as by_name,
      case when t.replaced_at is null then (select m.matched_by_name from event_match m where m.event_id = t.event_id) end
        as matched_by
    from (
      select ${COLUMNS}, null::timestamptz as replaced_at from event
      where event_id in (select event_id from event_shipment where shipment_id = ${id})
      union all
      select ${COLUMNS}, replaced_at from event_replaced where shipment_ids @> array[${id}::bigint]
    ) t
    order by t.occurred_at, t.event_id, t.replaced_at nulls last`.execute(db);
  const places = await placeNames(
    db,
    language,
    rows.map(({ place_code }) => place_code),
  );
  return rows.map((row) => ({
    ...toWireEvent(row, places),
    enteredBy: row.by === null ? null : personName(row.by_name ?? "", language),
    matchedBy: row.matched_by === null ? null : personName(row.matched_by, language),
    reason: row.reason,
    version: row.version ?? "",
    replacedAt: instantToWire(row.replaced_at),
  }));
}
