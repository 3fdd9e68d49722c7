import { sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { invoiceDetail } from "#app/contract/invoice.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add } from "#app/lib/decimal.ts";
import { type InvoiceForm, sumFaults, sumInvoice } from "#app/lib/invoice-sum.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import { readDisputes } from "./disputes.ts";
import { type InvoiceListRow, listColumns, toWireInvoice } from "./list.ts";

type Answer = z.input<typeof invoiceDetail.response>;

interface DetailRow extends InvoiceListRow {
  rounding: InvoiceForm["rounding"];
  net: string;
  tax: string;
  note: string;
}

export interface LineRow {
  id: string;
  charge_code: string | null;
  description: string;
  unit: string;
  quantity: string;
  unit_price: string;
  discount_percent: string;
  tax_percent: string;
  net: string;
  tax: string;
  container_number: string | null;
}

/** @throws Refusal CODE_NOT_FOUND */
export async function readInvoice(id: string, context: CallerContext): Promise<Answer> {
  const { db, scope, now } = context;
  const { rows } = await sql<DetailRow>`
    select ${listColumns(dayToWire(now)!)}, i.rounding, i.net, i.tax, i.note from invoice i
    where i.id = ${id} and ${seenRows(scope, "i.company_id")}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const money = (amount: string) => amountText(amount, row.currency);
  const { rows: lines } = await sql<LineRow>`
    select id, charge_code, description, unit, quantity, unit_price, discount_percent, tax_percent, net, tax, container_number
    from invoice_line where invoice_id = ${id} order by position`.execute(db);
  const { rows: settled } = await sql<{
    number: string | null;
    reference: string | null;
    credit_note_id: string | null;
    amount: string;
    on: string;
    back: string | null;
  }>`
    select note.number, p.reference, a.credit_note_id, a.amount, a.allocated_on as "on", r.reversed_on as back
    from allocation a left join invoice note on note.id = a.credit_note_id left join payment p on p.id = a.payment_id
      left join allocation_reversal r on r.allocation_id = a.id
    where a.invoice_id = ${id} order by a.allocated_on, a.id`.execute(db);
  const { rows: notes } = await sql<{ id: string; number: string; total: string; invoice_date: string }>`
    select id, number, total, invoice_date from invoice where credited_id = ${id} order by invoice_date, id`.execute(
    db,
  );
  const counted = countAgain(row, lines);
  return {
    ...toWireInvoice(row, context),
    rounding: row.rounding,
    net: money(row.net),
    tax: money(row.tax),
    note: row.note,
    lines: lines.map((line) => ({
      id: line.id,
      chargeCode: line.charge_code,
      description: line.description,
      unit: line.unit,
      quantity: add(line.quantity),
      unitPrice: add(line.unit_price),
      discountPercent: add(line.discount_percent),
      taxPercent: add(line.tax_percent),
      net: money(line.net),
      tax: money(line.tax),
      containerNumber: line.container_number,
    })),
    taxes: counted.taxes,
    recount: counted.differing,
    settlements: settled.map(({ number, reference, credit_note_id, amount, on, back }) => ({
      kind: credit_note_id ? "CREDIT_NOTE" : "PAYMENT",
      reference: number ?? reference ?? "",
      creditNoteId: credit_note_id,
      amount: money(amount),
      on,
      takenBackOn: back,
    })),
    disputes: await readDisputes(id, context),
    creditNotes: notes.map((note) => ({
      id: note.id,
      invoiceNumber: note.number,
      amount: money(note.total),
      on: note.invoice_date,
    })),
  };
}

/** The taxes by the invoice's own rule, and the sums where one of the issuer's is another. */
export function countAgain(
  invoice: InvoiceForm & { net: string; tax: string; total: string },
  lines: readonly Pick<LineRow, "quantity" | "unit_price" | "discount_percent" | "tax_percent">[],
) {
  const counted = sumInvoice(
    lines.map((line) => ({
      quantity: line.quantity,
      unitPrice: line.unit_price,
      discountPercent: line.discount_percent,
      taxPercent: line.tax_percent,
    })),
    invoice,
  );
  const { taxes, net, tax, total } = counted;
  return { taxes, differing: sumFaults(invoice, counted).length > 0 ? { net, tax, total } : null };
}
