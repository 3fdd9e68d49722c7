import { type Kysely, sql } from "kysely";

/**
 * Milestones and free time of a shipment as reports on a million of them read them: lists of all kinds of milestones with four days
 * each took three seconds to take apart (`shipments/milestone-days.ts`), and the clocks of each container four.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table milestone_days rename to milestone_days_before;
    alter table milestone_days_before rename constraint milestone_days_pkey to milestone_days_before_pkey;
    create table milestone_days (
      shipment_id bigint primary key references shipment (id) on delete cascade,
      -- Kinds that were reached and had a first and a last day, in one text; how many days the latest of them came after it, and
      -- which came after it by how many.
      reached text not null,
      most_after_first integer,
      most_after_last integer,
      after_first_kinds text[],
      after_first_days integer[],
      after_last_kinds text[],
      after_last_days integer[],
      -- Kinds without any day that they were due, in one text.
      unplanned text not null,
      -- All others, by their places in these lists.
      other_kinds text[],
      other_first_due date[],
      other_last_due date[],
      other_done date[],
      other_skipped boolean[],
      -- Milestones with a reason.
      reason_kinds text[],
      reason_codes text[]
    );
    insert into milestone_days
    select b.shipment_id, m.* from milestone_days_before b cross join lateral (
      select coalesce(string_agg(kind, ',' order by kind) filter (where is_reached), ''),
        max(done - first_due) filter (where is_reached), max(done - last_due) filter (where is_reached),
        array_agg(kind order by kind) filter (where is_reached and done > first_due),
        array_agg(done - first_due order by kind) filter (where is_reached and done > first_due),
        array_agg(kind order by kind) filter (where is_reached and done > last_due),
        array_agg(done - last_due order by kind) filter (where is_reached and done > last_due),
        coalesce(string_agg(kind, ',' order by kind) filter (where is_unplanned), ''),
        array_agg(kind order by kind) filter (where is_other), array_agg(first_due order by kind) filter (where is_other),
        array_agg(last_due order by kind) filter (where is_other), array_agg(done order by kind) filter (where is_other),
        array_agg(skipped order by kind) filter (where is_other),
        array_agg(kind order by kind) filter (where reason is not null),
        array_agg(reason order by kind) filter (where reason is not null)
      from (
        select *, not is_reached and not is_unplanned as is_other from (
          select *, first_due is not null and last_due is not null and done is not null as is_reached,
            first_due is null and last_due is null as is_unplanned
          from unnest(b.kinds, b.first_due, b.last_due, b.done, b.skipped, b.reasons)
            as u (kind, first_due, last_due, done, skipped, reason)) told) each) m;
    drop table milestone_days_before;

    -- What the clocks of a shipment come to, where it does not depend on the present day; else a clock runs, and they are counted
    -- when they are asked for.
    create table shipment_free_time (
      shipment_id bigint primary key references shipment (id) on delete cascade,
      is_running boolean not null,
      -- 0 not known, 1 within the free time, 3 beyond it; of containers by their places in these lists.
      rank smallint,
      box_ranks smallint[],
      -- Days.
      box_given integer[],
      box_used integer[],
      box_over integer[],
      -- What they cost by tariffs, in each of these currencies.
      currencies text[],
      amounts numeric[]
    );
    -- As analytics/free-time.ts counts the clocks that run.
    create function count_free_time(ids bigint[]) returns void language plpgsql as $$
    begin
      delete from shipment_free_time where shipment_id = any(ids);
      insert into shipment_free_time
      select shipment_id, is_running, case when not is_running then rank end, case when not is_running then box_ranks end,
        case when not is_running then box_given end, case when not is_running then box_used end,
        case when not is_running then box_over end, case when not is_running then currencies end,
        case when not is_running then amounts end
      from (
        select shipment_id, bool_or(runs) as is_running, max(rank) as rank, array_agg(rank order by container_key) as box_ranks,
          array_agg(given order by container_key) as box_given, array_agg(used order by container_key) as box_used,
          array_agg(days_over order by container_key) as box_over
        from (
          select shipment_id, container_key, bool_or(ended_on is null and last_free_day is not null) as runs,
            max(case when last_free_day is null then 0 when days_over > 0 then 3 else 1 end) as rank, sum(days_over) as days_over,
            sum(case when first_day is not null and last_free_day is not null
              then greatest(0, last_free_day - first_day + 1) end) as given,
            sum(case when first_day is not null and last_free_day is not null
              then greatest(0, least(ended_on, last_free_day) - first_day + 1) end) as used
          from (
            select *, case when has_begun then greatest(0, ended_on - last_free_day) else 0 end as days_over
            from free_time_clock where shipment_id = any(ids)
          ) clock group by shipment_id, container_key
        ) box group by shipment_id
      ) shipment left join (
        select shipment_id, array_agg(currency order by currency) as currencies, array_agg(amount order by currency) as amounts
        from (
          select shipment_id, currency, sum(amount) as amount from free_time_clock
          where shipment_id = any(ids) and currency is not null group by shipment_id, currency
        ) cost group by shipment_id
      ) costs using (shipment_id);
    end $$;
    select count_free_time(array(select distinct shipment_id from free_time_clock));

    -- With the place whose calendar counts the days of clocks that run.
    drop index shipment_departed;
    create index shipment_departed on shipment (company_id, coalesce(atd, etd))
      include (id, job_mode, load_type, port_of_departure, port_of_arrival, port_of_final_arrival, carrier_code, shipper_id,
        consignee_id, booking_number, status, etd, atd, etd_local, atd_local, eta, ata, first_eta, reached, gross_weight_kg,
        volume_cbm, chargeable_weight_kg, teu, reported_code);
  `.execute(db);
}
