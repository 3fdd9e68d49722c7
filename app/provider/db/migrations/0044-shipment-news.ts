import { type Kysely, sql } from "kysely";

/**
 * Tells the processes which shipments have changed, whoever changes them: a row of the outbox for each statement, by
 * company, with up to 20 ids (`SHIPMENTS_NAMED`) or null for more. It does not notify: imports with a notification
 * commit one after another, and every process reads the outbox once a second in any case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_shipments() returns trigger language plpgsql as $$
    declare
      companies jsonb;
    begin
      if tg_table_name = 'shipment' then
        select jsonb_object_agg(x.company_id, x.ids) into companies
        from (
          select company_id, case when count(*) <= 20 then jsonb_agg(id::text order by id) end as ids
          from changed group by company_id
        ) x;
      else
        select jsonb_object_agg(x.company_id, x.ids) into companies
        from (
          select company_id, case when count(*) <= 20 then jsonb_agg(id::text order by id) end as ids
          from shipment where id in (select shipment_id from changed) group by company_id
        ) x;
      end if;
      if companies is not null then
        insert into realtime_outbox (event)
        values (jsonb_build_object('kind', 'shipments', 'companies', companies));
      end if;
      return null;
    end $$`.execute(db);
  // A trigger with a table of the changed rows is for one kind of change.
  for (const [table, change, rows] of [
    ["shipment", "insert", "new"],
    ["shipment", "update", "new"],
    ["delivery", "insert", "new"],
    ["delivery", "update", "new"],
    ["delivery", "delete", "old"],
    ["cut_off", "insert", "new"],
    ["free_time_statement", "insert", "new"],
  ] as const) {
    await sql`
      create trigger ${sql.raw(`${table}_${change}_told`)} after ${sql.raw(change)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function tell_shipments()`.execute(db);
  }
}
