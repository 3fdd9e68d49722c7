import type { z } from "zod";
import type { quoteWithdraw } from "#app/contract/quote-desk.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { requireVersions } from "./draft.ts";
import { toldOptions } from "./price.ts";
import { readOptions, requireNextStatus } from "./store.ts";
import { sayInConversation, tellRequester } from "./tell.ts";

/** Takes back a price that nobody has accepted: the quote waits for another, and the customer is told why. */
export async function withdrawPrice(
  { id, reason, version = null }: z.output<typeof quoteWithdraw.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  const status = await requireNextStatus(context, row, "withdraw");
  await requireVersions(context, row, { version, draftVersion: null });
  const before = await readOptions(db, id);
  await db
    .updateTable("quote_option")
    .set({ replaced_at: now })
    .where("quote_id", "=", id)
    .where("replaced_at", "is", null)
    .execute();
  await db
    .updateTable("quote")
    .set({
      status,
      valid_until: null,
      withdrawn_at: now,
      withdraw_reason: reason,
      version: row.version + 1,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    subject: "quote",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "quote.withdrawn",
    changes: [
      ...changesBetween({ status: row.status, options: toldOptions(before) }, { status }),
      { path: "withdrawReason", before: null, after: reason },
    ],
  });
  const values = { reason };
  await tellRequester(context, row, { kind: "quoteWithdrawn", mail: "mailQuoteWithdrawn", values });
  await sayInConversation(context, row, { text: "quoteWithdrawnMessage", values });
  return null;
}
