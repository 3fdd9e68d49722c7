import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { paymentTakeBack } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { message } from "../texts/message.ts";
import { later, lockInvoices } from "./settle.ts";
import { noteSettled, tellOfInvoice } from "./settle-note.ts";
import { billingLanguage } from "./tell.ts";
import { requireSeen } from "./work.ts";

/**
 * Takes an allocation back from today on. The allocation stays, and counts until then, so that what was open on a past day stays
 * as it was told; the sums of the invoice and of its source are as if it had never been.
 */
export async function takeBack(
  { allocationId, reason, seen }: z.output<typeof paymentTakeBack.request>,
  context: CallerContext,
): Promise<z.input<typeof paymentTakeBack.response>> {
  const { db, now } = context;
  await requireSeen(context, seen);
  const allocation = await db
    .selectFrom("allocation as a")
    .innerJoin("invoice as i", "i.id", "a.invoice_id")
    .select(["a.id", "a.company_id", "a.invoice_id", "a.payment_id", "a.credit_note_id", "a.amount"])
    .select(["a.allocated_on", "i.number", "i.currency"])
    .where("a.id", "=", allocationId)
    .executeTakeFirst();
  if (!allocation || (seen && seen.invoiceId !== allocation.invoice_id))
    throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { company_id: companyId, currency, number, amount, payment_id, credit_note_id } = allocation;
  const invoices = await lockInvoices(db, companyId, [number], credit_note_id);
  const made = await db
    .insertInto("allocation_reversal")
    .values({
      allocation_id: allocation.id,
      company_id: companyId,
      reason,
      reversed_on: later(dayToWire(now)!, allocation.allocated_on),
      recorded_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("allocation_id")
    .executeTakeFirst();
  if (!made) throw new Refusal(CODE_CONFLICT, "allocationTakenBack");
  const column = sql.ref(payment_id ? "paid" : "credit_used");
  await sql`update invoice set ${column} = ${column} - ${amount}::numeric where id = ${allocation.invoice_id}`.execute(
    db,
  );
  const { rows } = await (payment_id
    ? sql<{ reference: string; left: string }>`
        update payment set allocated = allocated - ${amount}::numeric where id = ${payment_id}
        returning reference, amount - allocated - refunded as left`.execute(db)
    : sql<{ reference: string; left: string }>`
        update invoice set allocated = allocated - ${amount}::numeric where id = ${credit_note_id}
        returning number as reference, total - allocated - refunded as left`.execute(db));
  const { reference, left } = rows[0]!;
  const money = (sum: string) => `${amountText(sum, currency)} ${currency}`;
  await noteSettled(
    { companyId, currency, seen: { invoiceId: allocation.invoice_id }, invoices, parts: [] },
    { action: "takenBack", told: { reference, amount: money(amount), reason } },
    context,
  );
  if (seen) {
    const values = {
      amount: money(amount),
      reference,
      number,
      reason,
      left: money(add(invoices.get(number)!.left_over, amount)),
    };
    const text = message("takenBackTold", await billingLanguage(db, companyId), values);
    await tellOfInvoice(allocation.invoice_id, { text, clientId: `taken-back-${allocation.id}` }, context);
  }
  return { unallocated: amountText(left, currency) };
}
