import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { ArrivedOnTime, dashboard } from "#app/contract/dashboard.ts";
import { daysBefore } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { allConditions, compileFilter, daysOf, type ShipmentScope } from "../shipments/filter.ts";
import { arrivalPlace, punctualityOf } from "../shipments/punctuality.ts";

/** More arrivals are not counted one by one. */
const ARRIVALS_MAX = 10_000;
/** Arrivals of so many days are held against those of as many days before. */
const ON_TIME_DAYS = 90;

/** How many arrivals of the last days were on time, and of as many days before; null when there are too many to count. */
export async function arrivedOnTime(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { clock, today, now }: { clock: string | undefined; today: string; now: Date },
): Promise<z.output<typeof dashboard.response>["onTime"]> {
  const since = (days: number) =>
    compileFilter(
      db,
      scope,
      { dateType: "ata", dateFrom: daysBefore(today, days - 1)!, dateTo: today, clock },
      now,
    );
  const [whole, present] = [await since(2 * ON_TIME_DAYS), await since(ON_TIME_DAYS)];
  const { state } = punctualityOf({ baseline: "first", toleranceDays: 1 }, now);
  const arrivals = allConditions(scope, whole!);
  // Their number comes from an index alone; whether they were on time is in their rows, which are read only if they are few.
  const { rows } = await sql<{ isPresent: boolean | null; state: keyof ArrivedOnTime; count: number }>`
    with few as materialized (
      select count(*) <= ${ARRIVALS_MAX} as are_few
      from (select from shipment s where ${arrivals} limit ${ARRIVALS_MAX + 1}) found
    )
    select null as "isPresent", 'unknown' as state, 0 as count from few where not are_few
    union all
    select is_present, state, count(*)::int from (
      select ${sql.join(daysOf(present!.days!), sql` and `)} as is_present, ${state} as state
      from shipment s ${arrivalPlace} where ${arrivals} and (select are_few from few)) arrived
    group by 1, 2`.execute(db);
  if (rows.some(({ isPresent }) => isPresent === null)) return null;
  const of = (isPresent: boolean): ArrivedOnTime => ({
    onTime: 0,
    late: 0,
    unknown: 0,
    ...Object.fromEntries(
      rows.flatMap((row) => (row.isPresent === isPresent ? [[row.state, row.count]] : [])),
    ),
  });
  return { days: ON_TIME_DAYS, now: of(true), before: of(false) };
}
