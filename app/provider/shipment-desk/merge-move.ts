import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { LockedShipment } from "./record.ts";

/** Tables whose rows go over as they are, unless the other shipment has the same. */
const TABLES = [
  "shipment_container",
  "shipment_order_line",
  "shipment_cargo",
  "shipment_document",
  "event_shipment",
  "shipment_reference",
  "shipment_follow",
  "share_link_shipment",
  "delivery",
  "free_time_statement",
  "cut_off",
  "invoice_draft",
  "team",
] as const;

/** The rows of a shipment as they stand, by table: what can be looked up after it has gone over. */
export async function recordOf(db: Kysely<Database>, id: string): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where shipment_id = ${id}`.execute(db);
    record[table] = rows.map(({ row }) => row);
  }
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(s) as row from shipment s where id = ${id}`.execute(db);
  record.shipment = rows[0]!.row;
  return record;
}

/** Moves what belongs to the one shipment to the other; events follow with its numbers. */
export async function moveParts(
  db: Kysely<Database>,
  { gone, kept: survivor, now }: { gone: LockedShipment; kept: LockedShipment; now: Date },
): Promise<void> {
  const [from, to] = [gone.id, survivor.id];
  await sql`
    insert into shipment_container (shipment_id, line, container_number, container_type, seal_number, pieces,
      gross_weight_kg, volume_cbm)
    select ${to}, (select coalesce(max(line), 0) from shipment_container where shipment_id = ${to})
        + row_number() over (order by line), container_number, container_type, seal_number, pieces, gross_weight_kg, volume_cbm
    from shipment_container c where c.shipment_id = ${from} and not exists (
      select from shipment_container k where k.shipment_id = ${to}
        and regexp_replace(upper(k.container_number), '[^A-Z0-9]', '', 'g') = regexp_replace(upper(c.container_number), '[^A-Z0-9]', '', 'g'))`.execute(
    db,
  );
  await sql`
    insert into shipment_order_line (shipment_id, line, po_number, sku_number, description, pieces, cartons)
    select ${to}, (select coalesce(max(line), 0) from shipment_order_line where shipment_id = ${to})
        + row_number() over (order by line), po_number, sku_number, description, pieces, cartons
    from shipment_order_line o where o.shipment_id = ${from} and not exists (
      select from shipment_order_line k
      where k.shipment_id = ${to} and (k.po_number, k.sku_number) = (o.po_number, o.sku_number))`.execute(db);
  await sql`
    update shipment_cargo c set shipment_id = ${to} where shipment_id = ${from} and not exists (
      select from shipment_cargo k where k.shipment_id = ${to} and k.data_type = c.data_type)`.execute(db);
  for (const table of ["shipment_document", "invoice_draft", "delivery"] as const)
    await sql`update ${sql.table(table)} set shipment_id = ${to} where shipment_id = ${from}`.execute(db);
  await sql`
    insert into shipment_follow (user_id, shipment_id, created_at)
    select user_id, ${to}, created_at from shipment_follow where shipment_id = ${from} on conflict do nothing`.execute(
    db,
  );
  await sql`
    update share_link_shipment l set shipment_id = ${to} where shipment_id = ${from} and not exists (
      select from share_link_shipment k where k.link_id = l.link_id and k.shipment_id = ${to})`.execute(db);
  await sql`
    update free_time_statement f set shipment_id = ${to} where shipment_id = ${from} and not exists (
      select from free_time_statement k where k.shipment_id = ${to}
        and (k.container_key, k.kind, k.source, k.sender, k.stated_at, k.content_hash)
          = (f.container_key, f.kind, f.source, f.sender, f.stated_at, f.content_hash))`.execute(db);
  await sql`
    update cut_off c set shipment_id = ${to} where shipment_id = ${from} and not exists (
      select from cut_off k where k.shipment_id = ${to} and (k.code, k.stated_at) = (c.code, c.stated_at))`.execute(
    db,
  );
  await sql`
    update event_replaced set shipment_ids = array(
      select distinct unnest(array_replace(shipment_ids, ${from}::bigint, ${to}::bigint)) order by 1)
    where shipment_ids @> array[${from}::bigint]`.execute(db);
  // Linked again afterwards, by the numbers that the other has got.
  await sql`
    insert into event_shipment (shipment_id, event_id)
    select ${to}, event_id from event_shipment where shipment_id = ${from} on conflict do nothing`.execute(
    db,
  );
  // The booking, and what it said, where the one that stays has none.
  if (survivor.booking_number === null && gone.booking_number !== null)
    await db
      .updateTable("shipment")
      .set({
        booking_number: gone.booking_number,
        booking_at: survivor.booking_at ?? gone.booking_at,
        estimated_charges: survivor.estimated_charges ?? gone.estimated_charges,
        charges_currency:
          survivor.estimated_charges === null ? gone.charges_currency : survivor.charges_currency,
      })
      .where("id", "=", to)
      .execute();
  await db.updateTable("shipment").set({ updated_at: now }).where("id", "=", to).execute();
}
