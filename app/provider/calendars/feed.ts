import { createHash } from "node:crypto";
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { CalendarScope, calendarFeed } from "#app/contract/calendar.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { Language } from "#app/contract/user.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { hashToken } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { scopeOf } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { message } from "../texts/message.ts";
import { appointments } from "./appointments.ts";
import { cutOffDates } from "./cut-off-dates.ts";
import { type PublishedEntry, publishEntries } from "./publish.ts";
import { shipmentDates } from "./shipment-dates.ts";
import type { CalendarSource } from "./source.ts";

/** Where the entries come from. */
const sources: readonly CalendarSource[] = [shipmentDates, cutOffDates, appointments];

/** Shipments that ended longer ago leave the calendar. */
const PAST_DAYS = 30;
const SHIPMENTS_MAX = 1_000;
/** How often calendars are asked to look. */
const LOOK_EVERY_S = 3_600;

interface Reader {
  user_id: string;
  company_id: string;
  is_forwarder: boolean;
  language: Language | null;
  scope: CalendarScope;
  last_fetched_at: Date | null;
}

/**
 * The holder of an address, who has to have the right to see shipments at this moment. The row stays locked: of two
 * calendars that ask at once, the second is told what the first was.
 */
async function readerOf(token: string, { db }: CallContext): Promise<Reader> {
  const { rows } = await sql<Reader>`
    select f.user_id, u.company_id, c.is_forwarder, u.language_preference as language, f.scope, f.last_fetched_at
    from calendar_feed f join app_user u on u.id = f.user_id join company c on c.id = u.company_id
    where f.token_hash = ${hashToken(token)} and u.status = 'ACTIVE' and exists (
      select from role_menu rm join menu m on m.id = rm.menu_id
      where rm.role_id = u.role_id and m.name = 'SHIPMENTS' and m.menu_flag = 1)
    for update of f`.execute(db);
  if (!rows[0]) throw new Refusal(CODE_NOT_FOUND, "calendarOver");
  return rows[0];
}

/** The shipments of a calendar: open ones, and those that ended lately. */
async function shipmentsOf(db: Kysely<Database>, reader: Reader, since: Date): Promise<string[]> {
  const { user_id: userId, company_id: companyId, is_forwarder: isForwarder } = reader;
  const scope = await shipmentScopeOf(db, scopeOf({ userId, companyId, isForwarder }, "read"));
  const followed = sql`exists (
    select from shipment_follow f where f.user_id = ${userId} and f.shipment_id = s.id)`;
  const { rows } = await sql<{ id: string }>`
    select s.id from shipment s
    where ${inScope(scope)} and ${reader.scope === "FOLLOWED" ? followed : sql`true`}
      and (s.status <> 'COMPLETED' or coalesce(s.delivery_at, s.ata, s.eta) > ${since})
    order by coalesce(s.ata, s.eta) desc nulls last, s.id desc limit ${SHIPMENTS_MAX}`.execute(db);
  return rows.map((row) => row.id);
}

/** `calendar.feed`. @throws Refusal CODE_NOT_FOUND for an address that is over, or whose holder lost the right */
export async function readFeed(
  { token }: z.output<typeof calendarFeed.request>,
  context: CallContext,
): Promise<z.input<typeof calendarFeed.response>> {
  const { db, now } = context;
  const reader = await readerOf(token, context);
  const language = reader.language ?? "en";
  const since = new Date(now.getTime() - PAST_DAYS * DAY_MS);
  const ids = await shipmentsOf(db, reader, since);
  const dates = await Promise.all(sources.map((source) => source(db, ids, { language, now })));
  const entries = await publishEntries(db, reader.user_id, dates.flat(), { language, now, since });
  if (!reader.last_fetched_at || now.getTime() - reader.last_fetched_at.getTime() > HOUR_MS / 4)
    await db
      .updateTable("calendar_feed")
      .set({ last_fetched_at: now })
      .where("user_id", "=", reader.user_id)
      .execute();
  const text = calendarText(entries, language);
  return { text, tag: createHash("sha256").update(text).digest("base64url").slice(0, 22) };
}

/** The same entries make the same text, byte by byte. */
function calendarText(entries: readonly PublishedEntry[], language: Language): string {
  const calendar = ical({
    prodId: { company: "Fairlead", product: "Shipments", language: language.toUpperCase() },
    name: message("calendarName", language),
    method: ICalCalendarMethod.PUBLISH,
    ttl: LOOK_EVERY_S,
  });
  for (const { uid, sequence, modified_at, cancelled_at, content } of entries) {
    const held = content.isEstimate ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
    calendar.createEvent({
      id: uid,
      sequence,
      stamp: modified_at,
      lastModified: modified_at,
      start: new Date(content.start),
      allDay: content.isDay,
      summary: content.summary,
      location: content.location || null,
      status: cancelled_at === null ? held : ICalEventStatus.CANCELLED,
      // Nobody is busy because a ship arrives.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
