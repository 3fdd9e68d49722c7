import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { shipmentChange } from "#app/contract/shipment-desk.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { relinkEvents } from "../shipments/event-store.ts";
import { indexReferences } from "../shipments/reference.ts";
import { type DeskColumns, keepVessel, readFields } from "./fields.ts";
import { putContainers } from "./insert.ts";
import { invalid, type LockedShipment, lockShipment, mustBeCurrent, note, setMoved } from "./record.ts";
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
  await keepVessel(db, read.columns);
  await correctRow(db, row, read.columns, now);
  await indexReferences(db, [id]);
  await relinkEvents(db, [id], now);
  const after = await storedFields(db, id, language);
  const changes = [...changesBetween(before, after), { path: "reason", before: null, after: reason }];
  await note(context, row, "shipment.changed", changes);
  return null;
}

/** Writes what was entered into the row of a locked shipment; its numbers and events have to be tied again afterwards. */
export async function correctRow(
  db: Kysely<Database>,
  { id, house_number }: Pick<LockedShipment, "id" | "house_number">,
  columns: DeskColumns,
  now: Date,
): Promise<void> {
  await db
    .updateTable("shipment")
    .set({ ...columns.row, ...columns.moved, updated_at: now })
    .where("id", "=", id)
    .execute();
  await setMoved(db, id, { ...columns.moved, updated_at: now });
  await putContainers(db, id, columns.containers);
  if (house_number !== columns.row.house_number)
    // Events that name the former number stay with the shipment.
    await sql`
      insert into event_reference (event_id, kind, value_key)
      select r.event_id, 'H', ${referenceKey(columns.row.house_number)} from event_reference r
      where r.kind = 'H' and r.value_key = ${referenceKey(house_number)}
      on conflict do nothing`.execute(db);
}
