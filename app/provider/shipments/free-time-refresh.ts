import { type Kysely, sql } from "kysely";
import { ownContainers } from "#app/lib/container-number.ts";
import { formatDay } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { writeClocks } from "./figures.ts";
import { type FreeTimeShipment, readFreeTime, storedFreeTimeOf } from "./free-time-record.ts";
import { UNKNOWN_ZONE } from "./local-dates.ts";
import { readEvents } from "./recompute.ts";

/**
 * Brings the last free day of shipments up to date after a statement or a change of tariffs. `heardAt`: when something
 * was heard of them that alarms tell.
 */
export async function refreshFreeTime(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
  { now, heardAt = null }: { now: Date; heardAt?: Date | null },
): Promise<void> {
  if (shipmentIds.length === 0) return;
  const { rows: stored } = await sql<
    FreeTimeShipment & { moved_containers: string[]; dates: { railRampLastFreeDay?: string } }
  >`
    select id, company_id, carrier_code, port_of_arrival, port_of_final_arrival, container_numbers, moved_containers, dates
    from shipment where id = any(${[...shipmentIds]}::bigint[]) order by id for no key update`.execute(db);
  const rows = stored.map((row) => ({
    ...row,
    container_numbers: ownContainers(row.container_numbers, row.moved_containers),
  }));
  const events = await readEvents(db, shipmentIds);
  const records = await readFreeTime(db, rows, events);
  const eventsOf = Map.groupBy(events, ({ shipmentId }) => shipmentId);
  const refreshed = rows.map((row) => ({
    id: row.id,
    ...storedFreeTimeOf(row, eventsOf.get(row.id) ?? [], records, { dates: row.dates, now }),
  }));
  await sql`
    update shipment s set free_time_day = m.day, heard_at = greatest(s.heard_at, ${heardAt}::timestamptz)
    from unnest(${refreshed.map(({ id }) => id)}::bigint[], ${refreshed.map(({ day }) => day)}::date[]) as m (id, day)
    where s.id = m.id`.execute(db);
  await writeClocks(db, refreshed);
}

const BATCH = 500;

/**
 * Takes back last free days that were estimates from a planned day which has passed at the place without the event. Processes that do
 * so at once wait for each other's rows and find nothing more to do.
 */
export async function dropPassedEstimates(db: Kysely<Database>, now: Date): Promise<void> {
  const { rows } = await sql<{ shipment_id: string }>`
    select distinct c.shipment_id from free_time_clock c join shipment s on s.id = c.shipment_id
    left join place e on e.code = coalesce(s.port_of_final_arrival, s.port_of_arrival)
    where c.planned_start < ${formatDay(now, "Pacific/Kiritimati")}::date
      and c.planned_start < local_time(${now}::timestamptz, coalesce(e.time_zone, ${UNKNOWN_ZONE}))::date
    limit ${BATCH}`.execute(db);
  const ids = rows.map(({ shipment_id }) => shipment_id);
  if (ids.length > 0) await db.transaction().execute((trx) => refreshFreeTime(trx, ids, { now }));
}

/** The same for all open shipments of a company, after its tariffs have changed. */
export async function refreshCompany(db: Kysely<Database>, companyId: string, now: Date): Promise<number> {
  const rows = await db
    .selectFrom("shipment")
    .select("id")
    .where("company_id", "=", companyId)
    .where(sql<boolean>`(status <> 'COMPLETED' or free_time_day is not null)`)
    .orderBy("id")
    .execute();
  for (let start = 0; start < rows.length; start += BATCH)
    await refreshFreeTime(
      db,
      rows.slice(start, start + BATCH).map(({ id }) => id),
      { now },
    );
  return rows.length;
}
