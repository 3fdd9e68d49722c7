import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/notification.ts";
import { RULES_MAX, ruleDays } from "#app/contract/notification-code.ts";
import { formatDay, isValidZone } from "#app/lib/date-time.ts";
import { isDayRule, type NotificationRule, type RuleFault, readRule } from "#app/lib/notification-rule.ts";
import { nextSend, type Schedule } from "#app/lib/schedule.ts";
import type { Caller, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { codesText, placeCodesOf } from "../reference/place-names.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { askRecipients } from "./recipients.ts";

export type NotificationRow = Selectable<Database["notification"]>;
export type RuleRow = Selectable<Database["notification_rule"]>;

const NOTIFICATIONS_MAX = 200;

/** @throws Refusal 404 for another person's */
export async function findNotification(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
): Promise<NotificationRow> {
  const row = await db
    .selectFrom("notification")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", caller.userId)
    .where("company_id", "=", caller.companyId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

const faultKeys: Record<RuleFault, MessageKey> = {
  empty: "notificationRuleEmpty",
  tooLong: "notificationRuleTooLong",
  choice: "notificationRuleChoice",
  days: "notificationRuleDays",
  container: "notificationRuleContainer",
};

type NewNotification = Pick<z.output<typeof contract.saveNotification.request>, "rules" | "schedule">;

/** The rules in their stored form, places as codes. @throws Refusal 400 that names each faulty field */
export async function storableRules(
  typedRules: readonly NotificationRule[],
  { db, language }: Pick<CallerContext, "db" | "language">,
  pathOf: (index: number) => string = (index) => `rules.${index}.value`,
): Promise<NotificationRule[]> {
  const faults: { path: string; message: string }[] = [];
  const rules: NotificationRule[] = [];
  for (const [index, rule] of typedRules.entries()) {
    const { kind } = rule;
    const read = readRule(rule);
    const isPlace = kind === "origin" || kind === "destination";
    const value =
      "fault" in read ? null : isPlace ? codesText(await placeCodesOf(db, read.value)) : read.value;
    if (value) rules.push({ kind, value });
    else {
      const key = "fault" in read ? faultKeys[read.fault] : "notificationPlaceUnknown";
      const [least, most] = isDayRule(kind) ? ruleDays[kind] : [0, 0];
      faults.push({ path: pathOf(index), message: message(key, language, { least, most }) });
    }
  }
  if (faults.length > 0) throw new Refusal(CODE_INVALID, "invalid", { data: { fields: faults } });
  return rules;
}

/** The schedule, counted from today in its zone. @throws Refusal 400 */
export function storableSchedule(
  { schedule }: Pick<NewNotification, "schedule">,
  { now, language }: Pick<CallerContext, "now" | "language">,
  from?: string,
): Schedule {
  if (!isValidZone(schedule.zone)) {
    const fault = { path: "schedule.zone", message: message("notificationZoneUnknown", language) };
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [fault] } });
  }
  return { ...schedule, from: from ?? formatDay(now, schedule.zone)! };
}

/**
 * Saves a notification and asks recipients outside the company. A form that is sent twice makes one; a form of an older
 * version is refused, so that nothing is overwritten.
 */
export async function saveNotification(
  input: z.output<typeof contract.saveNotification.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.saveNotification.response>> {
  const { db, caller, now } = context;
  const rules = await storableRules(input.rules, context);
  const recipients = [...new Set(input.recipients)];
  await requireAddress(input.channel, recipients, context);
  const before = input.id ? await findNotification(db, caller, input.id, { isLocked: true }) : null;
  if (before && input.version !== null && input.version !== before.version)
    throw new Refusal(CODE_CONFLICT, "notificationChanged");
  const isSameRhythm = before && isSameSchedule(before.schedule, input.schedule);
  const schedule = storableSchedule(input, context, isSameRhythm ? before.schedule.from : undefined);
  const fields: Fields = {
    name: input.name,
    join_by: input.join,
    scope: input.scope,
    channel: input.channel,
    recipients,
    schedule: JSON.stringify(schedule),
    is_on: input.isOn,
    next_at: input.isOn ? nextSend(schedule, now) : null,
    updated_at: now,
  };
  const id = before
    ? await changeNotification(db, before, fields, now)
    : await addNotification(db, caller, { ...fields, form_key: input.formKey ?? null }, now);
  await db.deleteFrom("notification_rule").where("notification_id", "=", id).execute();
  await db
    .insertInto("notification_rule")
    .values(rules.map((rule, position) => ({ notification_id: id, position, ...rule })))
    .execute();
  const invited = input.channel === "EMAIL" ? await askRecipients(recipients, context) : [];
  return { id, asked: invited };
}

async function requireAddress(
  channel: string,
  recipients: readonly string[],
  { db, caller, language }: CallerContext,
): Promise<void> {
  if (channel !== "EMAIL" || recipients.length > 0) return;
  const own = await db
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", caller.userId)
    .executeTakeFirst();
  if (own?.email) return;
  const fault = { path: "recipients", message: message("notificationNoAddress", language) };
  throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [fault] } });
}

function isSameSchedule(stored: Schedule, wanted: Omit<Schedule, "from">): boolean {
  const { from: _, ...rest } = stored;
  return (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === wanted[key]);
}

type Insert = Insertable<Database["notification"]>;
type Fields = Omit<Insert, "company_id" | "user_id" | "told_until" | "created_at" | "form_key">;

