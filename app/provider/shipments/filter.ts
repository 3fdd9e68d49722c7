import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ShipmentFilter } from "#app/contract/shipment.ts";
import { type FilterDateType, serviceGroups } from "#app/contract/shipment-code.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import {
  DAY_MS,
  daysBefore,
  HOUR_MS,
  WIRE_ZONE,
  wallClockToInstant,
  wireToInstant,
} from "#app/lib/date-time.ts";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";
import { localName, UNKNOWN_ZONE } from "./local-dates.ts";
import { ownTurnIds } from "./next-step.ts";
import { byNumber, type NumberFilter } from "./number-filter.ts";
import { KEYWORD_KINDS } from "./reference.ts";

/** Maximum number of followed shipments that are resolved to ids before shipments are read. */
const RESOLVED_MAX = 5_000;
const ARRIVING_DAYS = 7;

/** The companies whose shipments are read: the customer's own; for the forwarder's staff every company. */
export interface ShipmentScope extends Scope {
  companyIds: string[];
}

/** A range of days for one of the dates. */
export interface DayRange {
  column: DateColumn;
  from: Date | null;
  until: Date | null;
  /**
   * For local times of the places: first day, and the day after the last. `from` and `until` are then wide
   * enough for every zone.
   */
  local: { from: string | null; until: string | null } | null;
  /**
   * By a clock that all places share: its first day, and the day after the last. A date that is known to the day alone is that
   * day on every clock; `from` and `until` are then wide enough for both.
   */
  shared?: { from: Instants | null; until: Instants | null };
}
/** The midnight of a day on the clock, and where dates without an hour have theirs. */
interface Instants {
  onClock: Date;
  ofDay: Date;
}
export type DateColumn = "booking_at" | "etd" | "atd" | "eta" | "ata" | "delivery_at";

/** A filter as SQL conditions on the shipment `s`, without the company. */
export interface CompiledFilter {
  conditions: RawBuilder<unknown>[];
  days: DayRange | null;
  numbers: NumberFilter[];
}

/** All conditions, the company included. */
export function allConditions(
  scope: ShipmentScope,
  { conditions, days, numbers }: CompiledFilter,
): RawBuilder<unknown> {
  return sql.join(
    [
      inScope(scope),
      ...conditions,
      ...(days ? daysOf(days) : []),
      ...numbers.map(({ condition }) => condition),
    ],
    sql` and `,
  );
}

/** A week, as in the indexes `shipment_*_bin`. */
const BIN_MS = 7 * DAY_MS;
const FIRST_BIN_MS = Date.UTC(2000, 0, 1);

/** Start of the bin that contains an instant. */
export function binOf(instant: Date): Date {
  return new Date(FIRST_BIN_MS + Math.floor((instant.getTime() - FIRST_BIN_MS) / BIN_MS) * BIN_MS);
}
export function nextBin(bin: Date): Date {
  return new Date(bin.getTime() + BIN_MS);
}
export function binColumn(column: DateColumn): RawBuilder<Date> {
  return sql<Date>`date_bin('7 days', ${sql.ref(`s.${column}`)}, timestamptz '2000-01-01 00:00:00+00')`;
}

/** The range, repeated as bins for dates that are indexed by bin only. */
export function daysOf({ column, from, until, local, shared }: DayRange): RawBuilder<unknown>[] {
  const date = sql.ref(`s.${column}`);
  const conditions: RawBuilder<unknown>[] = [];
  if (from) conditions.push(sql`${date} >= ${from}`);
  if (until) conditions.push(sql`${date} < ${until}`);
  if (!from && !until) conditions.push(sql`${date} is not null`);
  const placeDate = localColumn(column);
  if (local?.from) conditions.push(sql`${placeDate} >= ${local.from}::timestamp`);
  if (local?.until) conditions.push(sql`${placeDate} < ${local.until}::timestamp`);
  if (shared) conditions.push(onOwnDay(column, shared));
  if (SORTED_DATES.has(column)) return conditions;
  if (from) conditions.push(sql`${binColumn(column)} >= ${binOf(from)}`);
  if (until) conditions.push(sql`${binColumn(column)} <= ${binOf(until)}`);
  return conditions;
}
/**
 * Whether a date lies in the range: by the clock, or as a day. Only a date at midnight can be a day, and only of such a one the
 * row is read: all other columns are in the indexes.
 */
