import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../db/schema.ts";

/** Of which each copy has rows, or each of the newest copies dozens: events alone are 600,000. */
const LARGE_TABLES = [
  "shipment",
  "shipment_reference",
  "milestone_days",
  "free_time_clock",
  "shipment_free_time",
  "emission_due",
  "shipment_container",
  "shipment_order_line",
  "shipment_cargo",
  "shipment_document",
  "event",
  "event_shipment",
] as const;
/** Other tables refer to them by their keys, and an event that marks a shipment as due finds it by its own. */
const REFERRED_TABLES = ["shipment", "shipment_document", "event", "event_shipment", "emission_due"] as const;

/** They do for each row what `copies.ts` does for all rows at once, and took a third of its time. */
const ROW_TRIGGERS = ["shipment_local_dates", "emission_of_new"] as const;

/** Switches triggers of single rows off until the end; in a transaction, which restores them on failure. */
export async function withoutRowTriggers(db: Kysely<Database>, work: () => Promise<void>): Promise<void> {
  const turn = async (way: "disable" | "enable") => {
    for (const name of ROW_TRIGGERS)
      await sql`alter table shipment ${sql.raw(way)} trigger ${sql.id(name)}`.execute(db);
  };
  await turn("disable");
  await work();
  await turn("enable");
}

/**
 * Drops the foreign keys and indexes that slow down inserts, and returns the statements that create them
 * again. The transaction restores all of it on failure.
 */
export async function dropIndexes(db: Kysely<Database>): Promise<RawBuilder<unknown>[]> {
  const tables = sql`any(${[...LARGE_TABLES]}::regclass[])`;
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = ${tables} and contype in ('f', 'p', 'u')
      and not (contype = 'p' and conrelid = any(${[...REFERRED_TABLES]}::regclass[]))
    order by contype desc`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = ${tables} and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(
    db,
  );
  for (const { table, name } of constraints) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(db);
  return [
    ...indexes.map(({ definition }) => sql.raw(definition)),
    ...constraints.map(
      ({ table, name, definition }) =>
        sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`,
    ),
  ];
}
