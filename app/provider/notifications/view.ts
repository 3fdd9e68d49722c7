import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type * as contract from "#app/contract/notification.ts";
import { NEXT_SENDS_SHOWN, REHEARSED_DAYS } from "#app/contract/notification-code.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { nextSends } from "#app/lib/schedule.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { codesOfText, placeNames } from "../reference/place-names.ts";
import { recipientsOf } from "./recipients.ts";
import {
  findNotification,
  type NotificationRow,
  type RuleRow,
  rulesOf,
  storableRules,
  storableSchedule,
} from "./store.ts";
import { rehearse } from "./told.ts";

type Wire = z.input<typeof contract.storedNotification>;

/** Shipments that a rehearsed mail is shown with. */
const SHIPMENTS_SHOWN = 10;

/** The caller's own, the latest first (product 7 'selectNotificationList'). */
export async function listNotifications(
  { page, pageSize }: z.output<typeof contract.selectNotificationList.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.selectNotificationList.response>> {
  const { db, caller } = context;
  const own = db
    .selectFrom("notification")
    .where("user_id", "=", caller.userId)
    .where("company_id", "=", caller.companyId);
  const { total } = await own.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows: await toWire(rows, context), total: Number(total), isTotalCapped: false };
}

export async function readNotification(
  { id }: z.output<typeof contract.notificationDetail.request>,
  context: CallerContext,
): Promise<Wire> {
  const row = await findNotification(context.db, context.caller, id);
  const [wire] = await toWire([row], context);
  return wire!;
}

async function toWire(rows: NotificationRow[], context: CallerContext): Promise<Wire[]> {
  const { db, caller, language, now } = context;
  const ids = rows.map(({ id }) => id);
  const rules = await rulesOf(db, ids);
  const places = await placeNames(db, language, placesIn(rules));
  const own = await ownEmail(db, caller.userId);
  const addresses = new Set([...rows.flatMap((row) => row.recipients), ...(own ? [own] : [])]);
  const known = await recipientsOf(db, caller.companyId, [...addresses]);
  const recipientOf = (email: string) => {
    const { state, lastError } = known.get(email)!;
    return { email, state, lastError };
  };
  const sent = await lastSent(db, ids);
  return rows.map((row) => {
    const { from: _, ...schedule } = row.schedule;
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      join: row.join_by,
      rules: rules
        .filter(({ notification_id }) => notification_id === row.id)
        .map(({ id, kind, value }) => ({
          id,
          kind,
          value,
          placeName: isPlace(kind) ? places.of(codesOfText(value)[0]!).name : null,
        })),
      scope: row.scope,
      channel: row.channel,
      recipients: row.recipients.map(recipientOf),
      ownAddress: own && row.channel === "EMAIL" && row.recipients.length === 0 ? recipientOf(own) : null,
      schedule,
      isOn: row.is_on,
      nextSends: row.is_on
        ? nextSends(row.schedule, now, NEXT_SENDS_SHOWN).map((at) => instantToWire(at)!)
        : [],
      lastSentAt: instantToWire(sent.get(row.id)),
    };
  });
}

async function ownEmail(db: Kysely<Database>, userId: string): Promise<string | null> {
  const person = await db.selectFrom("app_user").select("email").where("id", "=", userId).executeTakeFirst();
  return person?.email?.trim().toLowerCase() || null;
}

const isPlace = (kind: RuleRow["kind"]) => kind === "origin" || kind === "destination";
const placesIn = (rules: RuleRow[]) =>
  rules.filter(({ kind }) => isPlace(kind)).flatMap(({ value }) => codesOfText(value));

async function lastSent(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`
    select n.id, x.created_at as at from unnest(${[...ids]}::bigint[]) n (id)
    cross join lateral (
      select created_at from notice where notification_id = n.id order by notice.id desc limit 1
    ) x`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** What a notification in a form would have sent, by the engine that sends; and its next sends. */
export async function rehearseForm(
  input: z.output<typeof contract.rehearseNotification.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.rehearseNotification.response>> {
  const { db, caller, now } = context;
  const rules = await storableRules(input.rules, context);
  const schedule = storableSchedule(input, context);
  const { userId, companyId } = caller;
  // Past sends count from the first day of what is rehearsed.
  const past = { ...schedule, from: storableSchedule(input, { ...context, now: daysBack(now) }).from };
  const teller = { companyId, userId, scope: input.scope, join: input.join, rules, schedule: past };
  const rehearsed = await rehearse(db, teller, REHEARSED_DAYS, now);
  return {
    days: REHEARSED_DAYS,
    mails: rehearsed.toReversed().map(({ at, shipments }) => ({
      at: instantToWire(at)!,
      total: shipments.length,
      shipments: shipments
        .slice(0, SHIPMENTS_SHOWN)
        .map(({ shipmentId, houseNumber }) => ({ id: shipmentId, houseNumber })),
    })),
    nextSends: nextSends(schedule, now, NEXT_SENDS_SHOWN).map((at) => instantToWire(at)!),
  };
}

const daysBack = (now: Date) => new Date(now.getTime() - REHEARSED_DAYS * DAY_MS);
