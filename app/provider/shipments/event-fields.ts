import type { EventClassifier } from "#app/contract/shipment-code.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { isCountryCode } from "#app/lib/country-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { unLocodeOf } from "#app/lib/un-locode.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import { referenceKey } from "./reference.ts";

/** A number by which an event names a shipment, as `shipment_reference` keeps it. */
export interface EventReference {
  kind: "H" | "M" | "BKG" | "CNTR";
  key: string;
}

/** What an event of any format comes to. */
export interface ReadEvent {
  eventId: string;
  vocabulary: "DCSA" | "IMP" | "HOUSE";
  eventType: "TRANSPORT" | "SHIPMENT" | "EQUIPMENT" | "IOT" | "REEFER" | "AIR";
  code: string;
  classifier: EventClassifier;
  occurredAt: Date;
  receivedAt: Date;
  /** UN/LOCODE or IATA code; null when the sender names a place otherwise or not at all. */
  placeCode: string | null;
  locationName: string | null;
  facility: string | null;
  sequence: number | null;
  mode: string | null;
  transport: string | null;
  vessel: { imo: string; name: string } | null;
  emptyIndicator: string | null;
  containerNumber: string | null;
  source: string;
  reasonCode: string | null;
  remark: string | null;
  references: EventReference[];
  /** As it came, as JSON text. */
  payload: string;
  /** Why it waits for somebody to look at it, in plain words: then it is kept aside and moves nothing. */
  doubts: string[];
  /** What is not right and harms nothing: a vessel's number with a wrong digit. */
  warnings: string[];
}

export interface ReadingOptions {
  /** Who reports, where the message does not say. */
  source: string;
  now: Date;
}

const SEQUENCE_MAX = 9_999;
const YEAR_MIN = 1970;
const YEAR_MAX = 2199;

/** What is wrong with an event, in plain words. */
export class Unreadable extends Error {}

/** The numbers that an event names, each once. */
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

/** How far senders' clocks run ahead. */
const CLOCK_MS = 60 * 60 * 1000;
/** What is told of something so far ahead was not told then. */
const FORESIGHT_MS = 2 * 366 * DAY_MS;

export function times(
  occurred: string,
  received: string,
  classifier: EventClassifier,
  now: Date,
  doubts: string[],
): { occurredAt: Date; receivedAt: Date } {
  const occurredAt = instant("eventDateTime", occurred);
  const receivedAt = instant("the time of creation", received);
  const [happened, told, today] = [occurredAt.getTime(), receivedAt.getTime(), now.getTime()];
  if (classifier === "ACT" && happened > today + CLOCK_MS)
    doubts.push("the event is said to have happened, but lies in the future");
  if (told > today + DAY_MS) doubts.push("the message is said to be made in the future");
  else if (told < happened - FORESIGHT_MS)
    doubts.push("the message is said to be made years before what it tells of");
  // Senders' clocks run ahead; nothing is received before it comes.
  return { occurredAt, receivedAt: receivedAt > now ? now : receivedAt };
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
  doubts: string[],
  field = "UNLocationCode",
): Pick<ReadEvent, "placeCode" | "locationName" | "facility"> {
  const placeCode = unLocodeOf(code);
  if (code?.trim() && (!placeCode || !isCountryCode(placeCode.slice(0, 2))))
    doubts.push(`${field}: ${code.trim()} is no place of any country`);
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

export function container(reference: string | undefined, doubts: string[]): string | null {
  const checked = checkContainerNumber(reference);
  if (checked.status === "wrong-digit") {
    doubts.push(`the container number ${checked.number} should end in ${checked.expected}`);
  }
  return checked.number || null;
}

export function vesselOf(
  given: { vesselIMONumber?: string | undefined; vesselName?: string | undefined } | undefined,
  warnings: string[],
): ReadEvent["vessel"] {
  const checked = checkVesselImo(given?.vesselIMONumber);
  if (checked.status === "wrong-digit") {
    warnings.push(`the vessel's IMO number ${checked.number} should end in ${checked.expected}`);
  } else if (checked.status === "malformed") {
    warnings.push(`${checked.number} is no IMO number of a vessel`);
  }
  if (checked.status !== "valid" && checked.status !== "wrong-digit") return null;
  return { imo: checked.number, name: given?.vesselName || checked.number };
}
