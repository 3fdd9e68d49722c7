import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { EnteredEvent, eventEnter } from "#app/contract/shipment-desk.ts";
import type { Language } from "#app/contract/user.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { formatDay, formatInstant, HOUR_MS, WIRE_ZONE, wallClockToInstant } from "#app/lib/date-time.ts";
import { type EnteredKind, enteredKinds } from "#app/lib/milestones/entered.ts";
import type { MilestoneKind } from "#app/lib/milestones/milestone.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { placeOf } from "../reference/place-names.ts";
import { type SpokenEvent, storeSpokenEvent } from "../shipments/entered-event.ts";
import { type MessageKey, message, personName } from "../texts/message.ts";
import { type Fault, isDay, zoneOf } from "./fields.ts";
import { invalid, type LockedShipment, lockShipment, note } from "./record.ts";

const YEAR_MIN = 1971;
const YEAR_MAX = 2198;

type Corrects = NonNullable<z.output<typeof eventEnter.request>["corrects"]>;

/**
 * Adds an event of a shipment, or corrects one. A correction keeps its milestone; what it said before stays in the database.
 * @throws Refusal 400 with the faulty fields, 409 when somebody else has corrected it
 */
export async function enterEvent(
  { shipmentId, event, corrects }: z.output<typeof eventEnter.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  const row = await lockShipment(db, shipmentId);
  const stored = corrects && (await lockEvent(row, corrects, context));
  const { language } = context;
  const read = await readEntered(
    event,
    { db, language, now, mode: row.job_mode, containerNumbers: row.container_numbers },
    stored,
  );
  if ("faults" in read) throw invalid(read.faults);
  const { said: spokenEvent } = read;
  const company = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  const spoken: SpokenEvent = {
    ...spokenEvent,
    eventId: corrects?.eventId ?? `desk-${randomUUID()}`,
    houseNumber: row.house_number,
    source: company.name,
    by: caller.userId,
    reason: corrects?.reason ?? null,
    before: stored?.before ?? null,
  };
  const report = await storeSpokenEvent(db, spoken, now);
  if (report.quarantined.length > 0) throw invalid([faultOf("at", "eventBeforeBooking", language)]);
  const words = await wordsOf(spoken, db);
  await note(context, row, corrects ? "shipment.eventCorrected" : "shipment.eventAdded", [
    { path: "event", before: stored?.words ?? null, after: words },
    ...(corrects ? [{ path: "reason", before: null, after: corrects.reason }] : []),
  ]);
  return null;
}

const faultOf = (path: string, key: MessageKey, language: Language): Fault => ({
  path,
  message: message(key, language),
});

interface Asking {
  db: Kysely<Database>;
  language: Language;
  now: Date;
  /** Mode of the shipment. */
  mode: JobMode;
  containerNumbers: readonly string[];
}
export type EventStatement = Pick<
  SpokenEvent,
  "kind" | "classifier" | "at" | "isDayOnly" | "placeCode" | "containerNumber" | "remark"
>;

/** Reads what was typed of an event, or says what is wrong with each field. `stored`: what a correction corrects. */
export async function readEntered(
  event: EnteredEvent,
  { db, language, now, mode, containerNumbers }: Asking,
  stored: { kind: EnteredKind } | null = null,
): Promise<{ said: EventStatement } | { faults: Fault[] }> {
  const faults: Fault[] = [];
  const kinds = enteredKinds(mode);
  const kind =
    stored?.kind ?? (Object.hasOwn(kinds, event.code) ? kinds[event.code as MilestoneKind] : undefined);
  if (!kind) faults.push(faultOf("code", "milestoneUnknown", language));
  const place = event.place === "" ? null : await placeOf(db, event.place, mode);
  const placeCode = place && "code" in place ? place.code : null;
  if (place && "fault" in place)
    faults.push({ path: "place", message: message(place.fault, language, place.values) });
  if (event.place === "" && kind?.needsPlace) faults.push(faultOf("place", "cannotBeEmpty", language));
  const time = readTime(event, await zoneOf(db, placeCode), now);
  if ("fault" in time) faults.push(faultOf("at", time.fault, language));
  const containerNumber = event.containerNumber ? cleanContainerNumber(event.containerNumber) : null;
  if (!stored && containerNumber && !containerNumbers.map(cleanContainerNumber).includes(containerNumber))
    faults.push(faultOf("containerNumber", "containerNotOfShipment", language));
  if (faults.length > 0 || "fault" in time) return { faults };
  const { classifier, remark } = event;
  return {
    said: { kind: kind!, classifier, ...time, placeCode, containerNumber, remark: remark || null },
  };
}

