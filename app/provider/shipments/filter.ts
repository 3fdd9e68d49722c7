import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ShipmentFilter } from "#app/contract/shipment.ts";
import { type FilterDateType, serviceGroups } from "#app/contract/shipment-code.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import { DAY_MS, daysBefore, HOUR_MS, wallClockToInstant } from "#app/lib/date-time.ts";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";
import { KEYWORD_KINDS, referenceKey } from "./reference.ts";

/** Up to so many shipments a number or a follow list is resolved to ids before the shipments are looked at. */
const RESOLVED_MAX = 5_000;
const ARRIVING_DAYS = 7;

/** Whose shipments are looked at: a customer's own company; for the forwarder's staff every company. */
export interface ShipmentScope extends Scope {
  companyIds: string[];
}

/** A range of days that one of the dates lies in. */
export interface DayRange {
  column: DateColumn;
  from: Date | null;
  until: Date | null;
  /** On the clocks of the places: the first day, and the day after the last. `from` and `until` are wide enough for every zone. */
  local: { from: string | null; until: string | null } | null;
}
export type DateColumn = "booking_at" | "etd" | "atd" | "eta" | "ata" | "delivery_at";

/** A filter as it is asked of the database. All conditions are on the shipment `s`; the company is not among them. */
export interface Question {
  conditions: RawBuilder<unknown>[];
  days: DayRange | null;
  /** Beginnings of numbers that more shipments bear than can be looked at one by one, with some of those shipments. */
  common: CommonNumber[];
}
export interface CommonNumber {
  /** For the planner to join as it likes. */
  condition: RawBuilder<unknown>;
  /** The same, looked up shipment by shipment: for a walk that ends as soon as the page is full. */
  probe: RawBuilder<unknown>;
  /** As PostgreSQL writes an array: what is only handed back need not be taken apart. */
  someIds: string;
  someCount: number;
}

/** Everything that must hold, the company included. */
export function wholeOf(scope: ShipmentScope, { conditions, days, common }: Question): RawBuilder<unknown> {
  return sql.join(
    [
      inScope(scope),
      ...conditions,
      ...(days ? daysOf(days) : []),
      ...common.map(({ condition }) => condition),
    ],
    sql` and `,
  );
}

/** Four weeks, as the indexes `shipment_*_bin` have them. */
const BIN_MS = 28 * DAY_MS;
const FIRST_BIN_MS = Date.UTC(2000, 0, 1);

/** The beginning of the bin in which an instant lies. */
export function binOf(instant: Date): Date {
  return new Date(FIRST_BIN_MS + Math.floor((instant.getTime() - FIRST_BIN_MS) / BIN_MS) * BIN_MS);
}
export function nextBin(bin: Date): Date {
  return new Date(bin.getTime() + BIN_MS);
}
export function binColumn(column: DateColumn): RawBuilder<Date> {
  return sql<Date>`date_bin('28 days', ${sql.ref(`s.${column}`)}, timestamptz '2000-01-01 00:00:00+00')`;
}

/** The range, and once more by bins, for the dates that are indexed by those only. */
export function daysOf({ column, from, until, local }: DayRange): RawBuilder<unknown>[] {
  const date = sql.ref(`s.${column}`);
  const conditions: RawBuilder<unknown>[] = [];
  if (from) conditions.push(sql`${date} >= ${from}`);
  if (until) conditions.push(sql`${date} < ${until}`);
  if (!from && !until) conditions.push(sql`${date} is not null`);
  const placeDate = localColumn(column);
  if (local?.from) conditions.push(sql`${placeDate} >= ${local.from}::timestamp`);
  if (local?.until) conditions.push(sql`${placeDate} < ${local.until}::timestamp`);
  if (SORTED_DATES.has(column)) return conditions;
  if (from) conditions.push(sql`${binColumn(column)} >= ${binOf(from)}`);
  if (until) conditions.push(sql`${binColumn(column)} <= ${binOf(until)}`);
  return conditions;
}
const SORTED_DATES: ReadonlySet<DateColumn> = new Set<DateColumn>(["booking_at", "etd", "eta"]);

/** The column that holds the date as the clock of its place shows it. */
export function localColumn(column: DateColumn): RawBuilder<unknown> {
  return sql.ref(`s.${column.replace(/_at$/, "")}_local`);
}

/** The companies of a scope by name, so that an index that begins with the company serves each of them. */
export async function shipmentScopeOf(db: Kysely<Database>, scope: Scope): Promise<ShipmentScope> {
  if (!scope.isEveryCompany) return { ...scope, companyIds: [scope.companyId] };
  const companies = await db.selectFrom("company").select("id").orderBy("id").execute();
  return { ...scope, companyIds: companies.map((company) => company.id) };
}

/** A filter by one company only, so that an index that begins with the company keeps its order. */
export function inScope({ companyIds }: ShipmentScope): RawBuilder<unknown> {
  return companyIds.length === 1
    ? sql`s.company_id = ${companyIds[0]}`
    : sql`s.company_id = any(${companyIds}::bigint[])`;
}

/** The label "delayed" (product 4.1) as a condition: it begins by the clock alone. */
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

/** A filter, and the clock by which its days are counted. */
export interface AskedFilter extends ShipmentFilter {
  clock?: string | undefined;
}

