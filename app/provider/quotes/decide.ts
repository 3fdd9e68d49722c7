import type { z } from "zod";
import type { quoteAccept, quoteReject } from "#app/contract/quote.ts";
import { instantToWire, minuteToWire } from "#app/lib/date-time.ts";
import { quoteStatusAt } from "#app/lib/quote-state.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append, type LogHead } from "../operation-log/log.ts";
import { mustTake } from "./permission.ts";
import {
  type OptionRow,
  type QuoteRow,
  readOptions,
  refusalOf,
  requireNextStatus,
  stateOf,
} from "./store.ts";

/** Accepts one option, whose valid-until then is the quote's. */
export async function acceptQuote(
  { id, optionId }: z.output<typeof quoteAccept.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  mustTake(caller, "accept", { companyId: row.company_id, status: quoteStatusAt(stateOf(row), now) });
  await requireNextStatus(context, row, "accept");
  await acceptOption(context, row, await validOption(context, row, optionId));
  return null;
}

/** Finds an option of the quote that is still valid. @throws Refusal 409 */
export async function validOption(
  context: CallerContext,
  row: QuoteRow,
  optionId: string,
): Promise<OptionRow> {
  const option = (await readOptions(context.db, row.id)).find(({ id }) => id === optionId);
  if (!option) throw await refusalOf(context, row, "quoteOptionGone");
  if (option.valid_until < context.now) {
    const validUntil = minuteToWire(option.valid_until);
    throw await refusalOf(context, row, "quoteOptionExpired", { validUntil });
  }
  return option;
}

/** The quote has to be locked and open for acceptance. @returns the new end of its log */
export async function acceptOption(
  { db, caller, now }: CallerContext,
  row: QuoteRow,
  option: OptionRow,
): Promise<LogHead> {
  await db
    .updateTable("quote")
    .set({
      status: "ACCEPTED",
      accepted_option_id: option.id,
      valid_until: option.valid_until,
      version: row.version + 1,
      updated_at: now,
    })
    .where("id", "=", row.id)
    .execute();
  const { carrier_name, total, currency, valid_until } = option;
  return append(db, row, {
    subject: "quote",
    subjectId: row.id,
    actor: actorOf(caller),
    at: now,
    action: "quote.accepted",
    changes: changesBetween(
      { status: row.status },
      {
        status: "ACCEPTED",
        acceptedOption: {
          carrierName: carrier_name,
          total: `${total} ${currency}`,
          validUntil: instantToWire(valid_until),
        },
      },
    ),
  });
}

export async function rejectQuote(
  { id, reason }: z.output<typeof quoteReject.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  mustTake(caller, "reject", { companyId: row.company_id, status: row.status });
  const status = await requireNextStatus(context, row, "reject");
  await db
    .updateTable("quote")
    .set({ status, reject_reason: reason || null, version: row.version + 1, updated_at: now })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    subject: "quote",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "quote.rejected",
    changes: changesBetween({ status: row.status }, { status, rejectReason: reason }),
  });
  return null;
}
