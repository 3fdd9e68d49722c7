import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { deskAct } from "#app/contract/desk.ts";
import { type DeskAction, endsByHand } from "#app/contract/desk-code.ts";
import { DAY_MS, instantToWire, wireToInstant } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { message } from "../texts/message.ts";
import { readItems } from "./item.ts";
import { readColleagues } from "./people.ts";

type Input = z.output<typeof deskAct.request>;
type Answer = z.input<typeof deskAct.response>;
type Refused = Answer["refused"][number];
type ItemRow = Selectable<Database["desk_item"]>;

const SNOOZE_MAX_MS = 366 * DAY_MS;

/** What the action needs besides the items, checked. */
interface Order {
  action: DeskAction;
  to: { userId: string; name: string } | null;
  until: Date | null;
  note: string;
}

/**
 * Does the action on each item that stands as it was seen, and tells of each other one who has it or what has become of it.
 * @throws Refusal 400 for a colleague who is none, or a time that is past or too far
 */
export async function actOnItems({ items, ...instruction }: Input, context: CallerContext): Promise<Answer> {
  const { db } = context;
  const order = await orderOf(instruction, context);
  const wanted = new Map(items.map(({ id, version }) => [id, version]));
  // In the order of their ids, so that two actions on the same items wait for each other instead of blocking.
  const rows = await db
    .selectFrom("desk_item")
    .selectAll()
    .where("id", "in", [...wanted.keys()])
    .orderBy("id")
    .forUpdate()
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const answer: Answer = { done: [], refused: [] };
  for (const [id, version] of wanted) {
    const row = known.get(id);
    const reason = row ? await refusalOf(row, version, order, context) : "UNKNOWN";
    if (row && reason === null) {
      await change(row, order, context);
      answer.done.push(id);
    } else answer.refused.push(await refusedItem(id, row, reason ?? "UNKNOWN", context));
  }
  return answer;
}

async function orderOf(
  { action, toUserId, until, note }: Omit<Input, "items">,
  { db, now, language }: CallerContext,
): Promise<Order> {
  const fault = (path: string) =>
    new Refusal(CODE_INVALID, "invalid", {
      data: { fields: [{ path, message: message("formatError", language) }] },
    });
  const colleagues = action === "handOver" ? await readColleagues(db, now) : [];
  const to = colleagues.find(({ userId }) => userId === toUserId) ?? null;
  if (action === "handOver" && !to) throw fault("toUserId");
  const instant = action === "snooze" ? wireToInstant(until) : null;
  if (
    action === "snooze" &&
    (!instant || instant <= now || instant.getTime() - now.getTime() > SNOOZE_MAX_MS)
  )
    throw fault("until");
  return { action, to, until: instant, note };
}

async function refusalOf(
  row: ItemRow,
  version: number,
  { action }: Order,
  context: CallerContext,
): Promise<Refused["reason"] | null> {
  const { db, caller, now } = context;
  if (action === "reopen") {
    if (row.version !== version || row.done_at === null) return "CHANGED";
    if (!endsByHand(row.kind)) return "NOT_BY_HAND";
    const again = await db
      .selectFrom("desk_item")
      .select("id")
      .where("kind", "=", row.kind)
      .where("subject_id", "=", row.subject_id)
      .where("subject_key", "=", row.subject_key)
      .where("done_at", "is", null)
      .executeTakeFirst();
    return again ? "CHANGED" : null;
  }
  if (row.done_at !== null) return "ENDED";
  if (action === "take") {
    const [item] = await readItems(context, [row.id]);
    const holder = item?.substitute ?? item?.holder;
    if (holder && holder.userId !== caller.userId && row.taken_by !== caller.userId) return "HELD";
  }
  if (row.version !== version) return "CHANGED";
  if (action === "done" && !endsByHand(row.kind)) return "NOT_BY_HAND";
  const isHeld = row.taken_by !== null && row.held_until !== null && row.held_until > now;
  return action === "release" && !isHeld ? "CHANGED" : null;
}

async function change(row: ItemRow, order: Order, { db, caller, now }: CallerContext): Promise<void> {
  const { action, to, until, note } = order;
  const held = (userId: string) => ({
    taken_by: userId,
    taken_at: now,
    held_until: sql<Date>`(select desk_due(${now}, silence_minutes) from desk_calendar)`,
  });
  const minutesLeft = sql`greatest(promised_minutes - used_minutes, 0)`;
  const changes = {
    take: () => ({ ...held(caller.userId), snoozed_until: null }),
    takeOver: () => ({ ...held(caller.userId), snoozed_until: null }),
    release: () => ({ taken_by: null, taken_at: null, held_until: null }),
    handOver: () => ({ ...held(to!.userId), snoozed_until: null }),
    snooze: () => ({ snoozed_until: until }),
    wake: () => ({ snoozed_until: null }),
    done: () => ({
      done_at: now,
      done_by: caller.userId,
      used_minutes: sql<string>`used_minutes + coalesce(desk_worked(running_since, ${now}), 0)`,
      running_since: null,
    }),
    reopen: () => ({
      done_at: null,
      done_by: null,
      running_since: row.promised_minutes === null ? null : now,
      due_at: sql<Date | null>`case when promised_minutes is null then due_at else desk_due(${now}, ${minutesLeft}) end`,
    }),
  }[action]();
  await db
    .updateTable("desk_item")
    .set({ ...changes, version: row.version + 1 })
    .where("id", "=", row.id)
    .execute();
  await db
    .insertInto("desk_item_log")
    .values({
      item_id: row.id,
      at: now,
      actor_id: caller.userId,
      actor_name: caller.name,
      action,
      to_name: to?.name ?? null,
      note,
    })
    .execute();
}

/** What has become of an item that was left as it is. */
async function refusedItem(
  id: string,
  row: ItemRow | undefined,
  reason: Refused["reason"],
  context: CallerContext,
): Promise<Refused> {
  if (!row) return { id, label: "", reason, by: null, at: null };
  const [item] = await readItems(context, [row.id]);
  const last = await context.db
    .selectFrom("desk_item_log")
    .select(["actor_name", "at"])
    .where("item_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const holder = reason === "HELD" ? (item?.substitute ?? item?.holder)?.name : undefined;
  return {
    id,
    label: item?.label ?? row.label,
    reason,
    by: holder ?? (last?.actor_name || null),
    at: instantToWire(last?.at),
  };
}
