import { sql } from "kysely";
import type { z } from "zod";
import type { deskLook } from "#app/contract/desk.ts";
import { instantToWire, MINUTE_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { readItems } from "./item.ts";
import { readColleagues } from "./people.ts";

/** The holder's looks are noted as work so often at most, since each note tells all open pages. */
const TOUCH_EVERY_MS = 15 * MINUTE_MS;
/** Entries of an item's log that are shown, the latest ones. */
const LOG_SHOWN = 50;

/** The record's item with its log; notes that the caller looks, and that a holder has not left it alone. */
export async function lookAt(
  { kind, subjectId, isTyping }: z.output<typeof deskLook.request>,
  context: CallerContext,
): Promise<z.input<typeof deskLook.response>> {
  const { db, caller, now } = context;
  await sql`
    insert into desk_watch (kind, subject_id, user_id, since, seen_at, is_typing)
    values (${kind}, ${subjectId}, ${caller.userId}, ${now}, ${now}, ${isTyping})
    on conflict (kind, subject_id, user_id) do update set seen_at = excluded.seen_at, is_typing = excluded.is_typing,
      since = case when desk_watch.seen_at < ${new Date(now.getTime() - 2 * MINUTE_MS)} then excluded.since
        else desk_watch.since end`.execute(db);
  await sql`
    update desk_item set held_until = desk_due(${now}, (select silence_minutes from desk_calendar))
    where kind = ${kind} and subject_id = ${subjectId} and done_at is null and taken_by = ${caller.userId}
      and held_until > ${now}
      and desk_due(${now}, (select silence_minutes from desk_calendar)) - held_until
        > make_interval(secs => ${TOUCH_EVERY_MS / 1000})`.execute(db);
  const row = await db
    .selectFrom("desk_item")
    .select("id")
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .orderBy(sql`done_at is null`, "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const [item = null] = row ? await readItems(context, [row.id]) : [];
  const log = row
    ? await db
        .selectFrom("desk_item_log")
        .selectAll()
        .where("item_id", "=", row.id)
        .orderBy("id", "desc")
        .limit(LOG_SHOWN)
        .execute()
    : [];
  return {
    item,
    log: log.reverse().map((entry) => ({
      at: instantToWire(entry.at)!,
      actor: entry.actor_name,
      action: entry.action,
      to: entry.to_name,
      note: entry.note,
    })),
    colleagues: await readColleagues(db, now),
  };
}
