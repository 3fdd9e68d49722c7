import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { dashboard } from "#app/contract/dashboard.ts";
import { PLACE_CLOCK } from "#app/lib/clock.ts";
import { daysBefore, wallClockToInstant } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { inScope, isDelayedAt, type ShipmentScope } from "../shipments/filter.ts";

/** More open shipments are not counted one by one. */
const OPEN_MAX = 10_000;
/** Days of expected arrivals, today included. */
const ARRIVAL_DAYS = 14;

interface Counted {
  total: number;
  delayed: number;
  booked: number;
  transit: number;
  /** Null, as `days`, when there are too many. */
  underWay: number | null;
  /** How many arrive on each day, those without any left out; the first day is 1. */
  days: Record<string, number> | null;
}

/**
 * The open shipments by state and by the day of their ETA; nulls when there are too many to count. Nearly all of it is read
 * from indexes alone: the delayed ones among those under way are few, and are taken off.
 */
export async function openShipments(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { clock, today, now }: { clock: string; today: string; now: Date },
): Promise<Pick<z.output<typeof dashboard.response>, "states" | "arrivals">> {
  const own = inScope(scope);
  const days = Array.from({ length: ARRIVAL_DAYS + 1 }, (_, index) => daysBefore(today, -index)!);
  const [eta, bounds] =
    clock === PLACE_CLOCK
      ? [sql`s.eta_local`, sql`${days}::timestamp[]`]
      : [sql`s.eta`, sql`${days.map((day) => wallClockToInstant(day, clock))}::timestamptz[]`];
  const { rows } = await sql<Counted>`
    with open as materialized (
      select s.status, ${isDelayedAt(now)} as is_delayed from shipment s
      where ${own} and s.status <> 'COMPLETED' limit ${OPEN_MAX + 1}
    ), counted as (
      select count(*)::int as total, count(*) filter (where is_delayed)::int as delayed,
        count(*) filter (where not is_delayed and status = 'BOOKED')::int as booked,
        count(*) filter (where not is_delayed and status = 'TRANSIT')::int as transit
      from open
    )
    select counted.*, case when total <= ${OPEN_MAX} then (
      select count(*)::int from shipment s where ${own} and s.status = 'TRANSIT' and s.ata is null
    ) - (
      select count(*)::int from shipment s
      where ${own} and s.status <> 'COMPLETED' and s.delay_due_at < ${now} and s.status = 'TRANSIT' and s.ata is null
    ) end as "underWay", case when total <= ${OPEN_MAX} then (
      select coalesce(jsonb_object_agg(day, count), '{}') from (
        select width_bucket(${eta}, ${bounds}) as day, count(*)::int as count from shipment s
        where ${own} and s.status <> 'COMPLETED' and ${eta} >= (${bounds})[1] and ${eta} < (${bounds})[${sql.lit(days.length)}]
        group by 1) days
    ) end as days from counted`.execute(db);
  const { delayed, booked, transit, underWay, days: byDay } = rows[0]!;
  if (underWay === null || !byDay) return { states: null, arrivals: null };
  return {
    states: { delayed, arrived: transit - underWay, underWay, booked },
    arrivals: days.slice(0, -1).map((day, index) => ({ day, total: byDay[index + 1] ?? 0 })),
  };
}
