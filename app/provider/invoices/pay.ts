import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { paymentRecord } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add, compare, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { message } from "../texts/message.ts";
import { requireCompany } from "./company.ts";
import { allocateParts, lockInvoices, requireDecimals } from "./settle.ts";
import { noteSettled, partsText, tellOfInvoice } from "./settle-note.ts";
import { billingLanguage } from "./tell.ts";
import { requireSeen } from "./work.ts";

type Input = z.output<typeof paymentRecord.request>;

/** Records a payment and what it settles; the rest stays unallocated. What was sent from the page of an invoice is told. */
export async function recordPayment(
  { companyId, currency, amount, paidOn, reference, allocations, seen }: Input,
  context: CallerContext,
): Promise<z.input<typeof paymentRecord.response>> {
  const { db, caller, now } = context;
  await requireSeen(context, seen);
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
      company_id: companyId,
      currency,
      amount,
      allocated,
      reference,
      paid_on: paidOn,
      recorded_at: now,
      recorded_by_name: caller.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const source = { payment_id: id, credit_note_id: null, currency, on: paidOn };
  await allocateParts(db, { companyId, invoices, source, parts: allocations, now });
  const unallocated = amountText(subtract(amount, allocated), currency);
  await noteSettled(
    { companyId, currency, seen, invoices, parts: allocations },
    {
      action: "paymentRecorded",
      told: { amount: `${amountText(amount, currency)} ${currency}`, paidOn, reference },
    },
    context,
  );
  if (seen) {
    const language = await billingLanguage(db, companyId);
    const parts = partsText(allocations, { unallocated, currency }, language);
    const values = { amount: `${amountText(amount, currency)} ${currency}`, day: paidOn, parts };
    const text = message("paymentTold", language, values);
    await tellOfInvoice(seen.invoiceId, { text, clientId: `payment-${id}` }, context);
  }
  return { id, unallocated };
}