function onOwnDay(column: DateColumn, { from, until }: NonNullable<DayRange["shared"]>): RawBuilder<unknown> {
  const date = sql.ref(`s.${column}`);
  const midnight = sql`${date} at time zone ${sql.lit(UNKNOWN_ZONE)}`;
  const isDay = sql`(${localColumn(column)} = ${midnight} and ${midnight} = date_trunc('day', ${midnight})
    and exists (select from shipment d where d.id = s.id and ${column.replace(/_at$/, "")} = any(d.day_only)))`;
  const within = (name: keyof Instants) =>
    sql.join(
      [...(from ? [sql`${date} >= ${from[name]}`] : []), ...(until ? [sql`${date} < ${until[name]}`] : [])],
      sql` and `,
    );
  return sql`case when ${isDay} then ${within("ofDay")} else ${within("onClock")} end`;
}

const SORTED_DATES: ReadonlySet<DateColumn> = new Set<DateColumn>(["booking_at", "etd", "eta"]);

/** The column with the date in the local time of its place. */
export function localColumn(column: DateColumn): RawBuilder<unknown> {
  return sql.ref(`s.${localName(column)}`);
}

/** The scope with a list of company ids, because indexes that start with the company need each of them. */
export async function shipmentScopeOf(db: Kysely<Database>, scope: Scope): Promise<ShipmentScope> {
  if (!scope.isEveryCompany) return { ...scope, companyIds: [scope.companyId] };
  const companies = await db.selectFrom("company").select("id").orderBy("id").execute();
  return { ...scope, companyIds: companies.map((company) => company.id) };
}

/** A single company is compared by `=`, so that an index that starts with the company keeps its order. */
export function inScope({ companyIds }: ShipmentScope): RawBuilder<unknown> {
  return companyIds.length === 1
    ? sql`s.company_id = ${companyIds[0]}`
    : sql`s.company_id = any(${companyIds}::bigint[])`;
}

