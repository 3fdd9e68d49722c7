import { createHash } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Language } from "#app/contract/user.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { message } from "../texts/message.ts";
import type { CalendarDate } from "./source.ts";

export type PublishedEntry = Selectable<Database["calendar_entry"]>;
/** An entry as calendars are told it: `start` is "YYYY-MM-DD", or an instant in ISO form. */
type EntryContent = PublishedEntry["content"];

/** Calendars ask at least once in this time: then each has heard of the cancellation. */
const CANCELLED_MS = 30 * DAY_MS;

const uidOf = ({ kind, shipmentId, part }: CalendarDate) =>
  `${[kind, shipmentId, ...(part ? [part] : [])].join("-").replace(/[^\w.-]/g, "_")}@fairlead`;

const hashOf = (content: EntryContent) =>
  createHash("sha256")
    .update(
      JSON.stringify([content.start, content.isDay, content.summary, content.location, content.isEstimate]),
    )
    .digest();

async function contentsOf(db: Kysely<Database>, dates: readonly CalendarDate[], language: Language) {
  const places = await placeNames(
    db,
    language,
    dates.map(({ place }) => place),
  );
  return new Map(
    dates.map((date): [string, EntryContent] => {
      const { at, place, houseNumber, title, isEstimate } = date;
      const location = places.orNull(place)?.name ?? "";
      const isDay = typeof at === "string";
      // Seconds are all that iCalendar has.
      const start = isDay ? at : `${at.toISOString().slice(0, 19)}Z`;
      const summary = message(title, language, { number: houseNumber, place: location });
      return [uidOf(date), { start, isDay, summary, location, isEstimate }];
    }),
  );
}

/**
 * Compares the dates with what this calendar was told before: SEQUENCE and the time of change grow with a change and
 * with nothing else, and what is gone is told as cancelled for 30 days. Call it in a transaction that has
 * locked the calendar.
 */
export async function publishEntries(
  db: Kysely<Database>,
  userId: string,
  dates: readonly CalendarDate[],
  { language, now, since }: { language: Language; now: Date; since: Date },
): Promise<PublishedEntry[]> {
  const entries = await db.selectFrom("calendar_entry").selectAll().where("user_id", "=", userId).execute();
  const before = new Map(entries.map((entry) => [entry.uid, entry]));
  const contents = await contentsOf(db, dates, language);
  const changed: PublishedEntry[] = [];
  const publishedEntries: PublishedEntry[] = [];
  for (const [uid, content] of contents) {
    const known = before.get(uid);
    const content_hash = hashOf(content);
    const isSame = known && known.cancelled_at === null && known.content_hash.equals(content_hash);
    const entry: PublishedEntry = isSame
      ? known
      : {
          user_id: userId,
          uid,
          content,
          content_hash,
          modified_at: now,
          cancelled_at: null,
          sequence: known ? known.sequence + 1 : 0,
        };
    if (!isSame) changed.push(entry);
    publishedEntries.push(entry);
  }
  for (const known of before.values()) {
    // What lies before the calendar's window has only become old.
    if (contents.has(known.uid) || new Date(known.content.start) < since) continue;
    if (known.cancelled_at !== null) {
      if (now.getTime() - known.cancelled_at.getTime() < CANCELLED_MS) publishedEntries.push(known);
      continue;
    }
    const gone = { ...known, sequence: known.sequence + 1, modified_at: now, cancelled_at: now };
    changed.push(gone);
    publishedEntries.push(gone);
  }
  await store(db, userId, changed);
  return publishedEntries.sort((one, other) => (one.uid < other.uid ? -1 : 1));
}

async function store(
  db: Kysely<Database>,
  userId: string,
  entries: readonly PublishedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into calendar_entry (user_id, uid, content, content_hash, sequence, modified_at, cancelled_at)
    select ${userId}, e.* from unnest(
      ${entries.map(({ uid }) => uid)}::text[],
      ${entries.map(({ content }) => JSON.stringify(content))}::jsonb[],
      ${entries.map(({ content_hash }) => content_hash)}::bytea[],
      ${entries.map(({ sequence }) => sequence)}::integer[],
      ${entries.map(({ modified_at }) => modified_at)}::timestamptz[],
      ${entries.map(({ cancelled_at }) => cancelled_at)}::timestamptz[]) e
    on conflict (user_id, uid) do update set content = excluded.content, content_hash = excluded.content_hash,
      sequence = excluded.sequence, modified_at = excluded.modified_at, cancelled_at = excluded.cancelled_at`.execute(
    db,
  );
}
