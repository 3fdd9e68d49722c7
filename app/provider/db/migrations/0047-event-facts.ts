import { type Kysely, sql } from "kysely";

const text = (column: string) => `coalesce(translate(${column}, E'\\x1d\\x1e\\x1f', '   '), E'\\x1e')`;
const number = (column: string) => `coalesce(${column}::text, E'\\x1e')`;
/** Milliseconds since 1970: the text of a timestamptz depends on the session, which generated columns may not. */
const instant = (column: string) =>
  `floor(extract(epoch from ${column} - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint::text`;
const payload = (paths: readonly string[]) =>
  text(`coalesce(${paths.map((path) => `payload #>> '{${path}}'`).join(", ")})`);

const facts = [
  text("event_id"),
  text("vocabulary"),
  text("code"),
  text("classifier"),
  instant("occurred_at"),
  number("is_day_only"),
  text("place_code"),
  number("sequence"),
  text("empty_indicator"),
  text("mode"),
  text("container_number"),
  text("transport"),
  text("source"),
  instant("received_at"),
  text("reason_code"),
  text("remark"),
  number("pieces"),
  number("total_pieces"),
  instant("stored_at"),
  payload([
    "transportCall,vessel,vesselIMONumber",
    "transportDetails,transportCall,vesselTransport,vesselIMONumber",
  ]),
  payload([
    "transportCall,exportVoyageNumber",
    "transportDetails,transportCall,exportVoyageNumberOrReference,carrierVoyageNumber",
  ]),
].join(" || E'\\x1f' || ");

/**
 * What milestones depend on, as one text per event: updating a shipment reads all of its events, and twenty columns an
 * event took more than half of that time. Fields end with the unit separator, the record separator is null; this order
 * is that of `shipments/event-facts.ts`. Rewrites the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column facts text not null generated always as (${sql.raw(facts)}) stored`.execute(
    db,
  );
}
