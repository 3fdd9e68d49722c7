import { type Kysely, sql } from "kysely";
import { type CutOffReport, type CutOffStatement, cutOffStatement } from "#app/contract/cut-off.ts";
import { DAY_MS, type KnownTime, parseWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { readItem } from "../call/sent-item.ts";
import type { Database } from "../db/schema.ts";

/** A cut-off further ahead is a wrong date. */
const FUTURE_MAX_MS = 2 * 366 * DAY_MS;

interface Sound {
  index: number;
  statement: CutOffStatement;
}

interface Target {
  index: number;
  shipmentId: string | null;
  bookingId: string | null;
}

/**
 * Stores what carriers state. Of each shipment and code the statement with the latest time counts, in whatever order
 * they come; the others stay as history.
 */
export async function storeCutOffs(
  db: Kysely<Database>,
  statements: readonly unknown[],
  { source, now }: { source: string; now: Date },
): Promise<CutOffReport> {
  const report: CutOffReport = { accepted: 0, repeated: 0, rejected: [] };
  const sound: Sound[] = [];
  for (const [index, sentStatement] of statements.entries()) {
    const statement = readStatement(sentStatement, now);
    if (typeof statement === "string") report.rejected.push({ index, reason: statement });
    else sound.push({ index, statement });
  }
  const targetsOf = Map.groupBy(await findTargets(db, sound), ({ index }) => index);
  const rows = sound.flatMap(({ index, statement }) => {
    const targets = targetsOf.get(index) ?? [];
    if (targets.length === 0)
      report.rejected.push({ index, reason: "no shipment or booking has this number" });
    return targets.flatMap((target) => rowsOf(statement, target));
  });
  report.accepted = await store(db, rows, { source, now });
  report.repeated = rows.length - report.accepted;
  report.rejected.sort((a, b) => a.index - b.index);
  return report;
}

/** The statement, or what is wrong with it. */
function readStatement(sentStatement: unknown, now: Date): CutOffStatement | string {
  const read = readItem(cutOffStatement, sentStatement, now);
  if (typeof read === "string") return read;
  const statedAt = Date.parse(read.statedAt);
  const wrong = read.shipmentCutOffTimes.findIndex(
    ({ cutOffDateTime }) => Math.abs(timeOf(cutOffDateTime).at.getTime() - statedAt) > FUTURE_MAX_MS,
  );
  return wrong < 0 ? read : `shipmentCutOffTimes.${wrong}.cutOffDateTime: lies years from statedAt`;
}

function timeOf(text: string): KnownTime {
  return /T/.test(text) ? { at: new Date(text), isDayOnly: false } : parseWire(text)!;
}

/** Shipments by house, bill or booking number, the first of them that fits; a booking only while it has no shipment. */
async function findTargets(db: Kysely<Database>, sound: readonly Sound[]): Promise<Target[]> {
  const numbers = sound.flatMap(({ index, statement }) =>
    (
      [
        ["H", statement.houseNumber],
        ["M", statement.transportDocumentReference],
        ["BKG", statement.carrierBookingReference],
      ] as const
    ).flatMap(([kind, number], rank) => (number ? [{ index, rank, kind, key: referenceKey(number) }] : [])),
  );
  const { rows: shipments } = await sql<Target>`
    select distinct index, "shipmentId", null as "bookingId" from (
      select g.index, r.shipment_id as "shipmentId", rank() over (partition by g.index order by g.rank) as place
      from unnest(${numbers.map(({ index }) => index)}::int[], ${numbers.map(({ rank }) => rank)}::int[],
        ${numbers.map(({ kind }) => kind)}::text[], ${numbers.map(({ key }) => key)}::text[]) g (index, rank, kind, key)
      join shipment_reference r on r.kind = g.kind and r.value_key = g.key) found
    where place = 1 order by 1, 2`.execute(db);
  const shipped = new Set(shipments.map(({ index }) => index));
  const booked = sound.flatMap(({ index, statement: { carrierBookingReference: number } }) =>
    number && !shipped.has(index) ? [{ index, number: number.trim() }] : [],
  );
  if (booked.length === 0) return shipments;
  const { rows: bookings } = await sql<Target>`
    select g.index, null as "shipmentId", b.id as "bookingId"
    from unnest(${booked.map(({ index }) => index)}::int[], ${booked.map(({ number }) => number)}::text[]) g (index, number)
    join booking b on b.booking_number = g.number and b.status in ('SUBMITTED', 'ACCEPTED', 'CONFIRMED')
    order by 1, 3`.execute(db);
  return [...shipments, ...bookings];
}

const rowsOf = ({ statedAt, shipmentCutOffTimes }: CutOffStatement, { shipmentId, bookingId }: Target) =>
  shipmentCutOffTimes.map((cutOffTime) => {
    const { at, isDayOnly } = timeOf(cutOffTime.cutOffDateTime);
    return {
      shipment_id: shipmentId,
      booking_id: bookingId,
      code: cutOffTime.cutOffDateTimeCode,
      at,
      is_day_only: isDayOnly,
      place_code: cutOffTime.UNLocationCode ?? null,
      facility: cutOffTime.facility?.trim() || null,
      stated_at: new Date(statedAt),
    };
  });

/** @returns how many are new */
async function store(
  db: Kysely<Database>,
  rows: ReturnType<typeof rowsOf>,
  { source, now }: { source: string; now: Date },
): Promise<number> {
  if (rows.length === 0) return 0;
  // The order in which they were given: of two of one time the first counts.
  const { rows: stored } = await sql`
    insert into cut_off (shipment_id, booking_id, code, at, is_day_only, place_code, facility, source, stated_at, received_at)
    select g.shipment_id, g.booking_id, g.code, g.at, g.is_day_only, g.place_code, g.facility, ${source}::text,
      g.stated_at, ${now}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (shipment_id bigint, booking_id bigint,
      code text, at timestamptz, is_day_only boolean, place_code text, facility text, stated_at timestamptz))
      with ordinality g
    order by g.ordinality
    on conflict do nothing returning id`.execute(db);
  return stored.length;
}
