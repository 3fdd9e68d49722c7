import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { shipmentChange } from "#app/contract/shipment-desk.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { changesBetween } from "../operation-log/changes.ts";
import type { MovedHead } from "../operation-log/log.ts";
import { relinkEvents } from "../shipments/event-store.ts";
import { indexReferences } from "../shipments/reference.ts";
import { type DeskColumns, keepVessels, readFields } from "./fields.ts";
import { byteText, putContainers } from "./insert.ts";
import { invalid, type LockedShipment, lockShipment, mustBeCurrent, note } from "./record.ts";
import { storedFields } from "./stored.ts";

/**
 * Corrects what the desk entered, with the reason in the log. Dates and vessel that events have told stay those of the events.
 * @throws Refusal 400 with the faulty fields, 409 when somebody else has changed it
 */
export async function changeShipment(
  { id, version, reason, fields }: z.output<typeof shipmentChange.request>,
  context: CallerContext,
): Promise<null> {
  const { db, language, now } = context;
  const row = await lockShipment(db, id);
  await mustBeCurrent(context, row, version);
  const read = await readFields(fields, { db, language, now, mode: row.job_mode, ownId: id });
  if ("faults" in read) throw invalid(read.faults);
  const before = await storedFields(db, id, language);
  await keepVessels(db, [read.columns]);
  await correctRows(db, [{ row, columns: read.columns }], now);
  await indexReferences(db, [id]);
  await relinkEvents(db, [id], now);
  const after = await storedFields(db, id, language);
  const changes = [...changesBetween(before, after), { path: "reason", before: null, after: reason }];
  await note(context, row, "shipment.changed", changes);
  return null;
}

interface Correction {
  row: Pick<LockedShipment, "id" | "house_number">;
  columns: DeskColumns;
  /** End of the log, whose entry is there already; without it the entry comes later. */
  end?: MovedHead | undefined;
}

/**
 * Writes what was entered into the rows of locked shipments, each of them once, whose numbers and events have to be tied again
 * afterwards.
 */
export async function correctRows(
  db: Kysely<Database>,
  corrections: readonly Correction[],
  now: Date,
): Promise<void> {
  const [first] = corrections;
  if (!first) return;
  const names = [...Object.keys(first.columns.row), ...Object.keys(first.columns.moved), "updated_at"];
  const rows = corrections.map(({ row: { id }, columns: { row, moved }, end }) => ({
    id,
    ...row,
    ...moved,
    updated_at: now,
    moved: { ...moved, updated_at: now },
    from: end?.from,
    log_sequence: end?.log_sequence,
    log_hash: end && byteText(end.log_hash),
  }));
  // What the columns that events move fall back to is in before_events, where there are events.
  // The first ETA is not the desk's to change.
  const dayOnly = sql`r.day_only || array(select key from unnest(s.day_only) key where key = 'first_eta')`;
  const { numAffectedRows } = await sql`
    update shipment s set
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${name === "day_only" ? dayOnly : sql.ref(`r.${name}`)}`))},
      before_events = s.before_events || (e.given->'moved')::jsonb || jsonb_build_object('day_only', ${dayOnly}),
      log_sequence = coalesce(r.log_sequence, s.log_sequence), log_hash = coalesce(r.log_hash, s.log_hash)
    from json_array_elements(${JSON.stringify(rows)}::json) e (given),
      json_populate_record(null::shipment, e.given) r
    where s.id = r.id and s.log_sequence = coalesce((e.given->>'from')::int, s.log_sequence)`.execute(db);
  if (numAffectedRows !== BigInt(rows.length))
    throw new Error("The end of an operation log of shipments was changed by another writer");
  await putContainers(
    db,
    corrections.map(({ row: { id }, columns: { containers } }) => ({ id, containers })),
  );
  const renamed = corrections.filter(({ row, columns }) => row.house_number !== columns.row.house_number);
  if (renamed.length > 0)
    // Events that name the former number stay with the shipment.
    await sql`
      insert into event_reference (event_id, kind, value_key)
      select r.event_id, 'H', n.now from event_reference r
      join unnest(${renamed.map(({ row }) => referenceKey(row.house_number))}::text[],
        ${renamed.map(({ columns }) => referenceKey(columns.row.house_number))}::text[]) n (before, now)
        on r.kind = 'H' and r.value_key = n.before
      on conflict do nothing`.execute(db);
}
