import { type Kysely, sql } from "kysely";
import { CODE_INVALID } from "#app/contract/code.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { currencyDecimals } from "#app/lib/currency-decimals.ts";
import { compare, round, subtract } from "#app/lib/decimal.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

/** An invoice that the transaction has locked. */
export interface LockedInvoice {
  id: string;
  number: string;
  kind: "INVOICE" | "CREDIT_NOTE";
  currency: string;
  total: string;
  credited: string;
  left_over: string;
  invoice_date: string;
}

/**
 * Locks invoices of a company by their numbers, in the order of their ids, so that two payments cannot deadlock.
 * @throws Refusal CODE_INVALID for a number that the company has no invoice of
 */
export async function lockInvoices(
  db: Kysely<Database>,
  companyId: string,
  numbers: readonly string[],
  /** Locked with them. */
  creditNoteId: string | null = null,
): Promise<Map<string, LockedInvoice>> {
  const { rows } = await sql<LockedInvoice>`
    select id, number, kind, currency, total, credited, total - paid - credit_used as left_over, invoice_date
    from invoice where company_id = ${companyId} and (number = any(${[...numbers]}::text[]) or id = ${creditNoteId})
    order by id
    for no key update`.execute(db);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const number of numbers)
    if (byNumber.get(number)?.kind !== "INVOICE")
      throw new Refusal(CODE_INVALID, "invoiceUnknown", { values: { number } });
  return byNumber;
}

/** @throws Refusal CODE_INVALID for a sum that could not be shown without rounding it */
export function requireDecimals(amount: string, currency: string): void {
  if (compare(round(amount, currencyDecimals(currency)), amount) !== 0)
    throw new Refusal(CODE_INVALID, "invoiceDecimals", { values: { amount, currency } });
}

interface Source {
  payment_id: string | null;
  credit_note_id: string | null;
  currency: string;
  /** Day of the payment or credit note. */
  on: string;
}

/**
 * Sets a part of a payment or credit note off against an invoice from the later day of both.
 * @throws Refusal CODE_INVALID when less is left to pay
 */
export async function allocate(
  db: Kysely<Database>,
  companyId: string,
  { invoice, source, amount, now }: { invoice: LockedInvoice; source: Source; amount: string; now: Date },
): Promise<void> {
  const { number, currency } = invoice;
  if (source.currency !== currency)
    throw new Refusal(CODE_INVALID, "invoiceCurrency", { values: { number, currency } });
  if (compare(amount, invoice.left_over) > 0) {
    const left = amountText(invoice.left_over, currency);
    throw new Refusal(CODE_INVALID, "invoiceOverpaid", { values: { number, left, currency } });
  }
  const column = source.payment_id ? sql.ref("paid") : sql.ref("credit_used");
  await sql`update invoice set ${column} = ${column} + ${amount}::numeric where id = ${invoice.id}`.execute(
    db,
  );
  await db
    .insertInto("allocation")
    .values({
      company_id: companyId,
      invoice_id: invoice.id,
      payment_id: source.payment_id,
      credit_note_id: source.credit_note_id,
      amount,
      allocated_on: later(source.on, invoice.invoice_date),
      recorded_at: now,
    })
    .execute();
  invoice.left_over = subtract(invoice.left_over, amount);
}

/** Sets a payment or credit note off against several locked invoices. */
export async function allocateParts(
  db: Kysely<Database>,
  {
    companyId,
    invoices,
    source,
    parts,
    now,
  }: {
    companyId: string;
    invoices: ReadonlyMap<string, LockedInvoice>;
    source: Source;
    parts: readonly { invoiceNumber: string; amount: string }[];
    now: Date;
  },
): Promise<void> {
  for (const { invoiceNumber, amount } of parts)
    await allocate(db, companyId, { invoice: invoices.get(invoiceNumber)!, source, amount, now });
}

/** Of two days. */
export const later = (a: string, b: string) => [a, b].sort().at(-1)!;
