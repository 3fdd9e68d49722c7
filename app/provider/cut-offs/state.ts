import { type Kysely, sql } from "kysely";
import { type CutOffReport, type CutOffStatement, cutOffStatement } from "#app/contract/cut-off.ts";
import { DAY_MS, type KnownTime, parseWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { readItem } from "../call/sent-item.ts";
import type { Database } from "../db/schema.ts";

/** A cut-off further ahead is a wrong date. */
const FUTURE_MAX_MS = 2 * 366 * DAY_MS;

interface Target {
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
  for (const [index, given] of statements.entries()) {
    const statement = readStatement(given, now);
    const targets = typeof statement === "string" ? [] : await targetsOf(db, statement);
    if (typeof statement === "string" || targets.length === 0) {
      const reason = typeof statement === "string" ? statement : "no shipment or booking has this number";
      report.rejected.push({ index, reason });
      continue;
    }
    const stored = await store(db, statement, targets, { source, now });
    report.accepted += stored;
    report.repeated += targets.length * statement.shipmentCutOffTimes.length - stored;
  }
  return report;
}

/** The statement, or what is wrong with it. */
function readStatement(given: unknown, now: Date): CutOffStatement | string {
  const read = readItem(cutOffStatement, given, now);
  if (typeof read === "string") return read;
  const told = Date.parse(read.statedAt);
  const wrong = read.shipmentCutOffTimes.findIndex(
    ({ cutOffDateTime }) => Math.abs(timeOf(cutOffDateTime).at.getTime() - told) > FUTURE_MAX_MS,
  );
  return wrong < 0 ? read : `shipmentCutOffTimes.${wrong}.cutOffDateTime: lies years from statedAt`;
}

function timeOf(text: string): KnownTime {
  return /T/.test(text) ? { at: new Date(text), isDayOnly: false } : parseWire(text)!;
}

/** Shipments by house, bill or booking number; a booking only while it has no shipment. */
async function targetsOf(
  db: Kysely<Database>,
  { houseNumber, transportDocumentReference, carrierBookingReference }: CutOffStatement,
): Promise<Target[]> {
  const numbers = [
    ["H", houseNumber],
    ["M", transportDocumentReference],
    ["BKG", carrierBookingReference],
  ] as const;
  for (const [kind, number] of numbers) {
    if (!number) continue;
    const { rows } = await sql<{ shipment_id: string }>`
      select distinct shipment_id from shipment_reference
      where kind = ${kind} and value_key = ${referenceKey(number)} order by 1`.execute(db);
    if (rows.length > 0) return rows.map(({ shipment_id }) => ({ shipmentId: shipment_id, bookingId: null }));
  }
  if (!carrierBookingReference) return [];
  const bookings = await db
    .selectFrom("booking")
    .select("id")
    .where("booking_number", "=", carrierBookingReference.trim())
    .where("status", "in", ["SUBMITTED", "ACCEPTED", "CONFIRMED"])
    .execute();
  return bookings.map(({ id }) => ({ shipmentId: null, bookingId: id }));
}

/** @returns how many are new */
async function store(
  db: Kysely<Database>,
  { statedAt, shipmentCutOffTimes }: CutOffStatement,
  targets: readonly Target[],
  { source, now }: { source: string; now: Date },
): Promise<number> {
  const rows = targets.flatMap(({ shipmentId, bookingId }) =>
    shipmentCutOffTimes.map((given) => {
      const { at, isDayOnly } = timeOf(given.cutOffDateTime);
      return {
        ...{ shipment_id: shipmentId, booking_id: bookingId, code: given.cutOffDateTimeCode },
        ...{ at, is_day_only: isDayOnly, place_code: given.UNLocationCode ?? null },
        ...{ facility: given.facility?.trim() || null, source, stated_at: new Date(statedAt) },
        received_at: now,
      };
    }),
  );
  const stored = await db
    .insertInto("cut_off")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return stored.length;
}
