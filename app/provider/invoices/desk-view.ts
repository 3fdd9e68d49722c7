import { sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { invoiceDesk } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import { personName } from "../texts/message.ts";
import { lastWork, readWork } from "./work.ts";

type Answer = z.input<typeof invoiceDesk.response>;
type Left = Omit<Answer["unallocated"][number], "kind"> & { kind: "PAYMENT" | "CREDIT_NOTE" };

/** Invoices, and payments with a rest, that a page offers. */
const OFFERED = 50;

/** What only the desk sees of an invoice. */
export async function readDeskView(
  { id }: { id: string },
  { db, scope, language }: CallerContext,
): Promise<Answer> {
  const invoice = await db
    .selectFrom("invoice as i")
    .innerJoin("company as c", "c.id", "i.company_id")
    .select(["i.kind", "i.company_id", "c.name", "i.currency", "i.total", "i.credited"])
    .where("i.id", "=", id)
    .where(seenRows(scope, "i.company_id"))
    .executeTakeFirst();
  if (!invoice) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { company_id: companyId, currency } = invoice;
  const money = (amount: string) => amountText(amount, currency);
  const last = await lastWork(db, id);
  const reasons = await db
    .selectFrom("invoice_reason")
    .select(["line_id as lineId", "charge", "reason"])
    .where("invoice_id", "=", id)
    .orderBy("id")
    .execute();
  const { rows: open } = await sql<Answer["open"][number]>`
    select id, number as "invoiceNumber", due_date as "dueDate", total - paid - credit_used as left from invoice
    where company_id = ${companyId} and currency = ${currency} and kind = 'INVOICE' and paid + credit_used < total
      and id <> ${id} order by due_date nulls last, id limit ${OFFERED}`.execute(db);
  const { rows: unallocated } = await sql<Left>`
    select 'PAYMENT' as kind, id, reference, paid_on as "on", amount, amount - allocated - refunded as left from payment
      where company_id = ${companyId} and currency = ${currency} and allocated + refunded < amount
    union all
    select 'CREDIT_NOTE', id, number, invoice_date, total, total - allocated - refunded from invoice
      where company_id = ${companyId} and currency = ${currency} and kind = 'CREDIT_NOTE'
        and allocated + refunded < total
    order by "on", id limit ${OFFERED}`.execute(db);
  const { rows: allocations } = await sql<Answer["allocations"][number]>`
    select a.id, case when a.payment_id is null then 'CREDIT_NOTE' else 'PAYMENT' end as kind,
      coalesce(p.reference, note.number) as reference, a.allocated_on as "on", a.amount
    from allocation a left join payment p on p.id = a.payment_id left join invoice note on note.id = a.credit_note_id
    where a.invoice_id = ${id} and not exists (select from allocation_reversal r where r.allocation_id = a.id)
    order by a.allocated_on, a.id limit ${OFFERED}`.execute(db);
  const { rows: refunds } = await sql<Answer["refunds"][number]>`
    select r.reference, r.refunded_on as "on", r.amount, r.recorded_by_name as by from refund r
    where r.credit_note_id = ${id}
      or r.credit_note_id in (select n.id from invoice n where n.credited_id = ${id})
      or r.payment_id in (select a.payment_id from allocation a where a.invoice_id = ${id})
    order by r.refunded_on, r.id limit ${OFFERED}`.execute(db);
  return {
    company: { id: companyId, name: invoice.name },
    version: last?.id ?? "0",
    reasons,
    creditable: invoice.kind === "INVOICE" ? money(subtract(invoice.total, invoice.credited)) : "0",
    open: open.map((row) => ({ ...row, left: money(row.left) })),
    unallocated: unallocated.map((row) => ({ ...row, amount: money(row.amount), left: money(row.left) })),
    allocations: allocations.map((row) => ({ ...row, amount: money(row.amount) })),
    refunds: refunds.map((row) => ({
      ...row,
      amount: money(row.amount),
      by: personName(row.by, language),
    })),
    log: await readWork(db, { invoiceId: id }, language),
  };
}
