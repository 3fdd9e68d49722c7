import { type Kysely, sql } from "kysely";

/**
 * Dates are indexed by week instead of four weeks: a range of one week read four weeks' rows, twice
 * (app/decisions/2026-11-25-indexes-of-a-million-shipments.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'shipment'::regclass and pg_get_indexdef(indexrelid) like '%''28 days''::interval%'`.execute(
    db,
  );
  for (const { name, definition } of rows) {
    await sql`drop index ${sql.raw(name)}`.execute(db);
    await sql.raw(definition.replaceAll("'28 days'::interval", "'7 days'::interval")).execute(db);
  }
}
