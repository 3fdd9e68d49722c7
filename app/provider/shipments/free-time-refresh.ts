import { type Kysely, sql } from "kysely";
import { ownContainers } from "#app/lib/container-number.ts";
import type { Database } from "../db/schema.ts";
import { writeClocks } from "./figures.ts";
import { type FreeTimeShipment, readFreeTime, storedFreeTimeOf } from "./free-time-record.ts";
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
  const found = rows.map((row) => ({
    id: row.id,
    ...storedFreeTimeOf(row, eventsOf.get(row.id) ?? [], records, { dates: row.dates, now }),
  }));
  await sql`
    update shipment s set free_time_day = m.day, heard_at = greatest(s.heard_at, ${heardAt}::timestamptz)
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ day }) => day)}::date[]) as m (id, day)
    where s.id = m.id`.execute(db);
  await writeClocks(db, found);
}

const BATCH = 500;

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
