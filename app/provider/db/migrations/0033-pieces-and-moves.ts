import { type Kysely, sql } from "kysely";

/** How many of an air waybill's pieces an event is about, and containers that move to another booking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["event", "event_replaced"])
    await sql`alter table ${sql.table(table)} add column pieces integer, add column total_pieces integer`.execute(
      db,
    );
  await sql`
    -- An actual event that names a container with a bill, booking or house number of a shipment which does not list it.
    create table container_claim (
      event_id text not null,
      shipment_id bigint not null,
      container_key text collate "C" not null,
      at timestamptz not null,
      primary key (event_id, shipment_id),
      foreign key (shipment_id, event_id) references event_shipment (shipment_id, event_id) on delete cascade
    );
    create index container_claim_container on container_claim (container_key, at);
    create index container_claim_link on container_claim (shipment_id, event_id);
  `.execute(db);
}
