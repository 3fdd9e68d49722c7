import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/webhook.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";
import { TEST_TOPIC } from "./message.ts";
import { type Changeable, versionOf } from "./version.ts";
import { holdWebhook, refuseAddress, refuseForwarder } from "./webhook.ts";

/**
 * `webhook/change`. What waits goes to the new address at once: whoever corrects an address wants what did not arrive. Failures of
 * the old one are forgotten, and what was switched off for them stays off until a person switches it on.
 */
export async function changeWebhook(
  { id, version, name, url, topics, isOrdered }: z.output<typeof contract.webhookChange.request>,
  context: CallerContext,
): Promise<null> {
  refuseForwarder(context);
  const { db, caller, now } = context;
  const settings = {
    name,
    url: URL.parse(url)?.href ?? url,
    topics: [...new Set(topics)],
    is_ordered: isOrdered,
  };
  const current = await db
    .selectFrom("webhook")
    .select("url")
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .executeTakeFirst();
  if (!current) throw new Refusal(CODE_NOT_FOUND, "notFound");
  // Judged before the webhook is locked, since a name may be looked up for long. Each call judges the one that stays.
  if (current.url !== settings.url) await refuseAddress(url, context);
  const stored = await holdWebhook(id, context);
  const present = versionOf(stored);
  if (present === versionOf(settings)) return null;
  if (present !== version || stored.url !== current.url) throw new Refusal(CODE_CONFLICT, "webhookChanged");
  const isMoved = stored.url !== settings.url;
  await db
    .updateTable("webhook")
    .set({
      ...settings,
      ...(isMoved && { failing_since: null, warned_at: null }),
      // Why it was switched off was said of the old address.
      ...(isMoved && !stored.is_on && { off_reason: "PERSON" }),
    })
    .where("id", "=", id)
    .execute();
  await skipOthers(db, id, settings.topics, now);
  if (isMoved) await sendNow(db, id, now);
  const changed = changedOf(stored, settings);
  await recordSecurity(context, "webhook.changed", caller, { webhook: id, changed: changed.join(" ") });
  return null;
}

const COLUMNS = ["name", "url", "topics", "is_ordered"] as const;
const changedOf = (before: Changeable, after: Changeable): string[] =>
  COLUMNS.filter((column) => versionOf({ ...before, [column]: after[column] }) !== versionOf(before));

/** Nothing of a topic that was left out is sent any more. */
async function skipOthers(
  db: Kysely<Database>,
  webhookId: string,
  topics: Changeable["topics"],
  now: Date,
): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({ state: "SKIPPED", problem: "PERSON", ended_at: now, claimed_until: null })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "WAITING")
    .where("topic", "not in", [...topics, TEST_TOPIC])
    .execute();
}

async function sendNow(db: Kysely<Database>, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({ next_at: now })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "WAITING")
    .where("topic", "<>", TEST_TOPIC)
    .where("next_at", ">", now)
    .execute();
}