/** The instant, or the day as its midnight in the wire's zone; what has happened is not in the future. */
function readTime(
  { at: typed, classifier }: EnteredEvent,
  zone: string,
  now: Date,
): { at: Date; isDayOnly: boolean } | { fault: "formatError" | "actualToCome" } {
  const isDayOnly = isDay(typed);
  const at = wallClockToInstant(typed, isDayOnly ? WIRE_ZONE : zone);
  if (!at || at.getUTCFullYear() < YEAR_MIN || at.getUTCFullYear() > YEAR_MAX)
    return { fault: "formatError" };
  const isToCome = isDayOnly ? typed > formatDay(now, zone)! : at.getTime() > now.getTime() + HOUR_MS;
  return classifier === "ACT" && isToCome ? { fault: "actualToCome" } : { at, isDayOnly };
}

async function lockEvent(row: LockedShipment, { eventId, version }: Corrects, context: CallerContext) {
  const { db, language } = context;
  const event = await db
    .selectFrom("event")
    .selectAll()
    .where("event_id", "=", eventId)
    .where(
      sql<boolean>`exists (select from event_shipment l where l.event_id = event.event_id and l.shipment_id = ${row.id})`,
    )
    .forUpdate()
    .executeTakeFirst();
  if (!event) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if ((event.version ?? "") !== version) {
    const by = (event.payload as { desk?: { by?: string } }).desk?.by ?? null;
    const person = by
      ? await db.selectFrom("app_user").select("name").where("id", "=", by).executeTakeFirst()
      : undefined;
    const actor = by ? personName(person?.name ?? "", language) : event.source;
    throw new Refusal(CODE_CONFLICT, "eventCorrected", { values: { actor } });
  }
  const references = await db
    .selectFrom("event_reference")
    .select(["kind", "value_key as key"])
    .where("event_id", "=", eventId)
    .execute();
  return storedEventOf(event, references, db);
}

/** What a correction has to know of the event that it corrects. */
export async function storedEventOf(
  event: Selectable<Database["event"]>,
  references: readonly { kind: string; key: string }[],
  db: Kysely<Database>,
) {
  const kind = {
    vocabulary: event.vocabulary,
    eventType: event.event_type,
    code: event.code,
    emptyIndicator: event.empty_indicator,
    mode: event.mode,
    needsPlace: false,
  } as EnteredKind;
  const before = {
    sequence: event.sequence,
    transport: event.transport,
    facility: event.facility,
    locationName: event.location_name,
    version: event.version ?? event.received_at.toISOString(),
    references,
  } as NonNullable<SpokenEvent["before"]>;
  const words = await wordsOf(
    {
      kind,
      classifier: event.classifier,
      at: event.occurred_at,
      isDayOnly: event.is_day_only,
      placeCode: event.place_code,
    },
    db,
  );
  return { kind, before, words };
}

/** "DEPA ACT 2026-11-24 10:00 CNSHA", in the time of the place. */
export async function wordsOf(
  {
    kind,
    classifier,
    at,
    isDayOnly,
    placeCode,
  }: Pick<SpokenEvent, "kind" | "classifier" | "at" | "isDayOnly" | "placeCode">,
  db: Kysely<Database>,
): Promise<string> {
  const zone = isDayOnly ? WIRE_ZONE : await zoneOf(db, placeCode);
  const time = formatInstant(at, zone)?.slice(0, isDayOnly ? 10 : 16);
  return [kind.code, classifier, time, placeCode].filter(Boolean).join(" ");
}
