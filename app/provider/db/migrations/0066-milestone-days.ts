import { type Kysely, sql } from "kysely";

/**
 * The milestones of a shipment as reports on a million of them read them (`shipments/milestone-days.ts`): lists of all kinds with
 * four days each took three seconds to take apart.
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
  `.execute(db);
}
