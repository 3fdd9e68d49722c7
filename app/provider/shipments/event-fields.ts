import type { EventClassifier } from "#app/contract/shipment-code.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { isCountryCode } from "#app/lib/country-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { unLocodeOf } from "#app/lib/un-locode.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import { mainCode } from "../reference/main-code.ts";
import type { Doubt } from "./doubt.ts";

/** A number that identifies a shipment in an event, as stored in `shipment_reference`. */
export interface EventReference {
  kind: "H" | "M" | "BKG" | "CNTR";
  key: string;
}

/** An event of any format after reading. */
export interface ReadEvent extends EventFacts {
  /** Unique among all senders (`event-identity.ts`). */
  eventId: string;
  /** As its sender gave it. */
  sentId: string;
  /** Of two versions with the same id the greater one counts; empty without a time of its own. */
  version: string;
  /** Whose id it is, where the forwarder passes on what a party has sent (`partyKeyOf`). */
  partyKey?: string | null;
}

export const RETRACTION = "RETRACTION";

/** What an event says, apart from its identity. */
export interface EventFacts {
  vocabulary: "DCSA" | "IMP" | "HOUSE";
  /** A retraction names no shipment, so that none ever gets it. */
  eventType: "TRANSPORT" | "SHIPMENT" | "EQUIPMENT" | "IOT" | "REEFER" | "AIR" | typeof RETRACTION;
  code: string;
  classifier: EventClassifier;
  occurredAt: Date;
  receivedAt: Date;
  /** UN/LOCODE or IATA code; null when the sender gives no code. */
  placeCode: string | null;
  locationName: string | null;
  facility: string | null;
  sequence: number | null;
  mode: string | null;
  transport: string | null;
  vessel: { imo: string; name: string } | null;
  emptyIndicator: string | null;
  containerNumber: string | null;
  /** A part of the cargo, in pieces; absent: all of it. */
  pieces?: number | null;
  totalPieces?: number | null;
  /** Only the day is known: midnight of the wire's zone. */
  isDayOnly?: boolean;
  /** With which the time came, "-06:00"; its place's zone comes before it. */
  utcOffset?: string | null;
  source: string;
  reasonCode: string | null;
  remark: string | null;
  references: EventReference[];
  /** The original event as JSON text. */
  payload: string;
  /** Reasons for quarantine; an event with any does not update shipments. */
  doubts: Doubt[];
  /** Harmless faults, such as a vessel's IMO number with a wrong check digit. */
  warnings: string[];
}

export interface ReadingOptions {
  /** The sender, when the message does not name one. */
  source: string;
  /** The code of the carrier whose key sends; the source of its events is the carrier, whatever they name. */
  sender?: string | null;
  now: Date;
  /** Events of before were stored when they were received, as if they had come one by one. */
  isPast?: boolean;
}

const SEQUENCE_MAX = 9_999;
const YEAR_MIN = 1970;
const YEAR_MAX = 2199;

/** An event cannot be read; the message says why, in plain words. */
export class Unreadable extends Error {}

/** The numbers in an event, without duplicates. */
export class References {
  readonly #known = new Map<string, EventReference>();
  add(kind: EventReference["kind"] | undefined, value: string | null | undefined): void {
    const key = referenceKey(value ?? "");
    if (kind && key !== "") this.#known.set(`${kind} ${key}`, { kind, key });
  }
  get all(): EventReference[] {
    return [...this.#known.values()];
  }
}

/** Tolerance for sender clocks that run fast. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;
/** An event about a time further ahead than this has a wrong date. */
const FUTURE_MAX_MS = 2 * 366 * DAY_MS;

export function times(
  occurred: string,
  received: string,
  classifier: EventClassifier,
  now: Date,
  doubts: Doubt[],
): Pick<EventFacts, "occurredAt" | "receivedAt" | "utcOffset"> {
  const occurredAt = instant("eventDateTime", occurred);
  const receivedAt = instant("the time of creation", received);
  const [happened, stated, today] = [occurredAt.getTime(), receivedAt.getTime(), now.getTime()];
  if (classifier === "ACT" && happened > today + CLOCK_TOLERANCE_MS) doubts.push({ key: "doubtFuture" });
  if (stated > today + DAY_MS) doubts.push({ key: "doubtMadeInFuture" });
  else if (stated < happened - FUTURE_MAX_MS) doubts.push({ key: "doubtMadeBefore" });
  // Sender clocks may run fast: the time of receipt is at most now.
  const utcOffset = /[+-]\d{2}:\d{2}$/.exec(occurred)?.[0] ?? (occurred.endsWith("Z") ? "+00:00" : null);
  return { occurredAt, receivedAt: receivedAt > now ? now : receivedAt, utcOffset };
}

function instant(name: string, text: string): Date {
  const at = new Date(text);
  const year = at.getUTCFullYear();
  if (!(year >= YEAR_MIN && year <= YEAR_MAX)) {
    throw new Unreadable(`${name} lies outside the years ${YEAR_MIN} to ${YEAR_MAX}`);
  }
  return at;
}

export function placeOf(
  code: string | undefined,
  name: string | undefined,
  facility: string | null | undefined,
  doubts: Doubt[],
  field = "UNLocationCode",
): Pick<ReadEvent, "placeCode" | "locationName" | "facility"> {
  const read = unLocodeOf(code);
  const placeCode = read && mainCode(read);
  if (code?.trim() && (!read || !isCountryCode(read.slice(0, 2))))
    doubts.push({ key: "doubtPlace", values: { field, code: code.trim() } });
  const locationName = name?.trim() || (placeCode ? null : code?.trim() || null);
  return { placeCode, locationName, facility: (placeCode ? locationName : null) ?? facility ?? locationName };
}

export function sequenceOf(sequence: number | undefined): number | null {
  if (sequence === undefined) return null;
  if (sequence >= 0 && sequence <= SEQUENCE_MAX) return sequence;
  throw new Unreadable(`the transport call's sequence number is not between 0 and ${SEQUENCE_MAX}`);
}

const MODES = new Set(["VESSEL", "AIR", "TRUCK", "RAIL", "BARGE"]);
export const modeOf = (mode: string | undefined) =>
  mode && MODES.has(mode.toUpperCase()) ? mode.toUpperCase() : null;
export const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" / ") || null;

export function container(reference: string | undefined, doubts: Doubt[]): string | null {
  const checked = checkContainerNumber(reference);
  if (checked.status === "wrong-digit") {
    doubts.push({
      key: "doubtContainer",
      values: { number: checked.number, digit: checked.expected },
    });
  }
  return checked.number || null;
}

export function vesselOf(
  sentVessel: { vesselIMONumber?: string | undefined; vesselName?: string | undefined } | undefined,
  warnings: string[],
): ReadEvent["vessel"] {
  const checked = checkVesselImo(sentVessel?.vesselIMONumber);
  if (checked.status === "wrong-digit") {
    warnings.push(`the vessel's IMO number ${checked.number} should end in ${checked.expected}`);
  } else if (checked.status === "malformed") {
    warnings.push(`${checked.number} is no IMO number of a vessel`);
  }
  if (checked.status !== "valid" && checked.status !== "wrong-digit") return null;
  return { imo: checked.number, name: sentVessel?.vesselName || checked.number };
}
