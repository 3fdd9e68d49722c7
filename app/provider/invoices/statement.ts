import { sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { invoiceStatement } from "#app/contract/invoice.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { add } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";

type Answer = z.input<typeof invoiceStatement.response>;

interface Entry {
  kind: "INVOICE" | "CREDIT_NOTE" | "PAYMENT" | "REFUND";
  on: string;
  reference: string;
  invoice_id: string | null;
  due_date: string | null;
  /** Negative for credit notes and payments. */
  amount: string;
}

/** Of the entries within a day: what is paid stands before its payment. */
const ORDER: Entry["kind"][] = ["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND"];

/** The account in one currency over a period, both days included; its closing balance is the ageing's outstanding sum. */
export async function readStatement(
  { from, to, currency }: z.output<typeof invoiceStatement.request>,
  { db, scope }: CallerContext,
): Promise<Answer> {
  if (from > to) throw new Refusal(CODE_INVALID, "periodReversed");
  const { rows } = await sql<Entry & { is_before: boolean }>`
    with entry as (
      select i.kind, i.invoice_date as "on", i.number as reference, i.id as invoice_id, i.due_date,
        case i.kind when 'INVOICE' then i.total else -i.total end as amount
      from invoice i
      where ${seenRows(scope, "i.company_id")} and i.currency = ${currency} and i.invoice_date <= ${to}::date
      union all
      select 'PAYMENT', p.paid_on, p.reference, null, null, -p.amount from payment p
      where ${seenRows(scope, "p.company_id")} and p.currency = ${currency} and p.paid_on <= ${to}::date
      union all
      select 'REFUND', r.refunded_on, r.reference, null, null, r.amount from refund r
      where ${seenRows(scope, "r.company_id")} and r.currency = ${currency} and r.refunded_on <= ${to}::date)
    select 'PAYMENT' as kind, null::date as "on", '' as reference, null::bigint as invoice_id, null::date as due_date,
      sum(amount) as amount, true as is_before, 0 as place
    from entry where "on" < ${from}::date
    union all
    select *, false, array_position(${ORDER}::text[], kind) from entry where "on" >= ${from}::date
    order by is_before desc, "on", place, invoice_id, reference`.execute(db);
  const money = (amount: string) => amountText(amount, currency);
  const opening = rows.find(({ is_before }) => is_before)?.amount ?? "0";
  let balance = opening;
  const entries = rows
    .filter(({ is_before }) => !is_before)
    .map(({ kind, on, reference, invoice_id, due_date, amount }) => {
      balance = add(balance, amount);
      return {
        kind,
        on,
        reference,
        invoiceId: invoice_id,
        dueDate: due_date,
        amount: money(amount),
        balance: money(balance),
      };
    });
  return { opening: money(opening), entries, closing: money(balance) };
}
