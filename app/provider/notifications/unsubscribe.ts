import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/notification.ts";
import type { NoticeTarget } from "#app/contract/notification-code.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

/** @throws Refusal 404 */
async function findLink(db: Kysely<Database>, token: string) {
  const link = await db
    .selectFrom("unsubscribe_link")
    .selectAll()
    .where("token", "=", token)
    .executeTakeFirst();
  if (!link) throw new Refusal(CODE_NOT_FOUND, "unsubscribeLinkInvalid");
  return link;
}

/** Changes nothing: programs follow links. */
export async function readTargets(
  { token }: z.output<typeof contract.unsubscribeTargets.request>,
  { db }: CallContext,
): Promise<z.input<typeof contract.unsubscribeTargets.response>> {
  const { recipient, targets } = await findLink(db, token);
  return { recipient, names: targets.map(({ name }) => name) };
}

/**
 * Ends what the link names for its recipient: who made a notification switches it off, other recipients no longer get it;
 * a kind of news is switched off. Mails about signing in have no such link.
 */
export async function endTargets(
  { token }: z.output<typeof contract.unsubscribe.request>,
  { db, now }: CallContext,
): Promise<null> {
  const link = await findLink(db, token);
  for (const target of link.targets) await endTarget(db, link, target, now);
  return null;
}

async function endTarget(
  db: Kysely<Database>,
  { recipient, user_id }: { recipient: string; user_id: string | null },
  { notificationId, kind }: NoticeTarget,
  now: Date,
): Promise<void> {
  if (notificationId) {
    const notification = await db
      .selectFrom("notification")
      .select(["user_id", "recipients"])
      .where("id", "=", notificationId)
      .forUpdate()
      .executeTakeFirst();
    if (!notification) return;
    const isAlone = notification.recipients.every((email) => email === recipient);
    if (notification.user_id === user_id && isAlone)
      await db
        .updateTable("notification")
        .set({ is_on: false, next_at: null, updated_at: now })
        .where("id", "=", notificationId)
        .execute();
    else
      await db
        .insertInto("notification_end")
        .values({ notification_id: notificationId, recipient, ended_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  } else if (kind && user_id)
    await db
      .insertInto("notice_off")
      .values({ user_id, kind })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
