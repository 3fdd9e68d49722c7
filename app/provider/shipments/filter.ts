import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ShipmentFilter } from "#app/contract/shipment.ts";
import { type FilterDateType, serviceGroups } from "#app/contract/shipment-code.ts";
import { DAY_MS, wireToInstant } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { Caller } from "../http/handler.ts";
import { KEYWORD_KINDS, referenceKey } from "./reference.ts";

/** Up to so many shipments a number or a follow list is resolved to ids before the shipments are looked at. */
const RESOLVED_MAX = 2_000;
export const ARRIVING_DAYS = 7;

/** Whose shipments are looked at: a customer's own company; for the forwarder's staff every company. */
export interface ShipmentScope {
  companyIds: string[];
  userId: string;
}

/** Beside the screen's filters: what only the dashboard asks for. */
export interface ListFilter extends ShipmentFilter {
  /** Booked or in transit. */
  isOpen?: boolean;
}

/** SQL conditions on the shipment `s`, all of which must hold; null when nothing can match. */
export type Conditions = RawBuilder<unknown>[] | null;

export async function scopeOf(db: Kysely<Database>, caller: Caller): Promise<ShipmentScope> {
  if (!caller.isForwarder) return { companyIds: [caller.companyId], userId: caller.userId };
  const companies = await db.selectFrom("company").select("id").orderBy("id").execute();
  return { companyIds: companies.map((company) => company.id), userId: caller.userId };
}

/** A filter by one company only, so that an index that begins with the company keeps its order. */
export function inScope({ companyIds }: ShipmentScope): RawBuilder<unknown> {
  return companyIds.length === 1
    ? sql`s.company_id = ${companyIds[0]}`
    : sql`s.company_id = any(${companyIds}::bigint[])`;
}

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
} as const satisfies Record<FilterDateType, keyof Database["shipment"]>;

/** Looks numbers and party names up, and says the rest as conditions. The company is not among them: see `inScope`. */
export async function conditionsOf(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: ListFilter,
  now: Date,
): Promise<Conditions> {
  const conditions: RawBuilder<unknown>[] = [];
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
    const condition = await byNumber(db, scope, typed, kinds);
    if (condition === null) return null;
    conditions.push(condition);
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
      .where("name", "ilike", `%${name.trim().replace(/[\\%_]/g, "\\$&")}%`)
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
  if (arrival) conditions.push(sql`s.port_of_arrival = ${arrival}`);
  if (filter.dateType) {
    const column = sql.ref(`s.${DATE_COLUMNS[filter.dateType]}`);
    const from = wireToInstant(filter.dateFrom);
    const lastDay = wireToInstant(filter.dateTo);
    if (from) conditions.push(sql`${column} >= ${from}`);
    if (lastDay) conditions.push(sql`${column} < ${new Date(lastDay.getTime() + DAY_MS)}`);
    if (!from && !lastDay) conditions.push(sql`${column} is not null`);
  }
  if (filter.isArrivingSoon) {
    const until = new Date(now.getTime() + ARRIVING_DAYS * DAY_MS);
    conditions.push(sql`s.status <> 'COMPLETED'`, sql`s.eta >= ${now}`, sql`s.eta < ${until}`);
  }
  return conditions;
}

async function byNumber(
  db: Kysely<Database>,
  scope: ShipmentScope,
  typed: string,
  kinds: readonly string[],
): Promise<RawBuilder<unknown> | null> {
  const first = referenceKey(typed);
  if (first === "") return null;
  // Keys sort by their bytes, and nothing in UTF-8 sorts after this character.
  const last = `${first}\u{10FFFF}`;
  const { rows } = await sql<{ id: string }>`
    select r.shipment_id as id from shipment_reference r
    where r.company_id = any(${scope.companyIds}::bigint[]) and r.kind = any(${[...kinds]})
      and r.value_key >= ${first} and r.value_key < ${last}
    limit ${RESOLVED_MAX + 1}`.execute(db);
  if (rows.length === 0) return null;
  if (rows.length <= RESOLVED_MAX) {
    return sql`s.id = any(${[...new Set(rows.map((row) => row.id))]}::bigint[])`;
  }
  return sql`exists (
    select from shipment_reference r
    where r.shipment_id = s.id and r.kind = any(${[...kinds]}) and r.value_key >= ${first} and r.value_key < ${last})`;
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
