import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { paymentRecord } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add, compare, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { requireCompany } from "./company.ts";
import { allocate, lockInvoices, requireDecimals } from "./settle.ts";

type Input = z.output<typeof paymentRecord.request>;

/** Records a payment and what it settles; the rest stays unallocated. */
export async function recordPayment(
  { companyId, currency, amount, paidOn, reference, allocations }: Input,
  { db, caller, now }: CallerContext,
): Promise<z.input<typeof paymentRecord.response>> {
  await requireCompany(db, companyId);
  for (const sum of [amount, ...allocations.map((part) => part.amount)]) {
    if (compare(sum, 0) <= 0) throw new Refusal(CODE_INVALID, "paymentZero");
    requireDecimals(sum, currency);
  }
  if (paidOn > dayToWire(now)!) throw new Refusal(CODE_INVALID, "paymentInFuture");
  const allocated = add(...allocations.map((part) => part.amount));
  if (compare(allocated, amount) > 0) throw new Refusal(CODE_INVALID, "paymentExceeded");
  const invoices = await lockInvoices(
    db,
    companyId,
    allocations.map(({ invoiceNumber }) => invoiceNumber),
  );
  const { id } = await db
    .insertInto("payment")
    .values({
      ...{ company_id: companyId, currency, amount, allocated, reference },
      ...{ paid_on: paidOn, recorded_at: now, recorded_by_name: caller.name },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const source = { payment_id: id, credit_note_id: null, currency, on: paidOn };
  for (const part of allocations) {
    await allocate(db, companyId, {
      invoice: invoices.get(part.invoiceNumber)!,
      source,
      amount: part.amount,
      now,
    });
  }
  return { id, unallocated: amountText(subtract(amount, allocated), currency) };
}
