import type { z } from "zod";
import {
  airStatusEvent,
  dcsa2Event,
  dcsa3Event,
  EVENT_ID_MAX,
  houseEvent,
  retractedEvent,
} from "#app/contract/event.ts";
import { inCodes } from "./dcsa-3-words.ts";
import { breachesOf } from "./dcsa-22.ts";
import { plainDcsa2, withoutUnknownVessel } from "./dcsa-22-plain.ts";
import { readAir } from "./event-air.ts";
import { originatorsOf, readDcsa2, readDcsa3 } from "./event-dcsa.ts";
import {
  type EventFacts,
  RETRACTION,
  type ReadEvent,
  type ReadingOptions,
  Unreadable,
} from "./event-fields.ts";
import { readHouse } from "./event-house.ts";
import { eventIdOf, partyKeyOf, RETRACTED_VERSION, versionOf } from "./event-identity.ts";

export type EventReading = { event: ReadEvent } | { eventId: string | null; reason: string };

const PAYLOAD_MAX = 64 * 1024;
const NESTING_MAX = 50;
/**
 * Reads one event (Track & Trace 2.2 or 3.0, air status update, or forwarder milestone), or says in plain
 * words what is wrong with it.
 */
export function readEvent(sentEvent: unknown, options: ReadingOptions): EventReading {
  const tellEvent = (): SentEvent => {
    const payload = payloadOf(sentEvent);
    const identified = (sentId: string, toldAt: string | undefined, facts: EventFacts): SentEvent => ({
      sentId,
      toldAt,
      facts,
      payload,
    });
    if (isObject(sentEvent, "eventClassification")) {
      const { plain, doubts } = inCodes(sentEvent);
      const event = parsed(dcsa3Event, plain);
      const facts = readDcsa3(event, payload, options);
      return {
        ...identified(event.eventID, event.eventUpdatedDateTime, {
          ...facts,
          doubts: [...doubts, ...facts.doubts],
        }),
        partyKey: partyKeyOf(originatorsOf(event)),
      };
    }
    if (isObject(sentEvent, "houseMilestoneCode")) {
      const event = parsed(houseEvent, sentEvent);
      return identified(event.eventID, event.eventCreatedDateTime, readHouse(event, payload, options));
    }
    if (isObject(sentEvent, "airWaybillNumber") || isObject(sentEvent, "statusCode")) {
      const event = parsed(airStatusEvent, sentEvent);
      return identified(event.eventID, event.eventCreatedDateTime, readAir(event, payload, options));
    }
    if (isObject(sentEvent, "eventType")) {
      const written = plainDcsa2(sentEvent);
      const event = parsed(dcsa2Event, written);
      const facts = readDcsa2(event, payload, options);
      const { faults, unknownCodes } = breachesOf(event.eventType, withoutUnknownVessel(written, sentEvent));
      if (faults.length > 0) throw new Unreadable(faults.join("; "));
      const doubts = [...unknownCodes, ...facts.doubts];
      return identified(event.eventID, event.eventCreatedDateTime, { ...facts, doubts });
    }
    throw new Unreadable(
      "is neither an event of Track & Trace 2.2 or 3.0 nor an air status update nor a milestone of the house",
    );
  };
  return readingOf(sentEvent, tellEvent, options);
}

/** Reads one event of a message. */
export type EventReader = (sentEvent: unknown, options: ReadingOptions) => EventReading;

interface SentEvent {
  facts: EventFacts;
  payload: string;
  sentId: string;
  /** When its sender made it. */
  toldAt: string | undefined;
  partyKey?: string | null;
}

/** Whether the sender takes the event back; what else it says does not count then. */
function isRetraction(sentEvent: unknown): boolean {
  if (!isObject(sentEvent, "isRetracted")) return false;
  const { isRetracted } = sentEvent;
  if (isRetracted === null || typeof isRetracted === "boolean") return isRetracted === true;
  throw new Unreadable("isRetracted is neither true nor false");
}

function readRetraction(sentEvent: unknown, { source, now }: ReadingOptions): SentEvent {
  const payload = payloadOf(sentEvent);
  const event = parsed(retractedEvent, sentEvent);
  const originators = originatorsOf(event);
  const facts: EventFacts = {
    vocabulary: "DCSA",
    eventType: RETRACTION,
    code: "RETRACTED",
    classifier: "ACT",
    occurredAt: now,
    receivedAt: now,
    placeCode: null,
    locationName: null,
    facility: null,
    sequence: null,
    mode: null,
    transport: null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: originators[0]?.partyCode || source,
    reasonCode: null,
    remark: null,
    references: [],
    payload,
    doubts: [],
    warnings: [],
  };
  return { sentId: event.eventID, toldAt: undefined, facts, payload, partyKey: partyKeyOf(originators) };
}

/** The event that `tellEvent` reads, with its identity, or why it cannot be read. */
export function readingOf(
  sentEvent: unknown,
  tellEvent: () => SentEvent,
  options: ReadingOptions,
): EventReading {
  const { sender = null } = options;
  const eventId = idOf(sentEvent);
  try {
    const { facts, payload, sentId, toldAt, ...of } = isRetraction(sentEvent)
      ? readRetraction(sentEvent, options)
      : tellEvent();
    // A carrier's key says whose ids they are.
    const partyKey = sender === null ? (of.partyKey ?? null) : null;
    const version = facts.eventType === RETRACTION ? RETRACTED_VERSION : versionOf(toldAt, payload);
    const identity = { sentId, eventId: eventIdOf(sender, sentId, partyKey), version, partyKey };
    return { event: { ...facts, ...(sender === null ? {} : { source: sender }), ...identity } };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { eventId, reason: error.message };
  }
}

function isObject<Key extends string>(sentEvent: unknown, key: Key): sentEvent is Record<Key, unknown> {
  return typeof sentEvent === "object" && sentEvent !== null && key in sentEvent;
}

function idOf(sentEvent: unknown): string | null {
  const id =
    isObject(sentEvent, "eventID") && typeof sentEvent.eventID === "string" ? sentEvent.eventID : null;
  // An id is never cut: the unique index uses it to identify the event.
  return id !== null && id.length > EVENT_ID_MAX ? null : id;
}

/** @throws Unreadable that names the faults with their paths */
export function parsed<Shape extends z.ZodType>(shape: Shape, sentEvent: unknown): z.output<Shape> {
  const reading = shape.safeParse(sentEvent);
  if (reading.success) return reading.data;
  throw new Unreadable(
    reading.error.issues
      .slice(0, 3)
      .map((issue) => faultOf(issue, sentEvent))
      .join("; "),
  );
}

function faultOf(issue: z.core.$ZodIssue, sentEvent: unknown): string {
  const value = issue.path.reduce<unknown>(
    (inner, step) => (isObject(inner, String(step)) ? inner[String(step)] : undefined),
    sentEvent,
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
export function payloadOf(sentEvent: unknown): string {
  if (depthOf(sentEvent, 0) > NESTING_MAX)
    throw new Unreadable(`is nested deeper than ${NESTING_MAX} levels`);
  const text = JSON.stringify(sentEvent) ?? "null";
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