/** Condition for the label "delayed" (product 4.1), which starts as time passes, without an event. */
export function isDelayedAt(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.status <> 'COMPLETED' and coalesce(s.delay_due_at < ${now}, false))`;
}

const DATE_COLUMNS = {
  booking: "booking_at",
  etd: "etd",
  atd: "atd",
  eta: "eta",
  ata: "ata",
  delivery: "delivery_at",
} as const satisfies Record<FilterDateType, DateColumn>;

/** A filter, and the time zone in which its days are meant. */
export interface FilterRequest extends ShipmentFilter {
  clock?: string | undefined;
  /** Conditions on the shipment `s` that no filter of the list can say. */
  also?: readonly RawBuilder<unknown>[];
}

/** Looks up numbers and party names, and turns the rest into conditions; null when nothing can match. */
export async function compileFilter(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: FilterRequest,
  now: Date,
): Promise<CompiledFilter | null> {
  const conditions: RawBuilder<unknown>[] = [];
  const numbers: NumberFilter[] = [];
  const numberFields = [
    [filter.houseNumber, ["H"]],
    [filter.masterNumber, ["M"]],
    [filter.poNumber, ["PO"]],
    [filter.skuNumber, ["SKU"]],
    [filter.containerNumber, ["CNTR"]],
    [filter.keyword, KEYWORD_KINDS],
  ] as const;
  for (const [typed, kinds] of numberFields) {
    if (!typed?.trim()) continue;
    const condition = await byNumber(db, scope.companyIds, typed, kinds);
    if (condition === null) return null;
    numbers.push(condition);
  }
  for (const [column, name] of [
    ["shipper_id", filter.shipper],
    ["consignee_id", filter.consignee],
  ] as const) {
    if (!name?.trim()) continue;
    const condition = await byParty(db, scope, column, name.trim());
    if (condition === null) return null;
    conditions.push(condition);
  }
  const chosen = [
    ...(filter.isFollowed ? [() => byFollow(db, scope.userId)] : []),
    ...(filter.isOwnTurn ? [() => byTurn(db, scope, now)] : []),
  ];
  for (const find of chosen) {
    const condition = await find();
    if (condition === null) return null;
    conditions.push(condition);
  }
  conditions.push(...rowConditionsOf(filter, now), ...(filter.also ?? []));
  const arrival = filter.portOfArrival?.trim();
  if (arrival) conditions.push(await byArrival(db, scope, arrival));
  return { conditions, days: rangeOf(filter), numbers };
}

async function byTurn(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  now: Date,
): Promise<RawBuilder<unknown> | null> {
  const ids = await ownTurnIds(db, companyIds, now);
  return ids.length > 0 ? sql`s.id = any(${ids}::bigint[])` : null;
}

/** Null when no party has the name. */
async function byParty(
  db: Kysely<Database>,
  scope: ShipmentScope,
  column: "shipper_id" | "consignee_id",
  name: string,
): Promise<RawBuilder<unknown> | null> {
  const parties = await db
    .selectFrom("party")
    .select("id")
    .where("company_id", "in", scope.companyIds)
    .where("name", "ilike", containing(name))
    .execute();
  if (parties.length === 0) return null;
  return sql`${sql.ref(`s.${column}`)} = any(${parties.map((party) => party.id)}::bigint[])`;
}

/** Conditions on the shipment's own columns: status, mode, service, port of departure, progress. */
function rowConditionsOf(filter: FilterRequest, now: Date): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.status === "DELAYED")
    conditions.push(sql`s.status <> 'COMPLETED'`, sql`s.delay_due_at < ${now}`);
  else if (filter.status) conditions.push(sql`s.status = ${filter.status}`);
  if (filter.isOpen) conditions.push(sql`s.status <> 'COMPLETED'`);
  if (filter.mode) conditions.push(sql`s.job_mode = ${filter.mode}`);
  if (filter.service) conditions.push(sql`s.service_type = any(${[...serviceGroups[filter.service]]})`);
  const departure = filter.portOfDeparture?.trim();
  if (departure) conditions.push(sql`s.port_of_departure = ${departure}`);
  if (filter.isArrivingSoon) {
    const until = new Date(now.getTime() + ARRIVING_DAYS * DAY_MS);
    conditions.push(sql`s.status <> 'COMPLETED'`, sql`s.eta >= ${now}`, sql`s.eta < ${until}`);
  }
  if (filter.hasArrived) conditions.push(sql`s.status = 'TRANSIT'`, sql`s.ata is not null`);
  if (filter.isOnTime) conditions.push(sql`not ${isDelayedAt(now)}`);
  // A date that does not exist finds nothing: null is after nothing.
  if (filter.changedSince)
    conditions.push(sql`s.heard_at > ${wireToInstant(filter.changedSince)}::timestamptz`);
  if (filter.isUnderWay) conditions.push(sql`s.status = 'TRANSIT'`, sql`s.ata is null`);
  return conditions;
}

function instantsOf(day: string | null, clock: string): Instants | null {
  const onClock = wallClockToInstant(day, clock);
  const ofDay = wallClockToInstant(day, WIRE_ZONE);
  return onClock && ofDay && { onClock, ofDay };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** Range of UTC offsets in the world. */
const UTC_AHEAD_MAX_MS = 14 * HOUR_MS;
const UTC_BEHIND_MAX_MS = 12 * HOUR_MS;

function rangeOf({ dateType, dateFrom, dateTo, clock: named }: FilterRequest): DayRange | null {
  if (!dateType) return null;
  const column = DATE_COLUMNS[dateType];
  const clock = readClock(named);
  const from = dateFrom ?? null;
  const until = (dateTo && daysBefore(dateTo, -1)) ?? null;
  if (clock !== PLACE_CLOCK) {
    const first = instantsOf(from, clock);
    const last = instantsOf(until, clock);
    // Bookings have an hour always; where the clock is UTC+8, both midnights are one.
    const isSame = [first, last].every((each) => !each || each.onClock.getTime() === each.ofDay.getTime());
    if (column === "booking_at" || isSame)
      return { column, from: first?.onClock ?? null, until: last?.onClock ?? null, local: null };
    return {
      column,
      from: first && earlier(first.onClock, first.ofDay),
      until: last && later(last.onClock, last.ofDay),
      local: null,
      shared: { from: first, until: last },
    };
  }
  const moved = (day: string | null, ms: number) => {
    const midnight = wallClockToInstant(day, "UTC");
    return midnight && new Date(midnight.getTime() + ms);
  };
  return {
    column,
    from: moved(from, -UTC_AHEAD_MAX_MS),
    until: moved(until, UTC_BEHIND_MAX_MS),
    local: { from, until },
  };
}

/**
 * Matches the port of arrival or the final place, as the column 'To' shows it. A code that is no shipment's
 * final place needs only the index on the port of arrival.
 */
async function byArrival(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  code: string,
): Promise<RawBuilder<unknown>> {
  const final = await db
    .selectFrom("shipment")
    .select("id")
    .where("company_id", "in", companyIds)
    .where("port_of_final_arrival", "=", code)
    .limit(1)
    .executeTakeFirst();
  return final
    ? sql`(s.port_of_arrival = ${code} or s.port_of_final_arrival = ${code})`
    : sql`s.port_of_arrival = ${code}`;
}

async function byFollow(db: Kysely<Database>, userId: string): Promise<RawBuilder<unknown> | null> {
  const rows = await db
    .selectFrom("shipment_follow")
    .select("shipment_id")
    .where("user_id", "=", userId)
    .limit(RESOLVED_MAX + 1)
    .execute();
  if (rows.length === 0) return null;
  if (rows.length <= RESOLVED_MAX) {
    return sql`s.id = any(${rows.map((row) => row.shipment_id)}::bigint[])`;
  }
  return sql`exists (select from shipment_follow f where f.user_id = ${userId} and f.shipment_id = s.id)`;
}
