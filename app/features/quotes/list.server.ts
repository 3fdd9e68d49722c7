import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { type DefinedView, defineList } from "#app/components/list/define.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { FilteredView } from "#app/components/list/list-view.ts";
import { modeFilters } from "#app/components/list/query.server.ts";
import { modeSearch } from "#app/components/list/search-view.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import { quoteDetail, quoteExport, quoteList, quoteSortKeys } from "#app/contract/quote.ts";
import { formatMoney, formatNumber, formatVolume, formatWeight } from "#app/lib/money.ts";
import { quoteStatuses } from "#app/lib/quote-state.ts";
import { clockOf, nextTickMs, readerOf } from "./clock.server.ts";
import { quoteStatusLabel, serviceLabel, transportModeLabel } from "./labels.server.ts";

export const quotes = defineList({
  path: href("/quote/index"),
  call: quoteList,
  file: { call: quoteExport, path: href("/quote/export") },
  filters: modeFilters(quoteStatuses),
  sorts: quoteSortKeys,
  usual: "requested",
  columns: [
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
    { key: "validUntil", width: "sm", sort: "validUntil", cell: (row, { time }) => time(row.validUntil) },
    { key: "requested", width: "sm", sort: "requested", cell: (row, { time }) => time(row.requestedAt) },
  ],
  heading: (key, { t }) => t(`quotes:column.${key}`),
  tabs: ({ t }, { counts }) =>
    statusTabs(t("quotes:allStatuses"), quoteStatuses, (status) => quoteStatusLabel(t, status), counts),
});

export interface QuoteListView extends DefinedView<ListRow> {
  filters: FilteredView;
  /** Input of `useTick`. */
  ticksInMs: number | null;
}

/** The list for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadQuoteList(
  visit: Visit,
  search: URLSearchParams,
  { hasCharges, now }: { hasCharges: boolean; now: Date },
): Promise<QuoteListView> {
  const reader = readerOf(visit, now);
  const { view, answer } = await quotes.load(visit, search, {
    isShown: (key) => hasCharges || key !== "charges",
    row: (row) => ({
      number: row.quoteNumber,
      href: visit.offers(quoteDetail) ? `${href("/quote/detail")}?id=${row.id}` : null,
      below: row.tag,
      status: row.status,
      statusLabel: quoteStatusLabel(visit.t, row.status),
      notice: clockOf(row, reader),
    }),
  });
  return {
    ...view,
    filters: modeSearch(visit, view, search, visit.t("quote-list:keyword")),
    ticksInMs: nextTickMs(answer.rows, now),
  };
}
