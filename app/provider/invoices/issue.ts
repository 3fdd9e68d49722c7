import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type { invoiceIssue } from "#app/contract/invoice-desk.ts";
import type { Parties } from "#app/contract/invoice-issuer.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { compare, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { searchText } from "../db/search-text.ts";
import { requireCompany } from "./company.ts";
import { countAgain } from "./detail.ts";
import { issuerOf } from "./issuer.ts";
import { customerOf } from "./party.ts";
import { nameNumber, takeNumber } from "./series.ts";
import { allocate, type LockedInvoice, lockInvoices, requireDecimals } from "./settle.ts";
import { noteWork } from "./work.ts";

export type IssueInput = z.output<typeof invoiceIssue.request>;

/**
 * Takes the forwarder's invoice or credit note with its figures as they are, and its number unless one is named. A credit note
 * is set off against what its invoice has left at once; what remains of it stays unallocated.
 */
export async function issueInvoice(
  input: IssueInput,
  context: CallerContext,
): Promise<z.input<typeof invoiceIssue.response>> {
  const { db, caller, now } = context;
  await requireCompany(db, input.companyId);
  if (isDueBefore(input)) throw new Refusal(CODE_INVALID, "invoiceDueBefore", { values: dueDays(input) });
  for (const sum of [input.net, input.tax, input.total]) requireDecimals(sum, input.currency);
  const credited = await lockCredited(input, db);
  const subject = await findSubject(input, db);
  const { payment: _, ...issuer } = await issuerOf(db);
  const parties: Parties = { issuer, customer: await customerOf(db, input.companyId) };
  // The lock of the series is the last one, so that it is held as short as possible.
  const { number, ...series } = input.invoiceNumber
    ? await nameNumber(db, input.kind, input.invoiceNumber)
    : await takeNumber(db, input.kind, Number(input.invoiceDate.slice(0, 4)));
  const made = await db
    .insertInto("invoice")
    .values({
      company_id: input.companyId,
      kind: input.kind,
      number,
      ...series,
      title: input.title,
      credited_id: credited?.id ?? null,
      ...subject,
      invoice_date: input.invoiceDate,
      due_date: input.kind === "INVOICE" ? input.dueDate : null,
      currency: input.currency,
      rounding: input.rounding,
      net: input.net,
      tax: input.tax,
      total: input.total,
      note: input.note,
      search_text: searchText(number, subject.house_number ?? "", subject.booking_number ?? "", input.title),
      line_count: input.lines.length,
      parties: JSON.stringify(parties),
      issued_at: now,
      issued_by_name: caller.name,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "number"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw new Refusal(CODE_CONFLICT, "invoiceNumberTaken", { values: { number } });
  const lines = input.lines.map((line, position) => ({
    invoice_id: made.id,
    position,
    charge_code: line.chargeCode,
    description: line.description,
    unit: line.unit,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    discount_percent: line.discountPercent,
    tax_percent: line.taxPercent,
    net: line.net,
    tax: line.tax,
    container_number: line.clock?.containerNumber ?? null,
    clock: line.clock?.type ?? null,
    clock_from: line.clock?.from ?? null,
    clock_to: line.clock?.to ?? null,
    clock_days: line.clock?.days ?? null,
  }));
  await db.insertInto("invoice_line").values(lines).execute();
  if (credited) await creditInvoice(input, { id: made.id, credited }, { db, now });
  await noteIssue({ id: made.id, number, credited }, input, context);
  return { id: made.id, invoiceNumber: number, recount: countAgain(input, lines).differing };
}

async function lockCredited(
  { kind, companyId, creditedNumber, currency, total }: IssueInput,
  db: CallerContext["db"],
): Promise<LockedInvoice | null> {
  if (kind === "INVOICE") {
    if (creditedNumber !== null) throw new Refusal(CODE_INVALID, "creditedUnexpected");
    return null;
  }
  if (creditedNumber === null) throw new Refusal(CODE_INVALID, "creditedMissing");
  const credited = (await lockInvoices(db, companyId, [creditedNumber])).get(creditedNumber)!;
  if (credited.currency !== currency)
    throw new Refusal(CODE_INVALID, "invoiceCurrency", {
      values: { number: creditedNumber, currency: credited.currency },
    });
  const left = subtract(credited.total, credited.credited);
  if (compare(total, left) > 0)
    throw new Refusal(CODE_INVALID, "creditExceeds", {
      values: { number: creditedNumber, left: amountText(left, currency), currency },
    });
  return credited;
}

type Due = Pick<IssueInput, "kind" | "invoiceDate" | "dueDate">;

/** An invoice that is overdue since before it was made is a mistake of its sender, not a debt of the customer. */
export const isDueBefore = ({ kind, invoiceDate, dueDate }: Due): boolean =>
  kind === "INVOICE" && dueDate !== null && dueDate < invoiceDate;

export const dueDays = ({ invoiceDate, dueDate }: Due) => ({ invoiceDate, dueDate: dueDate ?? "" });

async function noteIssue(
  { id, number, credited }: { id: string; number: string; credited: LockedInvoice | null },
  { companyId, total, currency, note }: IssueInput,
  context: CallerContext,
): Promise<void> {
  const values = { invoiceNumber: number, amount: `${amountText(total, currency)} ${currency}` };
  await noteWork(context, companyId, { invoiceId: id }, { action: "issued", told: values });
  if (!credited) return;
  const { invoiceNumber: creditNote, amount } = values;
  await noteWork(
    context,
    companyId,
    { invoiceId: credited.id },
    { action: "credited", told: { creditNote, amount, note } },
  );
}

async function creditInvoice(
  { companyId, currency, total, invoiceDate }: IssueInput,
  { id, credited }: { id: string; credited: LockedInvoice },
  { db, now }: Pick<CallerContext, "db" | "now">,
): Promise<void> {
  const used = compare(total, credited.left_over) > 0 ? credited.left_over : total;
  await sql`update invoice set credited = credited + ${total}::numeric where id = ${credited.id}`.execute(db);
  if (compare(used, 0) <= 0) return;
  const source = { payment_id: null, credit_note_id: id, currency, on: invoiceDate };
  await allocate(db, companyId, { invoice: credited, source, amount: used, now });
  await db.updateTable("invoice").set({ allocated: used }).where("id", "=", id).execute();
}

/** The company's shipment and booking with these numbers; a number of nothing that is there stays as text. */
async function findSubject({ companyId, houseNumber, bookingNumber }: IssueInput, db: CallerContext["db"]) {
  const { rows } = await sql<{ shipment_id: string | null; booking_id: string | null }>`
    select (select id from shipment where company_id = ${companyId} and house_number = ${houseNumber}) as shipment_id,
      (select id from booking where company_id = ${companyId} and booking_number = ${bookingNumber}) as booking_id`.execute(
    db,
  );
  return { ...rows[0]!, house_number: houseNumber, booking_number: bookingNumber };
}