/** Looks numbers and party names up, and says the rest as conditions; null when nothing can match. */
export async function questionOf(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: AskedFilter,
  now: Date,
): Promise<Question | null> {
  const conditions: RawBuilder<unknown>[] = [];
  const common: Question["common"] = [];
  const numbers = [
    [filter.houseNumber, ["H"]],
    [filter.masterNumber, ["M"]],
    [filter.poNumber, ["PO"]],
    [filter.skuNumber, ["SKU"]],
    [filter.containerNumber, ["CNTR"]],
    [filter.keyword, KEYWORD_KINDS],
  ] as const;
  for (const [typed, kinds] of numbers) {
    if (!typed?.trim()) continue;
    const found = await byNumber(db, scope, typed, kinds);
    if (found === null) return null;
    if (found.isCommon) common.push(found);
    else conditions.push(sql`s.id = any(${found.someIds}::bigint[])`);
  }
  for (const [column, name] of [
    ["shipper_id", filter.shipper],
    ["consignee_id", filter.consignee],
  ] as const) {
    if (!name?.trim()) continue;
    const parties = await db
      .selectFrom("party")
      .select("id")
      .where("company_id", "in", scope.companyIds)
      .where("name", "ilike", containing(name.trim()))
      .execute();
    if (parties.length === 0) return null;
    conditions.push(sql`${sql.ref(`s.${column}`)} = any(${parties.map((party) => party.id)}::bigint[])`);
  }
  if (filter.isFollowed) {
    const condition = await byFollow(db, scope.userId);
    if (condition === null) return null;
    conditions.push(condition);
  }

  if (filter.status === "DELAYED")
    conditions.push(sql`s.status <> 'COMPLETED'`, sql`s.delay_due_at < ${now}`);
  else if (filter.status) conditions.push(sql`s.status = ${filter.status}`);
  if (filter.isOpen) conditions.push(sql`s.status <> 'COMPLETED'`);
  if (filter.mode) conditions.push(sql`s.job_mode = ${filter.mode}`);
  if (filter.service) conditions.push(sql`s.service_type = any(${[...serviceGroups[filter.service]]})`);
  const departure = filter.portOfDeparture?.trim();
  if (departure) conditions.push(sql`s.port_of_departure = ${departure}`);
  const arrival = filter.portOfArrival?.trim();
  if (arrival) conditions.push(await byArrival(db, scope, arrival));
  if (filter.isArrivingSoon) {
    const until = new Date(now.getTime() + ARRIVING_DAYS * DAY_MS);
    conditions.push(sql`s.status <> 'COMPLETED'`, sql`s.eta >= ${now}`, sql`s.eta < ${until}`);
  }
  if (filter.isUnderWay) conditions.push(sql`s.status = 'TRANSIT'`, sql`s.ata is null`);
  return { conditions, days: rangeOf(filter), common };
}

/** Clocks of the world are at the most so far ahead of UTC, and behind it. */
const AHEAD_MOST_MS = 14 * HOUR_MS;
const BEHIND_MOST_MS = 12 * HOUR_MS;

function rangeOf({ dateType, dateFrom, dateTo, clock: named }: AskedFilter): DayRange | null {
  if (!dateType) return null;
  const column = DATE_COLUMNS[dateType];
  const clock = readClock(named);
  const from = dateFrom ?? null;
  const until = (dateTo && daysBefore(dateTo, -1)) ?? null;
  if (clock !== PLACE_CLOCK) {
    return {
      column,
      from: wallClockToInstant(from, clock),
      until: wallClockToInstant(until, clock),
      local: null,
    };
  }
  const moved = (day: string | null, ms: number) => {
    const midnight = wallClockToInstant(day, "UTC");
    return midnight && new Date(midnight.getTime() + ms);
  };
  return {
    column,
    from: moved(from, -AHEAD_MOST_MS),
    until: moved(until, BEHIND_MOST_MS),
    local: { from, until },
  };
}

async function byNumber(
  db: Kysely<Database>,
  scope: ShipmentScope,
  typed: string,
  kinds: readonly string[],
): Promise<(CommonNumber & { isCommon: boolean }) | null> {
  const first = referenceKey(typed);
  if (first === "") return null;
  // Keys sort by their bytes, and nothing in UTF-8 sorts after this character.
  const last = `${first}\u{10FFFF}`;
  const { rows } = await sql<{ references: number; shipments: number; ids: string | null }>`
    select count(*)::int as "references", count(distinct id)::int as shipments, array_agg(distinct id)::text as ids
    from (
      select r.shipment_id as id from shipment_reference r
      where r.company_id = any(${scope.companyIds}::bigint[]) and r.kind = any(${[...kinds]})
        and r.value_key >= ${first} and r.value_key < ${last}
      limit ${RESOLVED_MAX + 1}
    ) found`.execute(db);
  const found = rows[0]!;
  if (found.ids === null) return null;
  const bearing = sql`shipment_reference r where r.shipment_id = s.id and r.kind = any(${[...kinds]})`;
  return {
    condition: sql`exists (select from ${bearing} and r.value_key >= ${first} and r.value_key < ${last})`,
    // A scalar is never turned into a join, and what begins with `left` is never looked up by the number.
    probe: sql`(select true from ${bearing} and left(r.value_key, ${sql.lit([...first].length)}) = ${first} limit 1)`,
    someIds: found.ids,
    someCount: found.shipments,
    isCommon: found.references > RESOLVED_MAX,
  };
}

/** By port of arrival or final place, as 'To' shows it: a place that is nobody's final one is looked for by its own index. */
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
