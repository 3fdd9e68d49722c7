import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { airStatus, airStatusCodes } from "#app/contract/air-status.ts";
import type { EventClassifier } from "#app/contract/shipment-code.ts";
import { checkAirWaybill } from "#app/lib/air-waybill.ts";
import type { ImpLine } from "#app/lib/cargo-imp.ts";
import { DAY_MS, formatDay, instantToWire, WIRE_ZONE, wallClockToInstant } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { type Doubt, wrongWaybill } from "./doubt.ts";
import { type EventFacts, type ReadingOptions, References, times, Unreadable } from "./event-fields.ts";
import { type EventReader, parsed, payloadOf, readingOf } from "./event-message.ts";

const CODES: ReadonlySet<string> = new Set(airStatusCodes);
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/** Their day is that of a flight, which may lie ahead. */
const OF_FLIGHT: ReadonlySet<string> = new Set(["BKD", "BKF", "PRE", "MAN"]);
const CLASSIFIERS: Record<"S" | "E" | "A", EventClassifier> = { S: "PLN", E: "EST", A: "ACT" };
/** An actual further back is more likely a wrong day than late news. */
const AGE_MAX_MS = 180 * DAY_MS;

/** Reads statuses of air waybills, whose times are those of the airports. */
export async function airStatusReader(
  db: Kysely<Database>,
  statuses: readonly unknown[],
): Promise<EventReader> {
  const codes = statuses.map((status) => String((status as { airport?: unknown } | null)?.airport ?? ""));
  const { rows } = await sql<{ code: string; time_zone: string | null }>`
    select code, time_zone from place where kind = 'AIRPORT' and code = any(${[...new Set(codes)]}::text[])`.execute(
    db,
  );
  const zones = new Map(rows.map((row) => [row.code, row.time_zone]));
  return (sentEvent, options) =>
    readingOf(
      sentEvent,
      () => {
        const status = parsed(airStatus, sentEvent);
        const payload = payloadOf(sentEvent);
        const facts = factsOf(status, payload, zones.get(status.airport) ?? null, options);
        return { facts, payload, sentId: status.eventID ?? ownId(status, facts), toldAt: status.sentAt };
      },
      options,
    );
}

/** Reads lines of FSU and FSA messages; what is refused is named by its line. */
export async function impLineReader(db: Kysely<Database>, lines: readonly ImpLine[]): Promise<EventReader> {
  const read = await airStatusReader(
    db,
    lines.map((line) => ("status" in line ? line.status : null)),
  );
  return (line, options) => {
    const imp = line as ImpLine;
    const named = (reason: string) => `line ${imp.line}, "${imp.text}": ${reason}`;
    if ("fault" in imp) return { eventId: null, reason: named(imp.fault) };
    const reading = read({ ...imp.status, message: imp.text }, options);
    if ("reason" in reading) return { ...reading, reason: named(reading.reason) };
    const { event } = reading;
    const doubts = event.doubts.map((doubt) => ({ ...doubt, line: { number: imp.line, text: imp.text } }));
    return { event: { ...event, doubts, warnings: event.warnings.map(named) } };
  };
}

type AirStatus = z.output<typeof airStatus>;

/** Cargo-IMP has no ids: a status that says the same is the same. */
function ownId(status: AirStatus, { occurredAt, code, isDayOnly }: EventFacts): string {
  const { airWaybillNumber, airport, flight = "", timeType, pieces = "", totalPieces = "" } = status;
  const day = OF_FLIGHT.has(code) ? status.day : instantToWire(occurredAt)!.slice(0, isDayOnly ? 10 : 16);
  const waybill = checkAirWaybill(airWaybillNumber).number;
  return [waybill, code, airport, flight, day, timeType, `${pieces}/${totalPieces}`].join(" ");
}

function factsOf(
  status: AirStatus,
  payload: string,
  zone: string | null,
  { source, now }: ReadingOptions,
): EventFacts {
  const doubts: Doubt[] = [];
  if (!CODES.has(status.statusCode)) doubts.push({ key: "doubtCode", values: { field: "statusCode" } });
  const waybill = checkAirWaybill(status.airWaybillNumber);
  if (waybill.status === "wrong-digit") doubts.push(wrongWaybill(waybill));
  if (!zone) doubts.push({ key: "doubtAirport", values: { field: "airport", code: status.airport } });
  const classifier = CLASSIFIERS[status.timeType];
  const stated = momentOf(status, zone ?? "UTC", now);
  if (classifier === "ACT" && now.getTime() - stated.getTime() > AGE_MAX_MS && status.statusCode !== "BKD")
    doubts.push({ key: "doubtOldDay", values: { field: "day" } });
  const isAhead = status.statusCode === "BKD" || (OF_FLIGHT.has(status.statusCode) && stated > now);
  const isDayOnly = status.time === undefined && !isAhead;
  const occurred = isAhead ? (status.sentAt ?? now.toISOString()) : stated.toISOString();
  const references = new References();
  references.add("H", status.houseNumber);
  references.add("M", status.airWaybillNumber);
  return {
    vocabulary: "IMP",
    eventType: "AIR",
    code: status.statusCode,
    classifier,
    ...times(occurred, status.sentAt ?? now.toISOString(), classifier, now, doubts),
    // A day without a time is stored as the wire has days.
    ...(isDayOnly ? { occurredAt: wallClockToInstant(formatDay(stated, zone ?? "UTC"), WIRE_ZONE)! } : {}),
    isDayOnly,
    placeCode: status.airport,
    locationName: null,
    facility: null,
    sequence: null,
    mode: "AIR",
    transport: status.flight ?? null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    pieces: status.pieces ?? null,
    totalPieces: status.totalPieces ?? null,
    source,
    reasonCode: status.discrepancyCode ?? null,
    remark: status.remark ?? null,
    references: references.all,
    payload,
    doubts,
    warnings: [],
  };
}

/**
 * The moment of a day without a year: for what happened the last such day, for what is planned or expected, and for the day
 * of a flight, the one nearest to the receipt.
 */
function momentOf({ day, time, timeType, statusCode }: AirStatus, zone: string, now: Date): Date {
  const month = String(MONTHS.indexOf(day.slice(2)) + 1).padStart(2, "0");
  const clock = time ? ` ${time.slice(0, 2)}:${time.slice(2)}:00` : "";
  const year = now.getUTCFullYear();
  // Eight years hold a 29th of February.
  const moments = Array.from({ length: 10 }, (_, index) => year + 1 - index).flatMap(
    (candidate) => wallClockToInstant(`${candidate}-${month}-${day.slice(0, 2)}${clock}`, zone) ?? [],
  );
  const age = (moment: Date) => now.getTime() - moment.getTime();
  const occurredAt =
    timeType === "A" && !OF_FLIGHT.has(statusCode)
      ? moments.find((moment) => age(moment) >= -DAY_MS)
      : moments.sort((a, b) => Math.abs(age(a)) - Math.abs(age(b)))[0];
  if (!occurredAt) throw new Unreadable("day is no day of the year");
  return occurredAt;
}
