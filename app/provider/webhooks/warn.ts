import type { Kysely, Selectable } from "kysely";
import { WEBHOOK_STOPPED_DAYS, WEBHOOK_WARNED_DAYS } from "#app/contract/webhook-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { mailedManagers } from "../call/managers.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { type MailKind, mailTexts } from "../texts/message.ts";

type Webhook = Pick<Selectable<Database["webhook"]>, "id" | "company_id" | "name" | "url">;
interface Mailing {
  now: Date;
  publicUrl: string;
}

/** The receiver has said for good that it takes nothing more. */
export async function endGone(db: Kysely<Database>, webhook: Webhook, mailing: Mailing): Promise<void> {
  if (await switchOff(db, webhook, "GONE")) await mail(db, webhook, "mailWebhookGone", mailing);
}

/**
 * Counts a failure: after days without a success the company's administrators are warned, and after more the webhook is
 * switched off. Each mail is queued once, by any number of processes.
 */
export async function noteFailing(db: Kysely<Database>, webhook: Webhook, mailing: Mailing): Promise<void> {
  const { now } = mailing;
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { failing_since: since, warned_at: warned } = await db
    .updateTable("webhook")
    .set((eb) => ({ failing_since: eb.fn.coalesce("failing_since", eb.val(now)) }))
    .where("id", "=", webhook.id)
    .returning(["failing_since", "warned_at"])
    .executeTakeFirstOrThrow();
  if (!since || since > before(WEBHOOK_WARNED_DAYS)) return;
  if (!warned) {
    await db.updateTable("webhook").set({ warned_at: now }).where("id", "=", webhook.id).execute();
    await mail(db, webhook, "mailWebhookFailing", mailing);
  } else if (since <= before(WEBHOOK_STOPPED_DAYS) && (await switchOff(db, webhook, "FAILING")))
    await mail(db, webhook, "mailWebhookStopped", mailing);
}

/** @returns whether it was on */
async function switchOff(
  db: Kysely<Database>,
  { id }: Webhook,
  reason: "GONE" | "FAILING",
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook")
    .set({ is_on: false, off_reason: reason })
    .where("id", "=", id)
    .where("is_on", "=", true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** To those who manage the company's webhooks. */
async function mail(
  db: Kysely<Database>,
  webhook: Webhook,
  kind: MailKind,
  { now, publicUrl }: Mailing,
): Promise<void> {
  for (const { name, email, language } of await mailedManagers(db, webhook.company_id)) {
    const texts = mailTexts(kind, language, {
      name,
      webhook: webhook.name,
      host: new URL(webhook.url).host,
      warnedDays: WEBHOOK_WARNED_DAYS,
      stoppedDays: WEBHOOK_STOPPED_DAYS,
      link: `${publicUrl}/account/webhookDetail?id=${webhook.id}`,
    });
    await queueMail(db, { recipient: email, companyId: webhook.company_id, ...texts }, now);
  }
}
