import { sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { invoiceCredit } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add, compare } from "#app/lib/decimal.ts";
import { sumInvoice } from "#app/lib/invoice-sum.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { message } from "../texts/message.ts";
import { type IssueInput, issueInvoice } from "./issue.ts";
import { requireDecimals } from "./settle.ts";
import { billingLanguage, tellInBilling } from "./tell.ts";
import { requireSeen } from "./work.ts";

type Input = z.output<typeof invoiceCredit.request>;

/** Issues a credit note for lines of an invoice, and tells the customer. */
export async function creditInvoiceLines(
  { seen, ...input }: Input,
  context: CallerContext,
): Promise<z.input<typeof invoiceCredit.response>> {
  await requireSeen(context, seen);
  const { id, number, invoice, total } = await creditLines(input, context);
  const text = message("creditTold", await billingLanguage(context.db, invoice.company_id), {
    number,
    credited: invoice.number,
    text: input.note,
    amount: `${amountText(total, invoice.currency)} ${invoice.currency}`,
  }).trim();
  await tellInBilling(invoice, { text, clientId: `invoice-${id}` }, context);
  return { id, invoiceNumber: number };
}

interface CreditedInvoice {
  company_id: string;
  number: string;
  currency: string;
  rounding: IssueInput["rounding"];
  shipment_id: string | null;
  house_number: string | null;
  booking_number: string | null;
}

interface CreditedLine {
  id: string;
  charge_code: string | null;
  description: string;
  unit: string;
  quantity: string;
  unit_price: string;
  discount_percent: string;
  tax_percent: string;
  net: string;
}

/**
 * A credit note of today for so much of these lines, with the tax rate of each.
 * @throws Refusal for more than the line, or than the invoice has left to credit
 */
export async function creditLines({ invoiceId, lines, note }: Omit<Input, "seen">, context: CallerContext) {
  const { db, now } = context;
  const { rows: invoices } = await sql<CreditedInvoice>`
    select company_id, number, currency, rounding, shipment_id, house_number, booking_number
    from invoice where id = ${invoiceId} and kind = 'INVOICE'`.execute(db);
  const invoice = invoices[0];
  if (!invoice) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { rows: billed } = await sql<CreditedLine>`
    select id, charge_code, description, unit, quantity, unit_price, discount_percent, tax_percent, net
    from invoice_line where invoice_id = ${invoiceId} order by position`.execute(db);
  const credited = lines.map(({ lineId, net }) => {
    const line = billed.find(({ id }) => id === lineId);
    if (!line) throw new Refusal(CODE_NOT_FOUND, "notFound");
    return creditedLine(line, net, invoice.currency);
  });
  if (new Set(lines.map(({ lineId }) => lineId)).size < lines.length)
    throw new Refusal(CODE_INVALID, "creditTwice");
  const { rounding, currency } = invoice;
  const counted = sumInvoice(credited, { rounding, currency });
  if (compare(counted.total, 0) <= 0) throw new Refusal(CODE_INVALID, "creditZero");
  const issued = await issueInvoice(
    {
      companyId: invoice.company_id,
      kind: "CREDIT_NOTE",
      invoiceNumber: null,
      title: "",
      creditedNumber: invoice.number,
      houseNumber: invoice.house_number,
      bookingNumber: invoice.booking_number,
      invoiceDate: dayToWire(now)!,
      dueDate: null,
      currency,
      rounding,
      net: counted.net,
      tax: counted.tax,
      total: counted.total,
      note,
      lines: credited.map((line, index) => ({ ...line, ...counted.lines[index]!, clock: null })),
    },
    context,
  );
  return { id: issued.id, number: issued.invoiceNumber, invoice, total: counted.total };
}

/** The whole line as it was billed, or a part of it as one amount. */
function creditedLine(line: CreditedLine, net: string, currency: string) {
  const isNegative = compare(line.net, 0) < 0;
  const isWithin = isNegative
    ? compare(net, 0) < 0 && compare(net, line.net) >= 0
    : compare(net, 0) > 0 && compare(net, line.net) <= 0;
  if (!isWithin)
    throw new Refusal(CODE_INVALID, "creditOfLine", {
      values: { line: line.description, net: amountText(line.net, currency), currency },
    });
  const isWhole = compare(net, line.net) === 0;
  if (!isWhole) requireDecimals(net, currency);
  return {
    chargeCode: line.charge_code,
    description: line.description,
    unit: isWhole ? line.unit : "",
    quantity: isWhole ? add(line.quantity) : "1",
    unitPrice: isWhole ? add(line.unit_price) : add(net),
    discountPercent: isWhole ? add(line.discount_percent) : "0",
    taxPercent: add(line.tax_percent),
  };
}
