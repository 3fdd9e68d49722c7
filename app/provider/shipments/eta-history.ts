import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EtaHistory } from "#app/contract/eta-history.ts";
import type { EventClassifier, JobMode } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { DAY_MS, dayToWire, endOf, instantToWire } from "#app/lib/date-time.ts";
import { etaRange } from "#app/lib/eta-error.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { inScope, type ShipmentScope } from "./filter.ts";

const DAYS = 180;
/** ETAs are compared at the same distance from the arrival: the longest of these that the shipment still has before it. */
const LEAD_DAYS: Record<JobMode, readonly number[]> = { OCEAN: [14, 7], AIR: [1], TRUCK: [1] };
/** Arrivals that are looked at, the latest ones. */
const ARRIVALS_MAX = 500;
const ESTIMATES_MAX = 100;
/** So many companies have to be behind a figure that is not of the caller's own shipments. */
const COMPANIES_MIN = 3;

/** Estimated and planned arrivals of the shipment `s` at its port of arrival, corrected ones included. */
const etaStatements = (columns: RawBuilder<unknown>) => sql`
  select ${columns} from (
    select e.code, e.classifier, e.occurred_at, e.is_day_only, e.place_code, e.received_at, e.source
    from event_shipment l join event e on e.event_id = l.event_id where l.shipment_id = s.id
    union all
    select e.code, e.classifier, e.occurred_at, e.is_day_only, e.place_code, e.received_at, e.source
    from event_replaced e where e.shipment_ids @> array[s.id]
  ) e
  where e.code in ('ARRI', 'ARR') and e.classifier in ('PLN', 'EST') and e.place_code = s.port_of_arrival`;

/** The latest said first; of several said at once an estimate before a plan, and the latest arrival of the containers. */
const latestFirst = sql`order by e.received_at desc, e.classifier = 'EST' desc, e.occurred_at desc`;

interface StatementRow {
  occurred_at: Date;
  is_day_only: boolean;
  classifier: EventClassifier;
  source: string;
  received_at: Date;
}

/** Null both for an unknown id and for another company's. */
export async function readEtaHistory(
  db: Kysely<Database>,
  scope: ShipmentScope,
  id: string,
  { now, language }: { now: Date; language: Language },
): Promise<EtaHistory | null> {
  const shipment = await db
    .selectFrom("shipment as s")
    .leftJoin("carrier as c", "c.code", "s.carrier_code")
    .select([
      "s.job_mode",
      "s.carrier_code",
      "s.port_of_departure",
      "s.port_of_arrival",
      "s.eta",
      "s.day_only",
    ])
    .select("c.name as carrier_name")
    .where("s.id", "=", id)
    .where(sql<boolean>`${inScope(scope)}`)
    .executeTakeFirst();
  if (!shipment) return null;
  const { rows } = await sql<StatementRow>`
    select t.* from shipment s cross join lateral (
      ${etaStatements(sql`distinct on (e.received_at, e.source) e.occurred_at, e.is_day_only, e.classifier, e.source, e.received_at`)}
      order by e.received_at desc, e.source, e.classifier = 'EST' desc, e.occurred_at desc limit ${ESTIMATES_MAX}
    ) t where s.id = ${id} order by t.received_at, t.source`.execute(db);
  const places = await placeNames(db, language, [shipment.port_of_arrival]);
  return {
    place: places.of(shipment.port_of_arrival),
    estimates: withoutRepeats(rows).map((row) => ({
      at: (row.is_day_only ? dayToWire(row.occurred_at) : instantToWire(row.occurred_at))!,
      classifier: row.classifier,
      source: row.source,
      saidAt: instantToWire(row.received_at)!,
    })),
    lane: await laneOf(db, scope, shipment, now),
  };
}

/** Without what a source says again unchanged, while nobody has said otherwise. */
function withoutRepeats(rows: readonly StatementRow[]): StatementRow[] {
  return rows.filter((row, index) => {
    const before = rows[index - 1];
    return before?.source !== row.source || before.occurred_at.getTime() !== row.occurred_at.getTime();
  });
}

interface Lane {
  job_mode: string;
  carrier_code: string | null;
  carrier_name: string | null;
  port_of_departure: string;
  port_of_arrival: string;
  eta: Date | null;
  day_only: string[];
}

/**
 * How far the carrier's ETAs of the lane were off, over all customers' shipments and the arrivals of before the product; without as many companies behind them, over
 * those of the caller's alone, so that nobody learns of another's shipments. None for an ETA that has passed: nothing can be
 * expected from it.
 */
async function laneOf(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { job_mode, carrier_code, carrier_name, port_of_departure, port_of_arrival, eta, day_only }: Lane,
  now: Date,
): Promise<EtaHistory["lane"]> {
  if (carrier_code === null) return null;
  if (eta && endOf({ at: eta, isDayOnly: day_only.includes("eta") }) < now) return null;
  const ahead = eta ? (eta.getTime() - now.getTime()) / DAY_MS : 0;
  const leads = LEAD_DAYS[job_mode as JobMode];
  const leadDays = leads.find((days) => days <= ahead) ?? leads.at(-1)!;
  const { rows } = await sql<{ company_id: string; error_ms: number }>`
    select s.company_id, (extract(epoch from s.ata - t.occurred_at) * 1000)::float8
      - case when t.is_day_only then ${DAY_MS / 2}::float8 else 0 end as error_ms
    from (
      select s.id, s.company_id, s.ata, s.port_of_arrival from shipment s
      where s.carrier_code = ${carrier_code} and s.port_of_departure = ${port_of_departure}
        and s.port_of_arrival = ${port_of_arrival} and s.job_mode = ${job_mode} and 'ata' = any(s.reached)
        and s.ata > ${new Date(now.getTime() - DAYS * DAY_MS)} and s.ata <= ${now}
      order by s.ata desc limit ${ARRIVALS_MAX}
    ) s cross join lateral (
      ${etaStatements(sql`e.occurred_at, e.is_day_only`)}
      and e.received_at <= s.ata - make_interval(days => ${leadDays}) ${latestFirst} limit 1
    ) t
    union all
    (select p.company_id, (extract(epoch from p.arrived_at - (p.etas ->> ${String(leadDays)})::timestamptz) * 1000)::float8
    from past_arrival p
    where p.carrier_code = ${carrier_code} and p.port_of_departure = ${port_of_departure}
      and p.port_of_arrival = ${port_of_arrival} and p.job_mode = ${job_mode} and p.etas ? ${String(leadDays)}
      and p.arrived_at > ${new Date(now.getTime() - DAYS * DAY_MS)} and p.arrived_at <= ${now}
      and not exists (
        select from shipment d where d.company_id = p.company_id and d.house_number = p.reference)
    order by p.arrived_at desc limit ${ARRIVALS_MAX})`.execute(db);
  const isShared = new Set(rows.map((row) => row.company_id)).size >= COMPANIES_MIN;
  const counted = isShared ? rows : rows.filter((row) => companyIds.includes(row.company_id));
  const range = etaRange(counted.map((row) => row.error_ms));
  return range && { carrierName: carrier_name ?? carrier_code, days: DAYS, leadDays, ...range };
}
