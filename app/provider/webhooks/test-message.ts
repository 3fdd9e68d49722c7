import type { z } from "zod";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type * as contract from "#app/contract/webhook.ts";
import { WEBHOOK_TEST_PAUSE_SECONDS, webhookTypes } from "#app/contract/webhook-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { subjectOf, TEST_TOPIC } from "./message.ts";
import { holdWebhook, refuseForwarder } from "./webhook.ts";

/** Later than the log is kept: who takes what is due takes no test. */
const NEVER_MS = 365 * DAY_MS;

/**
 * `webhook/test`: a delivery of an event that is handed out to this webhook only, and counts for no subject. `claimTest` takes it.
 */
export async function testWebhook(
  { id }: z.output<typeof contract.webhookTest.request>,
  context: CallerContext,
): Promise<null> {
  refuseForwarder(context);
  const { db, caller, now, publicUrl } = context;
  // Locked, so that of two who press at once the second sees the first one's.
  await holdWebhook(id, context);
  const lately = new Date(now.getTime() - WEBHOOK_TEST_PAUSE_SECONDS * 1000);
  const before = await db
    .selectFrom("webhook_delivery")
    .select("id")
    .where("webhook_id", "=", id)
    .where("topic", "=", TEST_TOPIC)
    .where(({ or, eb }) => or([eb("state", "=", "WAITING"), eb("since", ">", lately)]))
    .limit(1)
    .executeTakeFirst();
  if (before)
    throw new Refusal(CODE_CONFLICT, "webhookTested", { values: { seconds: WEBHOOK_TEST_PAUSE_SECONDS } });
  const event = await db
    .insertInto("webhook_event")
    .values({
      company_id: caller.companyId,
      topic: TEST_TOPIC,
      type: webhookTypes[0],
      subject_id: id,
      sequence: 0,
      data: JSON.stringify(subjectOf(TEST_TOPIC, id, publicUrl)),
      at: now,
      handed_out_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const delivery = { webhook_id: id, event_id: event.id, topic: TEST_TOPIC, subject_id: id } as const;
  await db
    .insertInto("webhook_delivery")
    .values({ ...delivery, since: now, next_at: new Date(now.getTime() + NEVER_MS) })
    .execute();
  return null;
}
