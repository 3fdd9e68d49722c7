import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { ArrivedOnTime, dashboard } from "#app/contract/dashboard.ts";
import type { ShipmentFilter } from "#app/contract/shipment.ts";
import type { OpenState, StatusListKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import { daysBefore, dayToWire, formatDay } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { allConditions, compileFilter, daysOf, inScope, isDelayedAt, type ShipmentScope } from "./filter.ts";
import { countShipments, listShipments, type ShipmentSort } from "./list.ts";
import { arrivalPlace, punctualityOf } from "./punctuality.ts";

const ROWS = { page: 1, pageSize: 10 };
/** Days of expected arrivals, today included. */
const ARRIVAL_DAYS = 14;
/** More shipments are not counted one by one. */
const OPEN_MAX = 10_000;
/** Arrivals of so many days are held against those of as many days before. */
const ON_TIME_DAYS = 90;
/** Today and the six days before, in the reader's time zone, so that the list can use the same filter. */
const LATEST_BOOKED_DAYS = 7;

interface CompiledFilter {
  filter: ShipmentFilter;
  sort: ShipmentSort;
}

/** The filter of each status list of product 2.7 (app/decisions/2026-11-20-dashboard-lists.md). */
function statusListFilters(today: string): Record<StatusListKey, CompiledFilter> {
  const latestBooked: ShipmentFilter = {
    dateType: "booking",
    dateFrom: daysBefore(today, LATEST_BOOKED_DAYS - 1)!,
    dateTo: today,
  };
  return {
    Booked_Shipments: { filter: { status: "BOOKED" }, sort: { sort: "booking", direction: "desc" } },
    Latest_Booked_Shipments: { filter: latestBooked, sort: { sort: "booking", direction: "desc" } },
    Latest_Active_Shipments: { filter: { isOpen: true }, sort: { sort: "updated", direction: "desc" } },
    In_Transit_Shipments: { filter: { isUnderWay: true }, sort: { sort: "eta", direction: "asc" } },
  };
}

/**
 * Reads the four status lists, the delayed and the arriving shipments, ten rows of each with their count, and how the
 * open shipments are.
 */
export async function readDashboard(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { clock, today }: z.infer<typeof dashboard.request>,
  { language, now }: { language: Language; now: Date },
): Promise<z.infer<typeof dashboard.response>> {
  const ask = ({ filter, sort }: CompiledFilter) =>
    listShipments(db, scope, { ...filter, clock }, sort, ROWS, { language, now });
  const statusLists = [];
  for (const [key, compiled] of Object.entries(statusListFilters(today ?? dayToWire(now)!)) as [
    StatusListKey,
    CompiledFilter,
  ][]) {
    statusLists.push({ key, ...(await ask(compiled)) });
  }
  return {
    statusLists,
    ...(await openShipments(db, scope, { clock: readClock(clock), today: today ?? dayToWire(now)!, now })),
    onTime: await arrivedOnTime(db, scope, { clock, today: today ?? dayToWire(now)! }, now),
    ownTurn: await countShipments(db, scope, { isOwnTurn: true }, now),
    delayed: await ask({ filter: { status: "DELAYED" }, sort: { sort: "eta", direction: "asc" } }),
    arriving: await ask({ filter: { isArrivingSoon: true }, sort: { sort: "eta", direction: "asc" } }),
  };
}

type Overview = z.infer<typeof dashboard.response>;

/** How many arrivals of the last days were on time, and of as many days before; null when there are too many to count. */
async function arrivedOnTime(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { clock, today }: { clock: string | undefined; today: string },
  now: Date,
): Promise<Overview["onTime"]> {
  const since = (days: number) =>
    compileFilter(
      db,
      scope,
      { dateType: "ata", dateFrom: daysBefore(today, days - 1)!, dateTo: today, clock },
      now,
    );
  const [whole, present] = [await since(2 * ON_TIME_DAYS), await since(ON_TIME_DAYS)];
  const { state } = punctualityOf({ baseline: "first", toleranceDays: 1 }, now);
  const { rows } = await sql<{ isPresent: boolean; state: keyof ArrivedOnTime; count: number }>`
    select is_present as "isPresent", state, count(*)::int as count from (
      select ${sql.join(daysOf(present!.days!), sql` and `)} as is_present, ${state} as state
      from shipment s ${arrivalPlace} where ${allConditions(scope, whole!)} limit ${OPEN_MAX + 1}) arrived
    group by 1, 2`.execute(db);
  if (rows.reduce((sum, { count }) => sum + count, 0) > OPEN_MAX) return null;
  const of = (isPresent: boolean): ArrivedOnTime => ({
    ...{ onTime: 0, late: 0, unknown: 0 },
    ...Object.fromEntries(
      rows.flatMap((row) => (row.isPresent === isPresent ? [[row.state, row.count]] : [])),
    ),
  });
  return { days: ON_TIME_DAYS, now: of(true), before: of(false) };
}

/** The open shipments by state and by the day of their ETA; nulls when there are too many to count. */
async function openShipments(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { clock, today, now }: { clock: string; today: string; now: Date },
): Promise<Pick<Overview, "states" | "arrivals">> {
  const { rows } = await sql<{ state: OpenState; eta: Date | null; eta_day: string | null }>`
    select
      case when ${isDelayedAt(now)} then 'delayed'
        when s.status = 'BOOKED' then 'booked'
        when s.ata is null then 'underWay' else 'arrived' end as state,
      s.eta, to_char(s.eta_local, 'YYYY-MM-DD') as eta_day
    from shipment s where ${inScope(scope)} and s.status <> 'COMPLETED' limit ${OPEN_MAX + 1}`.execute(db);
  if (rows.length > OPEN_MAX) return { states: null, arrivals: null };
  const states: Record<OpenState, number> = { delayed: 0, arrived: 0, underWay: 0, booked: 0 };
  const days = new Map(
    Array.from({ length: ARRIVAL_DAYS }, (_, index) => [daysBefore(today, -index)!, 0] as [string, number]),
  );
  for (const { state, eta, eta_day } of rows) {
    states[state]++;
    const day = clock === PLACE_CLOCK ? eta_day : formatDay(eta, clock);
    const counted = day === null ? undefined : days.get(day);
    if (day !== null && counted !== undefined) days.set(day, counted + 1);
  }
  return { states, arrivals: [...days].map(([day, total]) => ({ day, total })) };
}
