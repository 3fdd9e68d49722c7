import { type RawBuilder, sql } from "kysely";
import type { InvoiceStatus, InvoiceView } from "#app/contract/invoice-code.ts";

/** What an invoice `i` comes to by what has settled it. */

/** Of an invoice what is left to pay, of a credit note what is neither set off nor paid back. */
export const leftOf = sql<string>`case i.kind when 'INVOICE' then i.total - i.paid - i.credit_used
  else i.total - i.allocated - i.refunded end`;

/** Credit notes alone make nothing paid: what they leave is as open as before. */
export const statusOf = sql<InvoiceStatus>`case
  when i.kind = 'CREDIT_NOTE' then 'CREDIT'
  when i.paid + i.credit_used < i.total then case when i.paid > 0 then 'PART_PAID' else 'OPEN' end
  when i.credited = i.total and i.total > 0 then 'CREDITED'
  else 'PAID' end`;

/** The part of the condition that the index of unsettled invoices has. */
const isUnsettled = sql<boolean>`i.kind = 'INVOICE' and i.paid + i.credit_used < i.total`;

export const hasOpenDispute = sql<boolean>`exists (
  select from invoice_dispute d where d.invoice_id = i.id and d.state = 'OPEN')`;

/** @param today the reader's day: an invoice is overdue from the day after its due date */
export function inView(view: InvoiceView, today: string): RawBuilder<boolean> {
  switch (view) {
    case "OUTSTANDING":
      return isUnsettled;
    case "OVERDUE":
      return sql`(${isUnsettled} and i.due_date < ${today}::date)`;
    case "DISPUTED":
      return hasOpenDispute;
    case "PAID":
      return sql`(i.kind = 'INVOICE' and i.paid + i.credit_used = i.total)`;
    case "CREDIT":
      return sql`i.kind = 'CREDIT_NOTE'`;
  }
}
