import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { TEST_TOPIC, type WebhookEvent } from "./message.ts";

/** Longer than a try takes: of a process that was killed another takes it over then. */
const CLAIM_MS = 60_000;
/** Tries of one receiver at a time, and of one that fails, so that it holds up nobody else. */
const AT_ONCE = 4;
const AT_ONCE_FAILING = 1;
/** Receivers that are looked at for one claim. */
const LOOKED_AT = 10;

type Delivery = Selectable<Database["webhook_delivery"]>;
export interface Claimed {
  delivery: Delivery;
  webhook: Selectable<Database["webhook"]>;
  event: WebhookEvent;
}

/** A delivery that is due, claimed for this process; null when there is none. Those of receivers that work come first. */
export async function claimDue(
  db: Kysely<Database>,
  now: Date,
  { takesFailing }: { takesFailing: boolean },
): Promise<Claimed | null> {
  const { rows: due } = await sql<{ id: string }>`
    select w.id from webhook w
    where w.is_on and (${takesFailing} or w.failing_since is null)
      and exists (select from webhook_delivery d where d.webhook_id = w.id and ${isDue(now)})
      and (select count(*) from webhook_delivery d
        where d.webhook_id = w.id and d.claimed_until > ${now} and ${IS_NO_TEST})
        < case when w.failing_since is null then ${AT_ONCE}::int else ${AT_ONCE_FAILING}::int end
    order by w.failing_since is not null, random() limit ${LOOKED_AT}`.execute(db);
  return firstOf(due, (id) => claimOf(db, id, now, isDue(now)));
}

/** A test that waits, claimed for this process; null when there is none. It waits neither for others nor until its webhook is on. */
export async function claimTest(db: Kysely<Database>, now: Date): Promise<Claimed | null> {
  const { rows: due } = await sql<{ id: string }>`
    select w.id from webhook w
    where exists (select from webhook_delivery d where d.webhook_id = w.id and ${isTestDue(now)})
    order by random() limit ${LOOKED_AT}`.execute(db);
  return firstOf(due, (id) => claimOf(db, id, now, isTestDue(now)));
}

async function firstOf(
  webhooks: readonly { id: string }[],
  claim: (id: string) => Promise<Claimed | null>,
): Promise<Claimed | null> {
  for (const { id } of webhooks) {
    const claimed = await claim(id);
    if (claimed) return claimed;
  }
  return null;
}

const IS_NO_TEST = sql<boolean>`d.topic <> ${sql.lit(TEST_TOPIC)}`;
const isFree = (now: Date) =>
  sql<boolean>`d.state = 'WAITING' and (d.claimed_until is null or d.claimed_until <= ${now})`;
const isDue = (now: Date) => sql<boolean>`${isFree(now)} and d.next_at <= ${now} and ${IS_NO_TEST}`;
/** Its `next_at` is for the version before, which knows no tests and must not take one. */
const isTestDue = (now: Date) => sql<boolean>`${isFree(now)} and d.topic = ${sql.lit(TEST_TOPIC)}`;

async function claimOf(
  db: Kysely<Database>,
  webhookId: string,
  now: Date,
  isDueAs: RawBuilder<boolean>,
): Promise<Claimed | null> {
  const { rows } = await sql<Delivery>`
    update webhook_delivery set attempts = attempts + 1, tried_at = ${now},
      claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    where id = (
      select d.id from webhook_delivery d join webhook w on w.id = d.webhook_id
      where d.webhook_id = ${webhookId} and ${isDueAs}
        -- Only where strict order was asked for does one wait for those before it.
        and not (w.is_ordered and exists (
          select from webhook_delivery o where o.webhook_id = d.webhook_id and o.topic = d.topic
            and o.subject_id = d.subject_id and o.state = 'WAITING' and o.id < d.id))
      order by d.next_at, d.id limit 1 for update of d skip locked)
    returning *`.execute(db);
  const delivery = rows[0];
  if (!delivery) return null;
  const webhook = await db.selectFrom("webhook").selectAll().where("id", "=", webhookId).executeTakeFirst();
  const event = await db
    .selectFrom("webhook_event")
    .selectAll()
    .where("id", "=", delivery.event_id)
    .executeTakeFirst();
  // Removed this moment.
  return webhook && event ? { delivery, webhook, event } : null;
}

/** Gives back a delivery whose try was broken off by the end of this process. */
export async function giveBack(db: Kysely<Database>, { id, attempts }: Delivery): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({ attempts: attempts - 1, claimed_until: null })
    .where("id", "=", id)
    .where("state", "=", "WAITING")
    .where("attempts", "=", attempts)
    .execute();
}
