import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/webhook.ts";
import type { WebhookDelivery } from "#app/contract/webhook.ts";
import {
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOK_SECRETS_OVERLAP_HOURS,
  WEBHOOK_URL_LENGTH,
  WEBHOOKS_MAX,
  type WebhookState,
} from "#app/contract/webhook-code.ts";
import { HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { judgeOutside } from "../outside/fetch-outside.ts";
import { recordSecurity } from "../security-log/record.ts";
import { message, personName } from "../texts/message.ts";
import { bodyOf, messageId, TEST_TOPIC, typeOf } from "./message.ts";
import { loadMaker, maySee } from "./right.ts";
import { makeSecret, sealSecret } from "./sign.ts";
import { versionOf } from "./version.ts";

type WebhookRow = Selectable<Database["webhook"]> & { maker: string; waiting: number };

/** The rows of a forwarder's person are those of all companies, as with keys. */
export function refuseForwarder({ caller }: CallerContext): void {
  if (caller.isForwarder) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** `webhook/list`: the newest first. */
export async function listWebhooks(
  context: CallerContext,
): Promise<z.input<typeof contract.webhookList.response>> {
  refuseForwarder(context);
  const rows = await readRows(context);
  return { rows: await Promise.all(rows.map((row) => toWire(row, context))) };
}

/** `webhook/detail` */
export async function readWebhook(
  { id, isOpenOnly, bodyOf: shownId }: z.output<typeof contract.webhookDetail.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.webhookDetail.response>> {
  refuseForwarder(context);
  const [row] = await readRows(context, id);
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const deliveries = await deliveriesOf(context.db, id)
    .$if(isOpenOnly, (query) => query.where("d.state", "<>", "DONE"))
    .orderBy("d.id", "desc")
    .limit(WEBHOOK_DELIVERIES_SHOWN)
    .execute();
  const test = await deliveriesOf(context.db, id).where("d.id", "=", lastTest(id)).executeTakeFirst();
  return {
    webhook: await toWire(row, context),
    deliveries: deliveries.map(toWireDelivery),
    body: shownId ? await readBody(shownId, id, context) : null,
    test: test ? toWireDelivery(test) : null,
  };
}

/** The body of a delivery, for those who may see its subject: the webhook may be somebody's with other rights. */
async function readBody(
  id: string,
  webhookId: string,
  { db, caller }: CallerContext,
): Promise<string | null> {
  const event = await db
    .selectFrom("webhook_delivery as d")
    .innerJoin("webhook_event as e", "e.id", "d.event_id")
    .selectAll("e")
    .where("d.id", "=", id)
    .where("d.webhook_id", "=", webhookId)
    .executeTakeFirst();
  return event && maySee(caller, event.topic) ? bodyOf(event) : null;
}

const deliveriesOf = (db: Kysely<Database>, webhookId: string) =>
  db
    .selectFrom("webhook_delivery as d")
    .innerJoin("webhook_event as e", "e.id", "d.event_id")
    .selectAll("d")
    .select(["e.key", "e.type", "e.sequence"])
    .where("d.webhook_id", "=", webhookId);

/** Looked for among as many as may come while somebody waits for it, since no index knows the topic. */
const lastTest = (webhookId: string) => sql<string>`(
  select max(l.id) from (
    select id, topic from webhook_delivery where webhook_id = ${webhookId} order by id desc limit 1000
  ) l where l.topic = ${TEST_TOPIC})`;

function toWireDelivery(
  each: Selectable<Database["webhook_delivery"]> &
    Pick<Selectable<Database["webhook_event"]>, "key" | "type" | "sequence">,
): WebhookDelivery {
  return {
    id: each.id,
    messageId: messageId(each.key),
    type: typeOf(each),
    subjectId: each.subject_id,
    sequence: each.sequence ?? 0,
    state: each.state,
    attempts: each.attempts,
    httpStatus: each.http_status,
    problem: each.problem,
    madeAt: instantToWire(each.since)!,
    triedAt: instantToWire(each.tried_at),
    nextAt: each.state === "WAITING" && each.topic !== TEST_TOPIC ? instantToWire(each.next_at) : null,
  };
}

async function readRows({ db, caller }: CallerContext, id: string | null = null): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select w.*, u.name as maker,
      (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'WAITING'
        and d.topic <> ${TEST_TOPIC}) as waiting
    from webhook w join app_user u on u.id = w.user_id
    where w.company_id = ${caller.companyId} and (${id}::bigint is null or w.id = ${id}::bigint)
    order by w.id desc`.execute(db);
  return rows;
}

async function toWire(row: WebhookRow, { db, language }: CallerContext) {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    topics: row.topics,
    isOrdered: row.is_ordered,
    state: await stateOf(row, db),
    madeBy: personName(row.maker, language),
    createdAt: instantToWire(row.created_at)!,
    lastSuccessAt: instantToWire(row.last_success_at),
    failingSince: instantToWire(row.failing_since),
    waiting: row.waiting,
    version: versionOf(row),
  };
}

async function stateOf(row: WebhookRow, db: Kysely<Database>): Promise<WebhookState> {
  if (!row.is_on)
    return row.off_reason === "GONE" ? "GONE" : row.off_reason === "FAILING" ? "STOPPED" : "OFF";
  if (!(await loadMaker(db, row.user_id, row.company_id))) return "MAKER_GONE";
  return row.failing_since ? "FAILING" : "WORKS";
}

/** `webhook/add`. The secret is stored sealed: the answer is the only place where it is told. */
export async function addWebhook(
  { name, url, topics, isOrdered }: z.output<typeof contract.webhookAdd.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.webhookAdd.response>> {
  refuseForwarder(context);
  const { db, caller, now, secrets } = context;
  await refuseAddress(url, context);
  // Locked, so that of two people who add one at once each sees the other's.
  await sql`select from company where id = ${caller.companyId} for update`.execute(db);
  const { count } = await db
    .selectFrom("webhook")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("company_id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= WEBHOOKS_MAX)
    throw new Refusal(CODE_CONFLICT, "webhooksMost", { values: { most: WEBHOOKS_MAX } });
  const secret = makeSecret();
  const { id } = await db
    .insertInto("webhook")
    .values({
      company_id: caller.companyId,
      user_id: caller.userId,
      name,
      url: new URL(url).href,
      topics: [...new Set(topics)],
      is_ordered: isOrdered,
      created_at: now,
      secret: sealSecret(secrets, caller.companyId, secret),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordSecurity(context, "webhook.added", caller, { webhook: id, topics: topics.join(" ") });
  return { id, secret };
}

/** @throws Refusal for an address that no message would be sent to */
export async function refuseAddress(url: string, { outside, language }: CallerContext): Promise<void> {
  // Judged as it is stored, where each Chinese character takes nine: the form shows that, and could not be saved any more.
  if ((URL.parse(url)?.href ?? url).length > WEBHOOK_URL_LENGTH) {
    const tooLong = message("tooLong", language, { maximum: WEBHOOK_URL_LENGTH });
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path: "url", message: tooLong }] } });
  }
  const judged = await judgeOutside(url, outside.webhookHosts ?? []);
  if (judged === "ok") return;
  const key = judged === "name" ? "webhookHost" : "webhookAddress";
  const fields = [{ path: "url", message: message(key, language) }];
  throw new Refusal(CODE_INVALID, key, { data: { fields } });
}

/** `webhook/rotate` */
export async function rotateSecret(
  { id }: z.output<typeof contract.webhookRotate.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.webhookRotate.response>> {
  const { caller, now, secrets } = context;
  const secret = makeSecret();
  await changeOwn(id, context, (eb) => ({
    secret: sealSecret(secrets, caller.companyId, secret),
    old_secret: eb.ref("secret"),
    old_secret_until: new Date(now.getTime() + WEBHOOK_SECRETS_OVERLAP_HOURS * HOUR_MS),
  }));
  await recordSecurity(context, "webhook.rotated", caller, { webhook: id });
  return { id, secret };
}

/** `webhook/switch`: whoever switches it on knows of the failures, which count anew. */
export async function switchWebhook(
  { id, isOn }: z.output<typeof contract.webhookSwitch.request>,
  context: CallerContext,
): Promise<null> {
  await changeOwn(id, context, () =>
    isOn
      ? { is_on: true, off_reason: null, failing_since: null, warned_at: null }
      : { is_on: false, off_reason: "PERSON" },
  );
  await recordSecurity(context, isOn ? "webhook.on" : "webhook.off", context.caller, { webhook: id });
  return null;
}

/** `webhook/remove` */
export async function removeWebhook(
  { id }: z.output<typeof contract.webhookRemove.request>,
  context: CallerContext,
): Promise<null> {
  refuseForwarder(context);
  const { db, caller } = context;
  const gone = await db
    .deleteFrom("webhook")
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await recordSecurity(context, "webhook.removed", caller, { webhook: id });
  return null;
}

const sentAgain = (now: Date): Partial<Selectable<Database["webhook_delivery"]>> => ({
  state: "WAITING",
  attempts: 0,
  since: now,
  next_at: now,
  claimed_until: null,
  ended_at: null,
});

/** `webhook/replay`: it is tried at once, and for three days from now. */
export async function replayDelivery(
  { deliveryId }: z.output<typeof contract.webhookReplay.request>,
  context: CallerContext,
): Promise<null> {
  await changeDelivery(deliveryId, context, sentAgain(context.now));
  return null;
}

/** `webhook/replayAll`: what was given up while the receiver was away for days. */
export async function replayGivenUp(
  { id }: z.output<typeof contract.webhookReplayAll.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.webhookReplayAll.response>> {
  refuseForwarder(context);
  await holdWebhook(id, context);
  const { numUpdatedRows } = await context.db
    .updateTable("webhook_delivery")
    .set(sentAgain(context.now))
    .where("webhook_id", "=", id)
    .where("state", "=", "FAILED")
    .where("topic", "<>", TEST_TOPIC)
    .executeTakeFirstOrThrow();
  return { count: Number(numUpdatedRows) };
}

/** `webhook/skip`: those behind it go on. */
export async function skipDelivery(
  { deliveryId }: z.output<typeof contract.webhookSkip.request>,
  context: CallerContext,
): Promise<null> {
  const skipped = {
    state: "SKIPPED",
    problem: "PERSON",
    ended_at: context.now,
    claimed_until: null,
  } as const;
  await changeDelivery(deliveryId, context, skipped, "WAITING");
  return null;
}

/** The webhook, of which nobody else changes anything until the end of the transaction. */
export async function holdWebhook(
  id: string,
  { db, caller }: CallerContext,
): Promise<Selectable<Database["webhook"]>> {
  const held = await db
    .selectFrom("webhook")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return held;
}

type Change = Partial<{ [Column in keyof Database["webhook"]]: unknown }>;
type Refs = { ref(column: "secret"): unknown };

async function changeOwn(id: string, context: CallerContext, change: (eb: Refs) => Change): Promise<void> {
  refuseForwarder(context);
  const { numUpdatedRows } = await context.db
    .updateTable("webhook")
    .set((eb) => change(eb) as object)
    .where("id", "=", id)
    .where("company_id", "=", context.caller.companyId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal(CODE_NOT_FOUND, "notFound");
}

async function changeDelivery(
  id: string,
  context: CallerContext,
  columns: Partial<Selectable<Database["webhook_delivery"]>>,
  state?: "WAITING",
): Promise<void> {
  refuseForwarder(context);
  const { numUpdatedRows } = await context.db
    .updateTable("webhook_delivery")
    .set(columns)
    .where("id", "=", id)
    .where("webhook_id", "in", (eb) =>
      eb.selectFrom("webhook").select("id").where("company_id", "=", context.caller.companyId),
    )
    // A test is tried once.
    .where("topic", "<>", TEST_TOPIC)
    .$if(state !== undefined, (query) => query.where("state", "=", state!))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal(CODE_NOT_FOUND, "notFound");
}
