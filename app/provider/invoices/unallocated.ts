import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { paymentAllocate, paymentRefund } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add, compare, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { message } from "../texts/message.ts";
import { allocateParts, lockInvoices, requireDecimals } from "./settle.ts";
import { noteSettled, partsText, tellOfInvoice } from "./settle-note.ts";
import { billingLanguage } from "./tell.ts";
import { requireSeen } from "./work.ts";

type SourceName = z.output<typeof paymentAllocate.request>["source"];

/** A payment or credit note with what is left of it, in one shape. */
interface LeftSource {
  id: string;
  company_id: string;
  currency: string;
  reference: string;
  on: string;
  left: string;
}

/**
 * Sets what is left of a payment or credit note off against invoices. It counts from today on, so that what was open on a past
 * day stays as it was told.
 */
export async function allocateLater(
  { source: named, allocations, seen }: z.output<typeof paymentAllocate.request>,
  context: CallerContext,
): Promise<z.input<typeof paymentAllocate.response>> {
  const { db, now } = context;
  await requireSeen(context, seen);
  const { company_id: companyId, currency } = await readSource(db, named);
  for (const { amount } of allocations) {
    if (compare(amount, 0) <= 0) throw new Refusal(CODE_INVALID, "paymentZero");
    requireDecimals(amount, currency);
  }
  const numbers = allocations.map(({ invoiceNumber }) => invoiceNumber);
  const invoices = await lockInvoices(db, companyId, numbers, named.kind === "CREDIT_NOTE" ? named.id : null);
  const source = await readSource(db, named, { isLocked: named.kind === "PAYMENT" });
  const sum = add(...allocations.map(({ amount }) => amount));
  requireLeft(source, sum);
  const today = dayToWire(now)!;
  await allocateParts(db, {
    companyId,
    invoices,
    parts: allocations,
    now,
    source: {
      payment_id: named.kind === "PAYMENT" ? named.id : null,
      credit_note_id: named.kind === "CREDIT_NOTE" ? named.id : null,
      currency,
      on: today,
    },
  });
  await sql`update ${tableOf(named)} set allocated = allocated + ${sum}::numeric where id = ${named.id}`.execute(
    db,
  );
  const unallocated = amountText(subtract(source.left, sum), currency);
  const settled = { companyId, currency, seen, invoices, parts: allocations };
  await noteSettled(settled, { action: "allocated", told: { reference: source.reference } }, context);
  if (seen) {
    const language = await billingLanguage(db, companyId);
    const parts = partsText(allocations, { unallocated, currency }, language);
    const text = message("allocatedTold", language, { reference: source.reference, parts });
    await tellOfInvoice(seen.invoiceId, { text, clientId: `allocated-${randomUUID()}` }, context);
  }
  return { unallocated };
}

/** Records what went back to the customer: it never exceeds what is left, and no day before the money came. */
export async function refund(
  { source: named, amount, refundedOn, reference, seen }: z.output<typeof paymentRefund.request>,
  context: CallerContext,
): Promise<z.input<typeof paymentRefund.response>> {
  const { db, caller, now } = context;
  await requireSeen(context, seen);
  const source = await readSource(db, named, { isLocked: true });
  const { currency, company_id: companyId } = source;
  if (compare(amount, 0) <= 0) throw new Refusal(CODE_INVALID, "paymentZero");
  requireDecimals(amount, currency);
  if (refundedOn > dayToWire(now)!) throw new Refusal(CODE_INVALID, "paymentInFuture");
  if (refundedOn < source.on) throw new Refusal(CODE_INVALID, "refundBefore", { values: { day: source.on } });
  requireLeft(source, amount);
  const { id } = await db
    .insertInto("refund")
    .values({
      company_id: companyId,
      payment_id: named.kind === "PAYMENT" ? named.id : null,
      credit_note_id: named.kind === "CREDIT_NOTE" ? named.id : null,
      currency,
      amount,
      refunded_on: refundedOn,
      reference,
      recorded_at: now,
      recorded_by_name: caller.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`update ${tableOf(named)} set refunded = refunded + ${amount}::numeric where id = ${named.id}`.execute(
    db,
  );
  const sum = `${amountText(amount, currency)} ${currency}`;
  await noteSettled(
    { companyId, currency, seen, invoices: new Map(), parts: [] },
    { action: "refunded", told: { amount: sum, refundedOn, reference, source: source.reference } },
    context,
  );
  if (seen) {
    const values = { amount: sum, day: refundedOn, reference: source.reference };
    const text = message("refundTold", await billingLanguage(db, companyId), values);
    await tellOfInvoice(seen.invoiceId, { text, clientId: `refund-${id}` }, context);
  }
  return { unallocated: amountText(subtract(source.left, amount), currency) };
}

const tableOf = ({ kind }: SourceName) => sql.table(kind === "PAYMENT" ? "payment" : "invoice");

async function readSource(
  db: Kysely<Database>,
  { kind, id }: SourceName,
  { isLocked = false } = {},
): Promise<LeftSource> {
  const lock = isLocked ? sql`for no key update` : sql``;
  const { rows } = await (kind === "PAYMENT"
    ? sql<LeftSource>`
        select id, company_id, currency, reference, paid_on as "on", amount - allocated - refunded as left
        from payment where id = ${id} ${lock}`.execute(db)
    : sql<LeftSource>`
        select id, company_id, currency, number as reference, invoice_date as "on",
          total - allocated - refunded as left
        from invoice where id = ${id} and kind = 'CREDIT_NOTE' ${lock}`.execute(db));
  const source = rows[0];
  if (!source) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return source;
}

function requireLeft({ left, currency, reference }: LeftSource, sum: string): void {
  if (compare(sum, left) <= 0) return;
  const values = { left: amountText(left, currency), currency, reference };
  throw new Refusal(CODE_INVALID, "paymentLeft", { values });
}
