import { type Kysely, sql } from "kysely";

/** The greenhouse gases of each shipment, for reports; and the shipments whose figures are out of date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shipment_emission (
      shipment_id bigint primary key references shipment on delete cascade,
      -- Grams of CO2e; low and high are of both together.
      ttw_g bigint,
      wtt_g bigint,
      rf_g bigint,
      low_g bigint,
      high_g bigint,
      -- Transport activity; null where the weight is not known, and by full containers it was not needed.
      kg_km bigint,
      km integer,
      -- The newest edition among the factors.
      edition smallint,
      -- Why there is no figure.
      gap text check (gap in ('noWeight', 'noDistance', 'noFactor')),
      factor_ids bigint[] not null default '{}',
      check ((gap is null) = (ttw_g is not null and wtt_g is not null))
    );
    create table emission_due (
      shipment_id bigint primary key references shipment on delete cascade,
      -- Counts what was changed, so that a change waits for who computes the shipment.
      changes integer not null default 1
    );

    create function mark_emission_due() returns trigger language plpgsql as $$
    begin
      insert into emission_due (shipment_id) values (new.id)
      on conflict (shipment_id) do update set changes = emission_due.changes + 1;
      return null;
    end
    $$;
    create trigger emission_of_new after insert on shipment for each row execute function mark_emission_due();
    -- What legs, weight, year and carrier follow from; events that count move heard_at.
    create trigger emission_of_changed after update on shipment for each row
      when ((old.job_mode, old.load_type, old.carrier_code, old.gross_weight_kg, old.etd_local, old.atd_local,
        old.place_of_receipt, old.port_of_departure, old.port_of_arrival, old.port_of_final_arrival,
        old.container_numbers, old.moved_containers, old.heard_at)
        is distinct from (new.job_mode, new.load_type, new.carrier_code, new.gross_weight_kg, new.etd_local, new.atd_local,
        new.place_of_receipt, new.port_of_departure, new.port_of_arrival, new.port_of_final_arrival,
        new.container_numbers, new.moved_containers, new.heard_at))
      execute function mark_emission_due();

    create function mark_box_emission_due() returns trigger language plpgsql as $$
    begin
      insert into emission_due (shipment_id)
      select distinct b.shipment_id from boxes b join shipment s on s.id = b.shipment_id order by 1
      on conflict (shipment_id) do update set changes = emission_due.changes + 1;
      return null;
    end
    $$;
    create trigger emission_of_new_boxes after insert on shipment_container
      referencing new table as boxes for each statement execute function mark_box_emission_due();
    create trigger emission_of_changed_boxes after update on shipment_container
      referencing new table as boxes for each statement execute function mark_box_emission_due();
    create trigger emission_of_removed_boxes after delete on shipment_container
      referencing old table as boxes for each statement execute function mark_box_emission_due();

    create index shipment_emission_no_distance on shipment_emission (shipment_id) where gap = 'noDistance';
    create function place_emission_due() returns trigger language plpgsql as $$
    begin
      insert into emission_due (shipment_id)
      select shipment_id from shipment_emission where gap = 'noDistance'
      union select id from shipment where new.code in
        (place_of_receipt, port_of_departure, port_of_arrival, port_of_final_arrival)
      order by 1
      on conflict (shipment_id) do update set changes = emission_due.changes + 1;
      return null;
    end
    $$;
    create trigger emission_of_moved_place after update of latitude, longitude on place for each row
      when (old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude)
      execute function place_emission_due();

    insert into emission_due (shipment_id) select id from shipment;
  `.execute(db);
}
