import { type Kysely, sql } from "kysely";

/** Each date of the list also has a column `<date>_local` with the same time on the clock of its place. */
const DATES = ["booking", "etd", "atd", "eta", "ata", "delivery"] as const;
const instantOf = (date: (typeof DATES)[number]) =>
  date === "booking" || date === "delivery" ? `${date}_at` : date;
const SORTED = ["booking", "etd", "eta"] as const;

/**
 * The time zone that a person chose, and the dates of shipments in the local time of their places. Sorting by
 * what the reader sees, and filter days that start at each place's own midnight, need an index on local
 * times. A trigger writes them, so that no update can forget to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const filtered = [
    "status",
    "job_mode",
    "service_type",
    "port_of_departure",
    "port_of_arrival",
    "shipper_id",
    "consignee_id",
    "updated_at",
  ];
  const sorted = SORTED.map(
    (date) => `
      create index shipment_${date}_local on shipment (company_id, ${date}_local desc nulls last, id desc)
        include (${[...filtered, instantOf(date)].join(", ")});
      create index shipment_open_${date}_local on shipment (company_id, ${date}_local desc nulls last, id desc)
        include (${[...new Set(["status", "delay_due_at", "eta", instantOf(date), "job_mode", "updated_at"])].join(", ")})
        where status <> 'COMPLETED';`,
  );
  const binned = DATES.map(
    (date) => `
      drop index shipment_${instantOf(date)}_bin;
      create index shipment_${instantOf(date)}_bin on shipment
        (company_id, date_bin('28 days', ${instantOf(date)}, timestamptz '2000-01-01 00:00:00+00'), updated_at desc, id desc)
        include (${[...filtered.slice(0, -1), instantOf(date), `${date}_local`].join(", ")});`,
  );
  await sql`
    alter table app_user add column clock text check (clock in ('place', 'own', 'utc8'));

    alter table shipment ${sql.raw(DATES.map((date) => `add column ${date}_local timestamp`).join(", "))};
    create function shipment_local_dates() returns trigger language plpgsql as $$
    declare
      -- A place whose zone is not known is read in UTC+8, which POSIX writes the other way round.
      departure text := coalesce((select time_zone from place where code = new.port_of_departure), 'Etc/GMT-8');
      arrival text := coalesce((select time_zone from place where code = new.port_of_arrival), 'Etc/GMT-8');
      final text := case when coalesce(new.port_of_final_arrival, new.port_of_arrival) = new.port_of_arrival then arrival
        else coalesce((select time_zone from place where code = new.port_of_final_arrival), 'Etc/GMT-8') end;
    begin
      new.booking_local := new.booking_at at time zone departure;
      new.etd_local := new.etd at time zone departure;
      new.atd_local := new.atd at time zone departure;
      new.eta_local := new.eta at time zone arrival;
      new.ata_local := new.ata at time zone arrival;
      new.delivery_local := new.delivery_at at time zone final;
      return new;
    end $$;
    update shipment s set
      booking_local = s.booking_at at time zone coalesce(d.time_zone, 'Etc/GMT-8'),
      etd_local = s.etd at time zone coalesce(d.time_zone, 'Etc/GMT-8'),
      atd_local = s.atd at time zone coalesce(d.time_zone, 'Etc/GMT-8'),
      eta_local = s.eta at time zone coalesce(a.time_zone, 'Etc/GMT-8'),
      ata_local = s.ata at time zone coalesce(a.time_zone, 'Etc/GMT-8'),
      delivery_local = s.delivery_at at time zone coalesce(f.time_zone, 'Etc/GMT-8')
    from place d, place a, place f
    where d.code = s.port_of_departure and a.code = s.port_of_arrival
      and f.code = coalesce(s.port_of_final_arrival, s.port_of_arrival);
    create trigger shipment_local_dates before insert or update of booking_at, etd, atd, eta, ata, delivery_at,
      port_of_departure, port_of_arrival, port_of_final_arrival on shipment
      for each row execute function shipment_local_dates();

    create function place_zone_moved() returns trigger language plpgsql as $$
    begin
      update shipment set etd = etd
        where new.code in (port_of_departure, port_of_arrival, port_of_final_arrival);
      return null;
    end $$;
    create trigger place_zone_moved after update of time_zone on place
      for each row when (old.time_zone is distinct from new.time_zone) execute function place_zone_moved();
    ${sql.raw([...sorted, ...binned].join("\n"))}
  `.execute(db);
}
