import { type Kysely, sql } from "kysely";

/** Dates that an open shipment mostly does not have: an index entry of each was written at every change of its ETA. */
const SELDOM = ["atd", "ata", "delivery"] as const;

/**
 * What an event costs in the row of its shipment. Local dates follow only from the instants that change, and a place whose
 * time zone moves writes them itself; indexes by actual dates have entries only of shipments that have reached them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = SELDOM.map((date) => {
    const instant = date === "delivery" ? "delivery_at" : date;
    const bin = `date_bin('28 days', ${instant}, timestamptz '2000-01-01 00:00:00+00')`;
    return `
      drop index shipment_${instant}_bin;
      create index shipment_${instant}_bin on shipment (company_id, ${bin}, updated_at desc, id desc)
        include (status, job_mode, service_type, port_of_departure, port_of_arrival, shipper_id, consignee_id, ${instant}, ${date}_local)
        where ${bin} is not null;`;
  });
  await sql`
    create or replace function shipment_local_dates() returns trigger language plpgsql as $$
    declare
      -- A place whose zone is not known is read in UTC+8, which POSIX writes the other way round.
      unknown constant text := 'Etc/GMT-8';
      zone text;
      is_moved boolean := tg_op = 'INSERT' or new.port_of_departure is distinct from old.port_of_departure
        or new.port_of_arrival is distinct from old.port_of_arrival
        or new.port_of_final_arrival is distinct from old.port_of_final_arrival;
    begin
      if is_moved or new.booking_at is distinct from old.booking_at or new.etd is distinct from old.etd
        or new.atd is distinct from old.atd then
        zone := coalesce((select time_zone from place where code = new.port_of_departure), unknown);
        new.booking_local := new.booking_at at time zone zone;
        new.etd_local := new.etd at time zone zone;
        new.atd_local := new.atd at time zone zone;
      end if;
      if is_moved or new.eta is distinct from old.eta or new.ata is distinct from old.ata then
        zone := coalesce((select time_zone from place where code = new.port_of_arrival), unknown);
        new.eta_local := new.eta at time zone zone;
        new.ata_local := new.ata at time zone zone;
      end if;
      if is_moved or new.delivery_at is distinct from old.delivery_at then
        zone := coalesce((select time_zone from place
          where code = coalesce(new.port_of_final_arrival, new.port_of_arrival)), unknown);
        new.delivery_local := new.delivery_at at time zone zone;
      end if;
      return new;
    end $$;
    create or replace function place_zone_moved() returns trigger language plpgsql as $$
    declare
      zone constant text := coalesce(new.time_zone, 'Etc/GMT-8');
    begin
      update shipment set booking_local = booking_at at time zone zone, etd_local = etd at time zone zone,
        atd_local = atd at time zone zone
      where port_of_departure = new.code;
      update shipment set eta_local = eta at time zone zone, ata_local = ata at time zone zone
      where port_of_arrival = new.code;
      update shipment set delivery_local = delivery_at at time zone zone
      where coalesce(port_of_final_arrival, port_of_arrival) = new.code;
      return null;
    end $$;
    ${sql.raw(indexes.join("\n"))}
  `.execute(db);
}
