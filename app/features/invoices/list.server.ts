import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type DefinedView, defineList } from "#app/components/list/define.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { Choice, FilteredView } from "#app/components/list/list-view.ts";
import { choice, typedDay, words } from "#app/components/list/query.server.ts";
import type { SearchFieldView } from "#app/components/list/search-field.tsx";
import { type ListField, searchView } from "#app/components/list/search-view.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import {
  type InvoiceRow,
  invoiceAgeing,
  invoiceDetail,
  invoiceExport,
  invoiceList,
  invoiceStatement,
} from "#app/contract/invoice.ts";
import { ageingBuckets, invoiceSortKeys, invoiceViews } from "#app/contract/invoice-code.ts";
import { formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import { formatMoney } from "#app/lib/money.ts";
import { amountOf, badgeOf, dueText } from "./words.server.ts";

export const invoices = defineList({
  path: href("/billing/index"),
  call: invoiceList,
  file: { call: invoiceExport, path: href("/billing/export") },
  filters: {
    status: choice(invoiceViews),
    keyword: words(100),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
    from: typedDay,
    to: typedDay,
    asOf: typedDay,
  },
  sorts: invoiceSortKeys,
  usual: "invoiceDate",
  request: ({ status, keyword, currency, from, to }) => ({
    view: status,
    keyword,
    currency,
    dateFrom: from,
    dateTo: to,
  }),
  columns: [
    { key: "invoiceNumber", width: "lg", sort: "invoiceNumber" },
    { key: "status", width: "xl" },
    { key: "invoiceDate", width: "md", sort: "invoiceDate", cell: (row) => row.invoiceDate },
    { key: "dueDate", width: "md", sort: "dueDate", cell: (row) => row.dueDate ?? "" },
    {
      key: "amount",
      width: "md",
      sort: "amount",
      isAmount: true,
      cell: (row, visit) => amountOf(visit, row),
    },
    { key: "houseNumber", width: "md", cell: (row) => row.houseNumber ?? "" },
    { key: "bookingNumber", width: "md", cell: (row) => row.bookingNumber ?? "" },
  ],
  heading: (key, { t }) => t(`billing:column.${key}`),
  tabs: (visit, { counts }) => tabsOf(visit, counts),
  note: ({ t }) => t("billing:days"),
});

export interface AgeingView {
  caption: string;
  heads: string[];
  rows: { currency: string; cells: string[]; statement: string | null }[];
  statement: string;
  asOf: SearchFieldView;
  /** Unfolds the choice of a day. */
  other: string;
  submit: string;
  problem: string | null;
}

export interface BillingListView extends DefinedView<ListRow> {
  ageing: AgeingView | null;
  filters: FilteredView;
}

/** The list of invoices for its URL, below what is outstanding by age. */
export async function loadBilling(
  visit: Visit,
  search: URLSearchParams,
  mayDownload: boolean,
): Promise<BillingListView> {
  const { t } = visit;
  const [{ view, answer }, ageing] = await Promise.all([
    invoices.load(visit, search, { row: (row) => rowOf(row, visit), hasFile: mayDownload }),
    readAgeing(visit, search.get("asOf")),
  ]);
  return {
    ...view,
    ageing,
    filters: searchView(view, search, t("billing:search.filters"), [
      { name: "keyword", label: t("billing:search.keyword") },
      ...invoiceFilters(visit, answer.currencies),
    ]),
  };
}

/** Filters of the customer's list, and of the desk's. */
export const invoiceFilters = ({ t }: Visit, currencies: readonly string[]): ListField[] => [
  { name: "from", label: t("billing:search.from"), kind: "day" },
  { name: "to", label: t("billing:search.to"), kind: "day" },
  {
    name: "currency",
    label: t("billing:search.currency"),
    kind: "choice",
    choices: currencies.map((code): Choice => [code, code]),
  },
];

/** Views overlap: all are what is left to pay, what is settled, and the credit notes. */
function tabsOf({ t }: Visit, counts: z.output<typeof invoiceList.response>["counts"]) {
  const [all, ...views] = statusTabs(
    t("billing:all"),
    invoiceViews,
    (each) => t(`billing:view.${each}`),
    counts,
  );
  const { OUTSTANDING, PAID, CREDIT } = counts;
  const sum = [OUTSTANDING, PAID, CREDIT].every((count) => count !== undefined)
    ? OUTSTANDING + PAID + CREDIT
    : undefined;
  return [[all![0], all![1], sum] as typeof all & {}, ...views];
}

function rowOf(row: InvoiceRow, visit: Visit): Omit<ListRow, "cells"> {
  const { status, label } = badgeOf(visit, row);
  return {
    number: row.invoiceNumber,
    href: visit.offers(invoiceDetail) ? href("/billing/detail/:id", { id: row.id }) : null,
    below: row.title,
    status,
    statusLabel: label,
    notice: dueText(visit, row),
  };
}

/** What is outstanding by age; null where the provider does not tell, or does not answer. */
async function readAgeing(visit: Visit, typedAsOf: string | null): Promise<AgeingView | null> {
  const { t, language } = visit;
  const asOf = typedDay.parse(typedAsOf ?? undefined);
  const today = formatDay(new Date(), WIRE_ZONE)!;
  const problem = asOf && asOf > today ? t("billing:ageing.future") : null;
  const ageing = await visit.readOptional(invoiceAgeing, problem || !asOf ? {} : { asOf });
  if (!ageing) return null;
  const { asOf: day, currencies } = ageing;
  return {
    caption: t("billing:ageing.caption", { day }),
    heads: [
      t("billing:ageing.currency"),
      ...ageingBuckets.map((bucket) => t(`billing:ageing.${bucket}`)),
      t("billing:ageing.unallocated"),
      t("billing:ageing.outstanding"),
    ],
    rows: currencies.map(({ currency, buckets, unallocated, outstanding }) => ({
      currency,
      cells: [...ageingBuckets.map((bucket) => buckets[bucket]), unallocated, outstanding].map(
        (amount) => formatMoney(amount, currency, language) ?? amount,
      ),
      statement: visit.offers(invoiceStatement) ? `${href("/billing/statement")}?currency=${currency}` : null,
    })),
    statement: t("billing:statement.link"),
    asOf: { name: "asOf", label: t("billing:ageing.asOf"), value: asOf ?? "", type: "date" },
    other: t("billing:ageing.other"),
    submit: t("billing:ageing.submit"),
    problem,
  };
}