async function changeNotification(
  db: Kysely<Database>,
  before: NotificationRow,
  fields: Fields,
  now: Date,
): Promise<string> {
  await db
    .updateTable("notification")
    .set({
      ...fields,
      version: before.version + 1,
      // What happened while it was off is not told later.
      ...(before.is_on ? {} : { told_until: now }),
    })
    .where("id", "=", before.id)
    .execute();
  return before.id;
}

async function addNotification(
  db: Kysely<Database>,
  caller: Caller,
  fields: Fields & Pick<Insert, "form_key">,
  now: Date,
): Promise<string> {
  const { count } = await db
    .selectFrom("notification")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("user_id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= NOTIFICATIONS_MAX)
    throw new Refusal(CODE_CONFLICT, "notificationTooMany", { values: { most: NOTIFICATIONS_MAX } });
  const made = await db
    .insertInto("notification")
    .values({
      ...fields,
      company_id: caller.companyId,
      user_id: caller.userId,
      told_until: now,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "form_key"]).doUpdateSet((eb) => ({
        updated_at: eb.ref("excluded.updated_at"),
        name: eb.ref("excluded.name"),
        join_by: eb.ref("excluded.join_by"),
        scope: eb.ref("excluded.scope"),
        channel: eb.ref("excluded.channel"),
        recipients: eb.ref("excluded.recipients"),
        schedule: eb.ref("excluded.schedule"),
        is_on: eb.ref("excluded.is_on"),
        next_at: eb.ref("excluded.next_at"),
      })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Switches it on from now, or off. */
export async function switchNotification(
  { id, isOn }: z.output<typeof contract.switchNotification.request>,
  { db, caller, now }: CallerContext,
): Promise<null> {
  const row = await findNotification(db, caller, id, { isLocked: true });
  if (row.is_on === isOn) return null;
  const on = { told_until: now, next_at: nextSend(row.schedule, now) };
  await db
    .updateTable("notification")
    .set({ is_on: isOn, updated_at: now, version: row.version + 1, ...(isOn ? on : { next_at: null }) })
    .where("id", "=", id)
    .execute();
  return null;
}

export async function removeNotification(
  { id }: z.output<typeof contract.removeNotification.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  await findNotification(db, caller, id, { isLocked: true });
  await db.deleteFrom("notification").where("id", "=", id).execute();
  return null;
}

/** @throws Refusal 404 */
async function findRule(
  { db, caller }: CallerContext,
  id: string,
): Promise<{ rule: RuleRow; notification: NotificationRow }> {
  const rule = await db.selectFrom("notification_rule").selectAll().where("id", "=", id).executeTakeFirst();
  if (!rule) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const notification = await findNotification(db, caller, rule.notification_id, { isLocked: true });
  return { rule, notification };
}

const wireRule = ({ id, notification_id, kind, value }: RuleRow) => ({
  id,
  notificationId: notification_id,
  kind,
  value,
});

export async function listRules(
  { notificationId }: z.output<typeof contract.selectRuleList.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof contract.selectRuleList.response>> {
  await findNotification(db, caller, notificationId);
  const rows = await rulesOf(db, [notificationId]);
  return { rows: rows.map(wireRule) };
}

export async function readOneRule(
  { id }: z.output<typeof contract.detailRule.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof contract.detailRule.response>> {
  const rule = await db.selectFrom("notification_rule").selectAll().where("id", "=", id).executeTakeFirst();
  if (!rule) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await findNotification(db, caller, rule.notification_id);
  return wireRule(rule);
}

export async function saveRule(
  { id, notificationId, kind, value }: z.output<typeof contract.saveRule.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.saveRule.response>> {
  const { db, caller, now } = context;
  const [rule] = await storableRules([{ kind, value }], context, () => "value");
  await findNotification(db, caller, notificationId, { isLocked: true });
  const rules = await rulesOf(db, [notificationId]);
  await touch(db, notificationId, now);
  if (id !== null) {
    if (!rules.some((each) => each.id === id)) throw new Refusal(CODE_NOT_FOUND, "notFound");
    await db.updateTable("notification_rule").set(rule!).where("id", "=", id).execute();
    return { id };
  }
  if (rules.length >= RULES_MAX)
    throw new Refusal(CODE_CONFLICT, "notificationRulesFull", { values: { most: RULES_MAX } });
  return db
    .insertInto("notification_rule")
    .values({ notification_id: notificationId, position: (rules.at(-1)?.position ?? -1) + 1, ...rule! })
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function removeRule(
  { id }: z.output<typeof contract.removeRule.request>,
  context: CallerContext,
): Promise<null> {
  const { db, now } = context;
  const { notification } = await findRule(context, id);
  if ((await rulesOf(db, [notification.id])).length === 1)
    throw new Refusal(CODE_CONFLICT, "notificationLastRule");
  await touch(db, notification.id, now);
  await db.deleteFrom("notification_rule").where("id", "=", id).execute();
  return null;
}

async function touch(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await sql`update notification set version = version + 1, updated_at = ${now} where id = ${id}`.execute(db);
}

/** The rules of these notifications, in their order. */
export function rulesOf(db: Kysely<Database>, ids: readonly string[]): Promise<RuleRow[]> {
  return db
    .selectFrom("notification_rule")
    .selectAll()
    .where("notification_id", "in", ids.length > 0 ? [...ids] : ["0"])
    .orderBy("notification_id")
    .orderBy("position")
    .execute();
}
