import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { invoiceFilter, invoiceList } from "#app/contract/invoice.ts";
import {
  type InvoiceKind,
  type InvoiceStatus,
  type InvoiceView,
  invoiceViews,
} from "#app/contract/invoice-code.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { listOf } from "../call/list-of.ts";
import { seenRows } from "../call/scope.ts";
import { givenIds, type ListedRowIds } from "../db/listed-ids.ts";
import { containing, searchText } from "../db/search-text.ts";
import { hasOpenDispute, inView, leftOf, statusOf } from "./standing.ts";

type Answer = z.input<typeof invoiceList.response>;
type Filter = z.output<typeof invoiceFilter>;

/** As lists show it: a credit note takes from what is billed. */
const SIGNED = sql`case i.kind when 'INVOICE' then i.total else -i.total end`;

/** Views overlap. */
const views = {
  condition: ({ view }: Filter, { now }: CallerContext) => (view ? inView(view, dayToWire(now)!) : null),
  async count(matching: RawBuilder<unknown>, { view }: Filter, { db, now }: CallerContext) {
    const today = dayToWire(now)!;
    const { rows } = await sql<Record<InvoiceView | "every", number> & { currencies: string[] | null }>`
      select count(*)::int as every, array_agg(distinct i.currency) as currencies,
        ${sql.join(invoiceViews.map((each) => sql`count(*) filter (where ${inView(each, today)})::int as ${sql.ref(each)}`))}
      ${matching}`.execute(db);
    const { every, currencies, ...counts } = rows[0]!;
    return {
      total: view ? counts[view] : every,
      isTotalCapped: false,
      counts,
      currencies: currencies ?? [],
    };
  },
};

export const invoices = listOf({
  name: "invoices",
  from: sql`invoice i`,
  id: sql`i.id`,
  where({ keyword, currency, dateFrom, dateTo, houseNumber, company }: Filter, { scope }) {
    const conditions: RawBuilder<unknown>[] = [seenRows(scope, "i.company_id")];
    const words = searchText(keyword ?? "").trim();
    if (words) conditions.push(sql`i.search_text like ${containing(words)}`);
    if (currency) conditions.push(sql`i.currency = ${currency}`);
    if (dateFrom) conditions.push(sql`i.invoice_date >= ${dateFrom}::date`);
    if (dateTo) conditions.push(sql`i.invoice_date <= ${dateTo}::date`);
    const named = searchText(company ?? "").trim();
    if (named && scope.isEveryCompany)
      conditions.push(
        sql`i.company_id in (select c.id from company c where lower(c.name) like ${containing(named)})`,
      );
    if (houseNumber) conditions.push(sql`i.house_number = ${houseNumber}`);
    return conditions;
  },
  sorts: {
    invoiceDate: sql`i.invoice_date`,
    dueDate: { by: sql`i.due_date`, isNullable: true },
    invoiceNumber: sql`i.number`,
    // Amounts of several currencies are not in one order: they are sorted within each.
    amount: { within: sql`i.currency`, by: SIGNED },
  },
  views,
  read: readListed,
});

async function readListed(ids: ListedRowIds, context: CallerContext): Promise<Answer["rows"]> {
  const { db, scope, now } = context;
  const { rows } = await sql<InvoiceListRow>`
    select ${listColumns(dayToWire(now)!)} from ${givenIds(ids)} join invoice i on i.id = given.id
    where ${seenRows(scope, "i.company_id")} order by given.place`.execute(db);
  return rows.map((row) => toWireInvoice(row, context));
}

export interface InvoiceListRow {
  id: string;
  kind: InvoiceKind;
  number: string;
  title: string;
  shipment_id: string | null;
  house_number: string | null;
  booking_number: string | null;
  invoice_date: string;
  due_date: string | null;
  currency: string;
  total: string;
  company: string;
  credited_id: string | null;
  credited_number: string | null;
  shown_status: InvoiceStatus;
  left_over: string;
  days_over: number | null;
  is_disputed: boolean;
}

/** What `toWireInvoice` takes of `i`. */
export const listColumns = (
  today: string,
) => sql`i.id, i.kind, i.number, i.title, i.shipment_id, i.house_number,
  i.booking_number, i.invoice_date, i.due_date, i.currency, i.total,
  (select name from company where id = i.company_id) as company, i.credited_id,
  (select c.number from invoice c where c.id = i.credited_id) as credited_number, ${statusOf} as shown_status,
  ${leftOf} as left_over, ${hasOpenDispute} as is_disputed,
  case when ${inView("OVERDUE", today)} then ${today}::date - i.due_date end as days_over`;

export function toWireInvoice(row: InvoiceListRow, { caller, scope }: CallerContext): Answer["rows"][number] {
  const money = (amount: string) => amountText(amount, row.currency);
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    houseNumber: row.house_number,
    shipmentId: caller.menus.includes("SHIPMENTS") ? row.shipment_id : null,
    invoiceDate: row.invoice_date,
    dueDate: row.due_date,
    invoiceNumber: row.number,
    amount: { amount: money(row.total), currency: row.currency },
    status: row.shown_status,
    bookingNumber: row.booking_number,
    outstanding: money(row.left_over),
    daysOver: row.days_over,
    hasOpenDispute: row.is_disputed,
    credited:
      row.credited_id && row.credited_number
        ? { id: row.credited_id, invoiceNumber: row.credited_number }
        : null,
    ...(scope.isEveryCompany && { company: row.company }),
  };
}
