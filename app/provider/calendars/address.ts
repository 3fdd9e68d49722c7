import type { z } from "zod";
import type { calendarChange, calendarMake, calendarState } from "#app/contract/calendar.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { makeToken } from "../call/caller.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { recordSecurity } from "../security-log/record.ts";

/** `calendar.state` */
export async function readCalendar(
  _: unknown,
  { db, caller }: CallerContext,
): Promise<z.input<typeof calendarState.response>> {
  const feed = await db
    .selectFrom("calendar_feed")
    .selectAll()
    .where("user_id", "=", caller.userId)
    .executeTakeFirst();
  const isOn = feed?.token_hash != null;
  return {
    isOn,
    scope: feed?.scope ?? "FOLLOWED",
    createdAt: isOn ? instantToWire(feed.created_at) : null,
    lastFetchedAt: isOn ? instantToWire(feed.last_fetched_at) : null,
  };
}

/** `calendar.make`: what earlier addresses told stays known, so that a calendar subscribed anew updates. */
export async function makeCalendar(
  { scope }: z.output<typeof calendarMake.request>,
  context: CallerContext,
): Promise<{ url: string }> {
  const { db, caller, now, publicUrl } = context;
  const { token, tokenHash } = makeToken();
  const fresh = { token_hash: tokenHash, scope, created_at: now, last_fetched_at: null };
  await db
    .insertInto("calendar_feed")
    .values({ user_id: caller.userId, ...fresh })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fresh))
    .execute();
  await recordSecurity(context, "calendar.made", caller, { scope });
  return { url: `${publicUrl}/calendar.ics?token=${token}` };
}

/** `calendar.change` */
export async function changeCalendar(
  { scope }: z.output<typeof calendarChange.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  const changed = await db
    .updateTable("calendar_feed")
    .set({ scope })
    .where("user_id", "=", caller.userId)
    .where("token_hash", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  if (!changed) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return null;
}

/** `calendar.revoke`; repeating it changes nothing. */
export async function revokeCalendar(_: unknown, context: CallerContext): Promise<null> {
  const { db, caller } = context;
  const ended = await db
    .updateTable("calendar_feed")
    .set({ token_hash: null })
    .where("user_id", "=", caller.userId)
    .where("token_hash", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  if (ended) await recordSecurity(context, "calendar.revoked", caller, {});
  return null;
}
