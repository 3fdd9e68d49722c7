import { type Kysely, sql } from "kysely";

/** Feet of containers by the first character of their type, ISO 6346; a twenty-foot one is one TEU. */
const FEET = { 1: 10, 2: 20, 3: 30, 4: 40, B: 24, G: 41, H: 43, L: 45, M: 48, N: 49, P: 53 };
const teu = Object.entries(FEET)
  .map(([code, feet]) => `when '${code}' then ${feet / 20}`)
  .join(" ");

/**
 * Reports and the totals of a year read a company's shipments by their departure from one index, without the rows themselves: what
 * they count stands in it. So each shipment holds the TEU of its containers, and the code of the reason of a delay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function teu_of(container_type text) returns numeric language sql immutable parallel safe
      as $$ select case left(container_type, 1) ${sql.raw(teu)} end::numeric $$;
    alter table shipment add column teu numeric,
      add column reported_code text generated always as (reported_reason ->> 'code') stored;
    update shipment set teu = c.teu
    from (select shipment_id, sum(teu_of(container_type)) as teu from shipment_container group by 1) c
    where c.shipment_id = id and c.teu is not null;

    create function shipment_teu() returns trigger language plpgsql as $$
    begin
      update shipment s set teu = c.teu
      from (
        select m.shipment_id, sum(teu_of(b.container_type)) as teu
        from (select distinct shipment_id from moved) m left join shipment_container b using (shipment_id) group by 1
      ) c
      where s.id = c.shipment_id and s.teu is distinct from c.teu;
      return null;
    end $$;
    create trigger shipment_teu_added after insert on shipment_container
      referencing new table as moved for each statement execute function shipment_teu();
    create trigger shipment_teu_removed after delete on shipment_container
      referencing old table as moved for each statement execute function shipment_teu();
    create trigger shipment_teu_left after update on shipment_container
      referencing old table as moved for each statement execute function shipment_teu();
    create trigger shipment_teu_changed after update on shipment_container
      referencing new table as moved for each statement execute function shipment_teu();

    drop index shipment_departed;
    create index shipment_departed on shipment (company_id, coalesce(atd, etd))
      include (id, job_mode, load_type, port_of_departure, port_of_arrival, carrier_code, shipper_id, consignee_id,
        booking_number, status, etd, atd, etd_local, atd_local, eta, ata, first_eta, reached, gross_weight_kg, volume_cbm,
        chargeable_weight_kg, teu, reported_code);
  `.execute(db);
}
