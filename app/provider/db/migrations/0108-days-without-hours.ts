import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * Which dates of a shipment are known to the day alone. Such a date is kept as the midnight of UTC+8, as events keep it, and
 * its local date is that day wherever the place lies.
 *
 * The ETA that a consignee confirms at booking was filled with the ETA of every shipment that the desk made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipment add column day_only text[] not null default '{}';
    create or replace function shipment_local_date(at timestamptz, is_day boolean, zone text) returns timestamp
      language sql stable as $$
        select case when is_day then at at time zone 'Etc/GMT-8' else local_time(at, zone) end $$;
    create or replace function shipment_local_dates() returns trigger language plpgsql as $$
    declare
      -- A place whose zone is not known is read in UTC+8, which POSIX writes the other way round.
      unknown constant text := 'Etc/GMT-8';
      zone text;
      is_moved boolean := tg_op = 'INSERT' or new.port_of_departure is distinct from old.port_of_departure
        or new.port_of_arrival is distinct from old.port_of_arrival
        or new.port_of_final_arrival is distinct from old.port_of_final_arrival
        or new.day_only is distinct from old.day_only;
    begin
      if is_moved or new.booking_at is distinct from old.booking_at or new.etd is distinct from old.etd
        or new.atd is distinct from old.atd then
        zone := coalesce((select time_zone from place where code = new.port_of_departure), unknown);
        new.booking_local := local_time(new.booking_at, zone);
        new.etd_local := shipment_local_date(new.etd, 'etd' = any(new.day_only), zone);
        new.atd_local := shipment_local_date(new.atd, 'atd' = any(new.day_only), zone);
      end if;
      if is_moved or new.eta is distinct from old.eta or new.ata is distinct from old.ata then
        zone := coalesce((select time_zone from place where code = new.port_of_arrival), unknown);
        new.eta_local := shipment_local_date(new.eta, 'eta' = any(new.day_only), zone);
        new.ata_local := shipment_local_date(new.ata, 'ata' = any(new.day_only), zone);
      end if;
      if is_moved or new.delivery_at is distinct from old.delivery_at then
        zone := coalesce((select time_zone from place
          where code = coalesce(new.port_of_final_arrival, new.port_of_arrival)), unknown);
        new.delivery_local := shipment_local_date(new.delivery_at, 'delivery' = any(new.day_only), zone);
      end if;
      return new;
    end $$;
    create function write_local_dates(place_code text, zone text) returns void language plpgsql as $$
    begin
      update shipment set booking_local = local_time(booking_at, zone),
        etd_local = shipment_local_date(etd, 'etd' = any(day_only), zone),
        atd_local = shipment_local_date(atd, 'atd' = any(day_only), zone)
      where port_of_departure = place_code;
      update shipment set eta_local = shipment_local_date(eta, 'eta' = any(day_only), zone),
        ata_local = shipment_local_date(ata, 'ata' = any(day_only), zone)
      where port_of_arrival = place_code;
      update shipment set delivery_local = shipment_local_date(delivery_at, 'delivery' = any(day_only), zone)
      where coalesce(port_of_final_arrival, port_of_arrival) = place_code;
    end $$;
    create or replace function place_zone_moved() returns trigger language plpgsql as $$
    begin
      perform write_local_dates(new.code, coalesce(new.time_zone, 'Etc/GMT-8'));
      return null;
    end $$;
    drop trigger shipment_local_dates on shipment;
    create trigger shipment_local_dates before insert or update of booking_at, etd, atd, eta, ata, delivery_at, day_only,
      port_of_departure, port_of_arrival, port_of_final_arrival on shipment
      for each row execute function shipment_local_dates();
    update shipment set dates = dates - 'confirmedBookingEta',
      before_events = before_events #- '{dates,confirmedBookingEta}'
    where system_source = 'PORTAL' and dates ? 'confirmedBookingEta'`.execute(db);
}
