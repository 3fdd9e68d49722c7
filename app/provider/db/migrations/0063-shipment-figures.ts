import { type Kysely, sql } from "kysely";

/**
 * What reports count of milestones and free time (`shipments/figures.ts`): both follow from a shipment's events by rules that
 * no query can apply. They are written whenever a shipment is recomputed; shipments of before wait to be counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The milestones of a shipment besides departures and arrivals, by their places in these lists. Days are the place's.
    create table milestone_days (
      shipment_id bigint primary key references shipment (id) on delete cascade,
      kinds text[] not null,
      first_due date[] not null,
      last_due date[] not null,
      done date[] not null,
      -- Without an actual although a later one is reached.
      skipped boolean[] not null,
      reasons text[] not null
    );

    -- The clocks of a shipment's containers that have a tariff, or of which somebody states the last free day.
    create table free_time_clock (
      shipment_id bigint not null references shipment (id) on delete cascade,
      container_key text not null,
      type text not null,
      -- The first day of free time, where its start is confirmed.
      first_day date,
      last_free_day date,
      ended_on date,
      -- Detention has not while the container is in the terminal.
      has_begun boolean not null,
      currency text,
      -- What it cost, when it has ended; until then the tiers say what a day costs, and are none otherwise.
      amount numeric,
      tiers jsonb not null,
      primary key (shipment_id, container_key, type)
    );

    -- Lines of demurrage and detention are few (analytics/free-time.ts).
    create index invoice_line_clock on invoice_line (invoice_id)
      where clock is not null or charge_code in ('DEM', 'DET', 'MERGED');

    create table figures_waiting (shipment_id bigint primary key references shipment (id) on delete cascade);
    insert into figures_waiting select id from shipment where before_events is not null;
  `.execute(db);
}
