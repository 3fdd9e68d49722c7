import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { FilteredView, ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, typedDay, words } from "#app/components/list/query.server.ts";
import { searchView } from "#app/components/list/search-view.server.ts";
import { columnViews, listView } from "#app/components/list/view.server.ts";
import { type InvoiceRow, invoiceList } from "#app/contract/invoice.ts";
import { invoiceSortKeys, invoiceViews } from "#app/contract/invoice-code.ts";
import { invoiceDraftList } from "#app/contract/invoice-draft.ts";
import { formatMoney } from "#app/lib/money.ts";
import { invoiceFilters } from "../list.server.ts";
import { amountOf, badgeOf, dueText } from "../words.server.ts";

const query = listQuery(
  {
    status: choice([...invoiceViews, "DRAFT"]),
    keyword: words(100),
    company: words(100),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
    from: typedDay,
    to: typedDay,
  },
  invoiceSortKeys,
  "invoiceDate",
);

export interface DeskListView extends ListView<ListRow> {
  filters: FilteredView;
  isOfDrafts: boolean;
  isFiltered: boolean;
}

/** Invoices of all customers, or the desk's drafts, for the URL. */
export async function loadDeskInvoices(visit: Visit, search: URLSearchParams): Promise<DeskListView> {
  const { t } = visit;
  const criteria = query.read(search);
  const { status, keyword, company, currency, from: dateFrom, to: dateTo } = criteria.filter;
  const { filter: _, ...page } = criteria;
  const isOfDrafts = status === "DRAFT";
  const view = status === "DRAFT" ? undefined : status;
  const [invoices, drafts] = await Promise.all([
    visit.read(invoiceList, { view, keyword, company, currency, dateFrom, dateTo, ...page }),
    visit.read(invoiceDraftList, {
      keyword: isOfDrafts ? [company, keyword].filter(Boolean).join(" ") || undefined : undefined,
      page: isOfDrafts ? page.page : 1,
      pageSize: page.pageSize,
    }),
  ]);
  const { counts } = invoices;
  const { OUTSTANDING = 0, PAID = 0, CREDIT = 0 } = counts;
  const address = { base: href("/freightForwarder/invoices"), params: query.params(criteria) };
  return {
    ...listView(visit, { ...address, ...page }, isOfDrafts ? (drafts as never) : invoices, {
      columns: isOfDrafts
        ? columnViews(draftColumns, (key) =>
            key === "company" || key === "savedBy" || key === "total"
              ? t(`invoice-desk:column.${key}`)
              : t(`billing:column.${key}`),
          )
        : columnViews(columns, (key) =>
            key === "company" ? t("invoice-desk:column.company") : t(`billing:column.${key}`),
          ),
      rows: isOfDrafts
        ? drafts.rows.map((row) => draftOf(row, visit))
        : invoices.rows.map((row) => rowOf(row, visit)),
      tabs: [
        ["", t("billing:all"), OUTSTANDING + PAID + CREDIT],
        ["DRAFT", t("invoice-desk:drafts"), drafts.total],
        ...invoiceViews.map((each): [string, string, number | undefined] => [
          each,
          t(`billing:view.${each}`),
          counts[each],
        ]),
      ] as ListView<ListRow>["tabs"],
    }),
    note: t("billing:days"),
    filters: searchView(address, search, t("billing:search.filters"), [
      { name: "keyword", label: t("billing:search.keyword") },
      { name: "company", label: t("invoice-desk:search.company") },
      ...invoiceFilters(visit, invoices.currencies),
    ]),
    isOfDrafts,
    isFiltered: Object.values({ ...criteria.filter, status: undefined }).some(Boolean) || view !== undefined,
  };
}

const columns = [
  { key: "invoiceNumber", width: "lg", sort: "invoiceNumber" },
  { key: "status", width: "xl" },
  { key: "company", width: "lg" },
  { key: "invoiceDate", width: "md", sort: "invoiceDate" },
  { key: "dueDate", width: "md", sort: "dueDate" },
  { key: "amount", width: "md", sort: "amount", isAmount: true },
  { key: "houseNumber", width: "md" },
  { key: "bookingNumber", width: "md" },
] as const;

function rowOf(row: InvoiceRow, visit: Visit): ListRow {
  const { status, label } = badgeOf(visit, row);
  return {
    number: row.invoiceNumber,
    href: href("/freightForwarder/invoice/:id", { id: row.id }),
    below: row.title,
    status,
    statusLabel: label,
    notice: dueText(visit, row),
    cells: [
      row.company ?? "",
      row.invoiceDate,
      row.dueDate ?? "",
      amountOf(visit, row),
      row.houseNumber ?? "",
      row.bookingNumber ?? "",
    ],
  };
}

const draftColumns = [
  { key: "invoiceNumber", width: "lg" },
  { key: "status", width: "xl" },
  { key: "company", width: "lg" },
  { key: "dueDate", width: "md" },
  { key: "total", width: "md", isAmount: true },
  { key: "houseNumber", width: "md" },
  { key: "bookingNumber", width: "md" },
  { key: "savedBy", width: "xl" },
] as const;

function draftOf(row: z.output<typeof invoiceDraftList.response>["rows"][number], visit: Visit): ListRow {
  const { t, language } = visit;
  return {
    number: t("invoice-desk:draftNumber", { id: row.id }),
    href: `${href("/freightForwarder/invoiceAdd")}?id=${row.id}`,
    below: row.title,
    status: "DRAFT",
    statusLabel: t("invoice-desk:draftStatus"),
    cells: [
      row.company,
      row.dueDate,
      formatMoney(row.total.amount, row.total.currency, language) ?? "",
      row.houseNumber ?? "",
      row.bookingNumber ?? "",
      visit.dated(row.savedAt, (time) => `${row.savedBy}, ${time}`),
    ],
  };
}
