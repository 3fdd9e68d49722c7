import { type Kysely, sql } from "kysely";

/** Arrivals of before the product was used, for how far the ETAs of a lane were off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table past_arrival (
      company_id bigint not null references company on delete cascade,
      -- The company's shipment, by its house number or another number of that time.
      reference text not null,
      carrier_code text not null,
      job_mode text not null,
      port_of_departure text not null,
      port_of_arrival text not null,
      arrived_at timestamptz not null,
      -- The ETA that stood so many days before: {"14": "2026-11-20T10:00:00Z"}.
      etas jsonb not null,
      primary key (company_id, reference)
    );
    create index past_arrival_lane on past_arrival (carrier_code, port_of_departure, port_of_arrival, arrived_at);
  `.execute(db);
}
