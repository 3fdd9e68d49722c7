import { createHash } from "node:crypto";
import { dcsa22 } from "./dcsa-22-rules.ts";

/** The names of all fields of Track & Trace 2.2, by their small letters. */
const names = new Map<string, string>();
function collect(node: object): void {
  for (const [key, inner] of Object.entries(node)) {
    if (typeof inner !== "object" || inner === null) continue;
    if (key === "properties") for (const name of Object.keys(inner)) names.set(name.toLowerCase(), name);
    collect(inner);
  }
}
collect(dcsa22);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) => value === null || value === "";

/** Without fields that are null or empty, which say nothing, and with the standard's names: carriers write "unLocationCode". */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const known = Object.entries(value).filter(([, inner]) => !isEmpty(inner));
  return Object.fromEntries(
    known.flatMap(([key, inner]) => {
      const name = names.get(key.toLowerCase()) ?? key;
      return name !== key && name in value ? [] : [[name, plain(inner)]];
    }),
  );
}

/**
 * An event of Track & Trace 2.2 as the standard writes it. It requires no id: one without has that of what it says, so that
 * the same event is one however often it comes.
 */
export function plainDcsa2(sent: object): Record<string, unknown> {
  const event = plain(sent) as Record<string, unknown>;
  const { eventCreatedDateTime: _, ...content } = event;
  return { ...event, eventID: event.eventID ?? `content-${digestOf(content)}` };
}

const digestOf = (content: object): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url");

/** For the check: a vessel of which the sender knows no number is none, where the standard requires one. */
export function withoutUnknownVessel(event: Record<string, unknown>, sent: object): object {
  const { transportCall } = event;
  const { transportCall: call } = sent as Record<string, unknown>;
  const vessel = isObject(call) ? call.vessel : undefined;
  if (!isObject(transportCall) || !isObject(vessel) || vessel.vesselIMONumber !== null) return event;
  const { vessel: _, ...others } = transportCall;
  return { ...event, transportCall: others };
}
