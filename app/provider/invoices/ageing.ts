import { sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { invoiceAgeing } from "#app/contract/invoice.ts";
import { ageingBuckets } from "#app/contract/invoice-code.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { add, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";

type Answer = z.input<typeof invoiceAgeing.response>;

/**
 * What was left to pay at the end of a day, by days past the due date: of the invoices issued until then less what
 * had been set off against them until then. Currencies are never added to one another.
 */
export async function readAgeing(
  input: z.output<typeof invoiceAgeing.request>,
  { db, scope, now }: CallerContext,
): Promise<Answer> {
  const today = dayToWire(now)!;
  const asOf = input.asOf ?? today;
  if (asOf > today) throw new Refusal(CODE_INVALID, "ageingInFuture");
  const own = (table: string) => seenRows(scope, `${table}.company_id`);
  const { rows } = await sql<{
    currency: string;
    bucket: (typeof ageingBuckets)[number] | "unallocated";
    sum: string;
  }>`
    with settled as (
      select a.invoice_id, a.payment_id, a.credit_note_id, a.amount from allocation a
      where ${own("a")} and a.allocated_on <= ${asOf}::date and not exists (
        select from allocation_reversal b where b.allocation_id = a.id and b.reversed_on <= ${asOf}::date)),
    returned as (
      select r.payment_id, r.credit_note_id, r.amount from refund r
      where ${own("r")} and r.refunded_on <= ${asOf}::date),
    parts as (
      select i.currency, case
          when i.due_date is null or i.due_date >= ${asOf}::date then 'notDue'
          when ${asOf}::date - i.due_date <= 30 then 'upTo30'
          when ${asOf}::date - i.due_date <= 60 then 'upTo60'
          when ${asOf}::date - i.due_date <= 90 then 'upTo90'
          else 'over90' end as bucket,
        i.total - coalesce((select sum(amount) from settled s where s.invoice_id = i.id), 0) as amount
      from invoice i where ${own("i")} and i.kind = 'INVOICE' and i.invoice_date <= ${asOf}::date
      union all
      select i.currency, 'unallocated',
        i.total - coalesce((select sum(amount) from settled s where s.credit_note_id = i.id), 0)
          - coalesce((select sum(amount) from returned r where r.credit_note_id = i.id), 0)
      from invoice i where ${own("i")} and i.kind = 'CREDIT_NOTE' and i.invoice_date <= ${asOf}::date
      union all
      select p.currency, 'unallocated',
        p.amount - coalesce((select sum(amount) from settled s where s.payment_id = p.id), 0)
          - coalesce((select sum(amount) from returned r where r.payment_id = p.id), 0)
      from payment p where ${own("p")} and p.paid_on <= ${asOf}::date)
    select currency, bucket, sum(amount) as sum from parts group by currency, bucket order by currency`.execute(
    db,
  );
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return {
    asOf,
    currencies: [...byCurrency].map(([currency, sums]) => {
      const sumOf = (bucket: string) => sums.find((row) => row.bucket === bucket)?.sum ?? "0";
      const buckets = Object.fromEntries(
        ageingBuckets.map((bucket) => [bucket, amountText(sumOf(bucket), currency)]),
      ) as Answer["currencies"][number]["buckets"];
      const unallocated = sumOf("unallocated");
      const outstanding = subtract(add(...Object.values(buckets)), unallocated);
      return {
        currency,
        buckets,
        unallocated: amountText(unallocated, currency),
        outstanding: amountText(outstanding, currency),
      };
    }),
  };
}
