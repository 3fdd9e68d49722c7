import type { Kysely } from "kysely";
import type { ImportReport } from "#app/contract/event.ts";
import type { EnteredKind } from "#app/lib/milestones/entered.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import type { EventReference, ReadEvent } from "./event-fields.ts";
import { versionOf } from "./event-identity.ts";
import { storeEvents } from "./event-store.ts";
import { beforeBooking } from "./quarantine.ts";

/** An event as a person of the forwarder says it. */
export interface SpokenEvent {
  eventId: string;
  houseNumber: string;
  kind: Omit<EnteredKind, "needsPlace">;
  classifier: "PLN" | "EST" | "ACT";
  at: Date;
  isDayOnly: boolean;
  placeCode: string | null;
  containerNumber: string | null;
  remark: string | null;
  /** The forwarder's name, which customers see. */
  source: string;
  /** Who entered it and why: kept in the event, shown to nobody but the desk. */
  by: string;
  reason: string | null;
  /** What a corrected event is known by, and what it was. */
  before: Pick<
    ReadEvent,
    "sequence" | "transport" | "facility" | "locationName" | "references" | "version"
  > | null;
}

/**
 * Stores an event that a person enters, or corrects the stored one with this id, whoever sent it: what it said before is kept, and
 * a later version of its sender replaces the correction.
 */
export async function storeSpokenEvent(
  db: Kysely<Database>,
  spoken: SpokenEvent,
  now: Date,
): Promise<ImportReport> {
  return storeSpokenEvents(db, [spoken], now);
}

/** `storeSpokenEvent` for many of one person; their shipments are reckoned once. */
export async function storeSpokenEvents(
  db: Kysely<Database>,
  spoken: readonly SpokenEvent[],
  now: Date,
): Promise<ImportReport> {
  return storeEvents(db, spoken, {
    source: spoken[0]?.source ?? "",
    now,
    read: (spokenEvent) => ({ event: readEvent(spokenEvent as SpokenEvent, now) }),
  });
}

/** Ids of events that would have happened before their shipment was booked: `early` ones are not taken therefore. */
export async function beforeTheirBooking(
  db: Kysely<Database>,
  spoken: readonly SpokenEvent[],
  now: Date,
): ReturnType<typeof beforeBooking> {
  return beforeBooking(
    db,
    spoken.map((each) => readEvent(each, now)),
  );
}

function readEvent(spoken: SpokenEvent, now: Date): ReadEvent {
  const { eventId, houseNumber, kind, classifier, at, before, by, reason, source } = spoken;
  // A correction has to be newer than what it corrects, whatever the clock of its sender.
  const reportedAt = new Date(
    Math.max(now.getTime(), 1 + (Date.parse(before?.version.slice(0, 24) ?? "") || 0)),
  );
  const payload = JSON.stringify({
    eventID: eventId,
    eventCreatedDateTime: reportedAt.toISOString(),
    houseNumber,
    code: kind.code,
    eventClassifierCode: classifier,
    eventDateTime: at.toISOString(),
    desk: { by, reason },
  });
  const own: EventReference = { kind: "H", key: referenceKey(houseNumber) };
  const references = before?.references ?? [];
  return {
    eventId,
    sentId: eventId,
    version: versionOf(reportedAt.toISOString(), payload),
    vocabulary: kind.vocabulary,
    eventType: kind.eventType,
    code: kind.code,
    classifier,
    occurredAt: at,
    receivedAt: now,
    isDayOnly: spoken.isDayOnly,
    placeCode: spoken.placeCode,
    locationName: spoken.placeCode === null ? (before?.locationName ?? null) : null,
    facility: before?.facility ?? null,
    sequence: before?.sequence ?? null,
    mode: kind.mode,
    transport: before?.transport ?? null,
    vessel: null,
    emptyIndicator: kind.emptyIndicator,
    containerNumber: spoken.containerNumber,
    source,
    reasonCode: null,
    remark: spoken.remark,
    payload,
    doubts: [],
    warnings: [],
    references: references.some(({ kind: known }) => known === "H") ? references : [...references, own],
  };
}
