import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { invoiceComparison } from "#app/contract/invoice.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { type ChargeLine, compareCharges } from "#app/lib/charge-comparison.ts";
import { currencyDecimals } from "#app/lib/currency-decimals.ts";
import { add, compare, divide, multiply, round, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { billedClocks } from "./billed-clock.ts";

type Answer = z.input<typeof invoiceComparison.response>;
type Line = Answer["pairs"][number]["quoted"][number];

export interface Compared extends ChargeLine {
  invoiceId: string | null;
  invoiceNumber: string | null;
  lineId: string | null;
}

/**
 * What was quoted for the freight of an invoice against all that is billed for it: every invoice and credit note of
 * its shipment in its currency, since charges of one quote come on several invoices.
 */
export async function compareInvoice(id: string, { db, scope, now }: CallerContext): Promise<Answer> {
  const { rows } = await sql<{
    id: string;
    shipment_id: string | null;
    booking_id: string | null;
    currency: string;
  }>`
    select i.id, i.shipment_id, coalesce(i.booking_id, b.id) as booking_id, i.currency
    from invoice i
    left join shipment s on s.id = i.shipment_id
    left join booking b on b.company_id = s.company_id and b.booking_number = s.booking_number
    where i.id = ${id} and ${seenRows(scope, "i.company_id")}`.execute(db);
  const invoice = rows[0];
  if (!invoice) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const quote = await readQuoted(db, invoice.booking_id);
  const billed = await readBilled(db, invoice);
  // Amounts of two currencies have no difference: what is billed stands alone then.
  const quoted = quote?.currency === invoice.currency ? quote.lines : [];
  const compared = compareCharges(quoted, billed);
  const money = (amount: string) => amountText(amount, invoice.currency);
  const line = ({ code: _, ...rest }: Compared): Line => ({ ...rest, amount: money(rest.amount) });
  return {
    quote: quote && { id: quote.id, quoteNumber: quote.quoteNumber, currency: quote.currency },
    currency: invoice.currency,
    pairs: compared.pairs.map(({ code, ...pair }) => ({
      chargeCode: code,
      quoted: pair.quoted.map(line),
      billed: pair.billed.map(line),
      quotedAmount: money(pair.quotedAmount),
      billedAmount: money(pair.billedAmount),
      difference: money(pair.difference),
      reason: pair.reason,
    })),
    quoted: money(compared.quoted),
    billed: money(compared.billed),
    difference: money(compared.difference),
    clocks: invoice.shipment_id === null ? [] : await billedClocks(db, invoice.shipment_id, now),
  };
}

/** The lines of the accepted quote of a booking. */
export async function readQuoted(db: Kysely<Database>, bookingId: string | null) {
  if (bookingId === null) return null;
  const row = await db
    .selectFrom("quote as q")
    .innerJoin("quote_option as o", "o.id", "q.accepted_option_id")
    .select(["q.id", "q.quote_number as quoteNumber", "o.currency", "o.lines"])
    .where("q.booking_id", "=", bookingId)
    .executeTakeFirst();
  if (!row) return null;
  const lines = row.lines.map(
    (line): Compared => ({
      code: line.chargeCode ?? null,
      description: line.description,
      unit: line.unit,
      quantity: line.quantity ? add(line.quantity) : countedQuantity(line, row.currency),
      price: add(line.price),
      discountPercent: null,
      amount: line.amount,
      invoiceId: null,
      invoiceNumber: null,
      lineId: null,
    }),
  );
  return { ...row, lines };
}

const QUANTITY_PLACES = 6;

/** The quantity of a line that came without one: amount by price, unless that does not give the amount again. */
function countedQuantity({ price, amount }: { price: string; amount: string }, currency: string) {
  if (compare(price, 0) === 0) return null;
  const quantity = round(divide(amount, price), QUANTITY_PLACES);
  const counted = round(multiply(quantity, price), currencyDecimals(currency));
  return compare(counted, amount) === 0 && compare(quantity, 0) > 0 ? add(quantity) : null;
}

/** Net lines in the order of the invoices; those of credit notes are below zero. */
export async function readBilled(
  db: Kysely<Database>,
  {
    id,
    shipment_id,
    booking_id = null,
    currency,
  }: { id: string | null; shipment_id: string | null; booking_id?: string | null; currency: string },
): Promise<Compared[]> {
  const { rows } = await sql<{
    invoice_id: string;
    number: string;
    kind: string;
    line_id: string;
    charge_code: string | null;
    description: string;
    unit: string;
    quantity: string;
    unit_price: string;
    discount_percent: string;
    net: string;
  }>`
    select i.id as invoice_id, i.number, i.kind, l.id as line_id, l.charge_code, l.description, l.unit, l.quantity,
      l.unit_price, l.discount_percent, l.net
    from invoice i join invoice_line l on l.invoice_id = i.id
    where (i.id = ${id} or i.credited_id = ${id} or i.shipment_id = ${shipment_id}
      or i.booking_id = ${booking_id}) and i.currency = ${currency}
    order by i.invoice_date, i.id, l.position`.execute(db);
  return rows.map((row) => {
    const signed = (value: string) => (row.kind === "CREDIT_NOTE" ? subtract(0, value) : add(value));
    return {
      code: row.charge_code,
      description: row.description,
      unit: row.unit,
      quantity: signed(row.quantity),
      price: add(row.unit_price),
      discountPercent: add(row.discount_percent),
      amount: signed(row.net),
      invoiceId: row.invoice_id,
      invoiceNumber: row.number,
      lineId: row.line_id,
    };
  });
}
