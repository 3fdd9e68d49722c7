import type { z } from "zod";
import { airStatusEvent, dcsa2Event, dcsa3Event, houseEvent } from "#app/contract/event.ts";
import { breachesOf } from "./dcsa-22.ts";
import { readAir } from "./event-air.ts";
import { readDcsa2, readDcsa3 } from "./event-dcsa.ts";
import { type EventFacts, type ReadEvent, type ReadingOptions, Unreadable } from "./event-fields.ts";
import { readHouse } from "./event-house.ts";
import { eventIdOf, versionOf } from "./event-identity.ts";

export type EventReading = { event: ReadEvent } | { eventId: string | null; reason: string };

const PAYLOAD_MAX = 64 * 1024;
const EVENT_ID_MAX = 200;
const NESTING_MAX = 50;
/**
 * Reads one event (Track & Trace 2.2 or 3.0, air status update, or forwarder milestone), or says in plain
 * words what is wrong with it.
 */
export function readEvent(given: unknown, options: ReadingOptions): EventReading {
  const eventId = idOf(given);
  try {
    const payload = payloadOf(given);
    const identified = (sentId: string, toldAt: string | undefined, facts: EventFacts): EventReading => ({
      event: {
        ...facts,
        ...(options.sender ? { source: options.sender } : {}),
        sentId,
        eventId: eventIdOf(options.sender ?? null, sentId),
        version: versionOf(toldAt, payload),
      },
    });
    if (isObject(given, "eventClassification")) {
      const parsed = parse(dcsa3Event, given);
      return identified(parsed.eventID, parsed.eventUpdatedDateTime, readDcsa3(parsed, payload, options));
    }
    if (isObject(given, "houseMilestoneCode")) {
      const parsed = parse(houseEvent, given);
      return identified(parsed.eventID, parsed.eventCreatedDateTime, readHouse(parsed, payload, options));
    }
    if (isObject(given, "airWaybillNumber") || isObject(given, "statusCode")) {
      const parsed = parse(airStatusEvent, given);
      return identified(parsed.eventID, parsed.eventCreatedDateTime, readAir(parsed, payload, options));
    }
    if (isObject(given, "eventType")) {
      const parsed = parse(dcsa2Event, given);
      const facts = readDcsa2(parsed, payload, options);
      const { faults, unknownCodes } = breachesOf(parsed.eventType, given);
      if (faults.length > 0) throw new Unreadable(faults.join("; "));
      const doubts = [...unknownCodes, ...facts.doubts];
      return identified(parsed.eventID, parsed.eventCreatedDateTime, { ...facts, doubts });
    }
    throw new Unreadable(
      "is neither an event of Track & Trace 2.2 or 3.0 nor an air status update nor a milestone of the house",
    );
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { eventId, reason: error.message };
  }
}

function isObject<Key extends string>(given: unknown, key: Key): given is Record<Key, unknown> {
  return typeof given === "object" && given !== null && key in given;
}

function idOf(given: unknown): string | null {
  const id = isObject(given, "eventID") && typeof given.eventID === "string" ? given.eventID : null;
  // An id is never cut: the unique index uses it to identify the event.
  return id !== null && id.length > EVENT_ID_MAX ? null : id;
}

function parse<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Unreadable(
    parsed.error.issues
      .slice(0, 3)
      .map((issue) => faultOf(issue, given))
      .join("; "),
  );
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): string {
  const value = issue.path.reduce<unknown>(
    (inner, step) => (isObject(inner, String(step)) ? inner[String(step)] : undefined),
    given,
  );
  const path = issue.path.join(".");
  if (value === undefined) return `${path} is missing`;
  if (issue.code === "invalid_format" && issue.format === "datetime") {
    return `${path} is no date and time with an offset such as 2026-01-20T14:15:00+01:00`;
  }
  if (issue.code === "invalid_value") return `${path} is none of ${issue.values.join(", ")}`;
  return `${path} is not valid (${issue.message})`;
}

/** The JSON text to store. PostgreSQL's JSON allows neither NUL nor lone surrogates, and limits the depth. */
function payloadOf(given: unknown): string {
  if (depthOf(given, 0) > NESTING_MAX) throw new Unreadable(`is nested deeper than ${NESTING_MAX} levels`);
  const text = JSON.stringify(given) ?? "null";
  if (text.length > PAYLOAD_MAX) throw new Unreadable(`is larger than ${PAYLOAD_MAX / 1024} kB`);
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)) {
    throw new Unreadable("holds a character that no text can hold (NUL, or half of a pair)");
  }
  return text;
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null || depth > NESTING_MAX) return depth;
  let deepest = depth;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}
