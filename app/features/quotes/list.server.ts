import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ExportView } from "#app/components/list/export-form.tsx";
import { exportView } from "#app/components/list/export-view.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { Choice, ListView } from "#app/components/list/list-view.ts";
import { listQuery, modeFilters } from "#app/components/list/query.server.ts";
import {
  cellsOf,
  columnViews,
  type ListColumn,
  listView,
  modeChoices,
  statusTabs,
} from "#app/components/list/view.server.ts";
import { type QuoteRow, quoteDetail, quoteExport, quoteList, quoteSortKeys } from "#app/contract/quote.ts";
import { formatMoney, formatNumber, formatVolume, formatWeight } from "#app/lib/money.ts";
import { quoteStatuses } from "#app/lib/quote-state.ts";
import { clockOf, nextTickMs, type QuoteReader, readerOf } from "./clock.server.ts";
import { quoteStatusLabel, serviceLabel, transportModeLabel } from "./labels.server.ts";

export const quoteQuery = listQuery(modeFilters(quoteStatuses), quoteSortKeys, "requested");

export interface QuoteListView extends ListView<ListRow> {
  modes: Choice[];
  file: ExportView | null;
  /** Input of `useTick`. */
  ticksInMs: number | null;
}

/** The list for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadQuoteList(
  visit: Visit,
  search: URLSearchParams,
  { hasCharges, now }: { hasCharges: boolean; now: Date },
): Promise<QuoteListView> {
  const { t } = visit;
  const criteria = quoteQuery.read(search);
  const { filter, ...page } = criteria;
  const quotes = await visit.read(quoteList, { ...filter, ...page });
  const reader = readerOf(visit, now);
  const shownColumns = columns.filter(({ key }) => hasCharges || key !== "charges");
  const params = quoteQuery.params(criteria);
  return {
    ...listView(visit, { base: href("/quote/index"), params, ...page }, quotes, {
      columns: columnViews(shownColumns, (key) => t(`quotes:column.${key}`)),
      rows: quotes.rows.map((row) => ({
        number: row.quoteNumber,
        href: visit.offers(quoteDetail) ? `${href("/quote/detail")}?id=${row.id}` : null,
        below: row.tag,
        status: row.status,
        statusLabel: quoteStatusLabel(t, row.status),
        notice: clockOf(row, reader),
        cells: cellsOf(shownColumns, row, reader),
      })),
      tabs: statusTabs(
        t("quotes:allStatuses"),
        quoteStatuses,
        (status) => quoteStatusLabel(t, status),
        quotes.counts,
      ),
    }),
    modes: modeChoices(visit),
    file: exportView(visit, quoteExport, href("/quote/export"), params),
    ticksInMs: nextTickMs(quotes.rows, now),
  };
}

const columns = [
  { key: "quoteNumber", width: "lg", sort: "quoteNumber" },
  { key: "status", width: "xl" },
  {
    key: "freight",
    width: "md",
    cell: ({ freightMode, service }, { t }) =>
      `${transportModeLabel(t, freightMode)} · ${serviceLabel(t, service)}`,
  },
  { key: "origin", width: "md", cell: (row) => row.origin },
  { key: "destination", width: "md", cell: (row) => row.destination },
  {
    key: "cargo",
    width: "md",
    cell: ({ totals }, { t, language }) =>
      t("quotes:cargo", {
        pieces: formatNumber(totals.pieces, language) ?? "",
        gross: formatWeight(totals.grossKg, language) ?? "",
        volume: formatVolume(totals.volumeCbm, language) ?? "",
      }),
  },
  {
    key: "charges",
    width: "md",
    isAmount: true,
    cell: ({ totalCharges: charges }, { language }) =>
      (charges && formatMoney(charges.amount, charges.currency, language)) ?? "",
  },
  { key: "validUntil", width: "sm", sort: "validUntil", cell: (row, { stamp }) => stamp(row.validUntil) },
  { key: "requested", width: "sm", sort: "requested", cell: (row, { stamp }) => stamp(row.requestedAt) },
] as const satisfies readonly ListColumn<QuoteRow, QuoteReader>[];
