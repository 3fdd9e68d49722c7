import type { Visit } from "#app/access/visit.server.ts";
import type { ListParams } from "#app/components/list/address.ts";
import type { ColumnWidth } from "#app/components/list/data-table.tsx";
import { transportModes } from "#app/contract/freight-code.ts";
import { type QuoteRow, quoteDetail, quoteList } from "#app/contract/quote.ts";
import { formatInstant, wireToInstant } from "#app/lib/date-time.ts";
import { formatMoney, formatNumber, formatVolume, formatWeight } from "#app/lib/money.ts";
import { type QuoteStatus, quoteStatuses } from "#app/lib/quote-state.ts";
import { type ClockReader, type ClockView, clockOf, nextTickMs } from "./clock.server.ts";
import { quoteStatusLabel, serviceLabel, transportModeLabel } from "./labels.server.ts";
import { type QuoteListQuery, quoteListParams } from "./list-query.server.ts";

export interface QuoteRowView {
  /** The provider has details of it. */
  canOpen: boolean;
  id: string;
  number: string;
  tag: string;
  status: QuoteStatus;
  statusLabel: string;
  clock: ClockView | null;
  /** The cells after number and status, in the order of the columns. */
  cells: string[];
}

export interface QuoteColumnView {
  key: string;
  label: string;
  width: ColumnWidth;
  isAmount?: boolean;
  /** The value of `sort` in the address. */
  sort?: string;
}

export interface QuoteTab {
  /** Empty: all. */
  value: string;
  label: string;
  count?: number;
}

export interface QuoteListView {
  params: ListParams;
  page: number;
  pageSize: number;
  total: number;
  /** Says that rows could not be read. */
  lost: string | null;
  isTotalCapped: boolean;
  columns: QuoteColumnView[];
  rows: QuoteRowView[];
  /** As `useTick` wants it. */
  ticksInMs: number | null;
  tabs: QuoteTab[];
  modes: [value: string, label: string][];
  zone: string;
}

/** The list for its address, in the reader's language and zone. Throws as `visit.read`. */
export async function loadQuoteList(
  visit: Visit,
  query: QuoteListQuery,
  { hasCharges, now }: { hasCharges: boolean; now: Date },
): Promise<QuoteListView> {
  const { t, language } = visit;
  const found = await visit.read(quoteList, query);
  const reader: ClockReader = { t, language, zone: visit.clock.zone, now };
  return {
    params: quoteListParams(query),
    page: query.page,
    pageSize: query.pageSize,
    total: found.total,
    lost: visit.lostText(found.rows),
    isTotalCapped: found.isTotalCapped,
    columns: columnsOf(visit, hasCharges),
    rows: found.rows.map((row) => ({
      ...rowView(row, reader, hasCharges),
      canOpen: visit.offers(quoteDetail),
    })),
    ticksInMs: nextTickMs(found.rows, now),
    tabs: [
      {
        value: "",
        label: t("quotes:allStatuses"),
        count: sumOf(Object.values(found.counts)),
      },
      ...quoteStatuses.map((status) => ({
        value: status,
        label: quoteStatusLabel(t, status),
        count: found.counts[status],
      })),
    ],
    modes: transportModes.map((mode) => [mode, transportModeLabel(t, mode)]),
    zone: visit.clock.zoneName,
  };
}

/** A provider that counts nothing by status has no sum either. */
const sumOf = (counts: readonly number[]) =>
  counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : undefined;

function columnsOf({ t }: Visit, hasCharges: boolean): QuoteColumnView[] {
  return [
    { key: "quoteNumber", label: t("quotes:column.quoteNumber"), width: "lg", sort: "quoteNumber" },
    { key: "status", label: t("quotes:column.status"), width: "xl" },
    { key: "freight", label: t("quotes:column.freight"), width: "md" },
    { key: "origin", label: t("quotes:column.origin"), width: "md" },
    { key: "destination", label: t("quotes:column.destination"), width: "md" },
    { key: "cargo", label: t("quotes:column.cargo"), width: "md" },
    ...(hasCharges
      ? [{ key: "charges", label: t("quotes:column.charges"), width: "md" as const, isAmount: true }]
      : []),
    { key: "validUntil", label: t("quotes:column.validUntil"), width: "sm", sort: "validUntil" },
    { key: "requested", label: t("quotes:column.requested"), width: "sm", sort: "requested" },
  ];
}

function rowView(row: QuoteRow, reader: ClockReader, hasCharges: boolean): Omit<QuoteRowView, "canOpen"> {
  const { t, language, zone } = reader;
  const stamp = (wire: string | null) => formatInstant(wireToInstant(wire), zone) ?? "";
  const { totals, totalCharges } = row;
  return {
    id: row.id,
    number: row.quoteNumber,
    tag: row.tag,
    status: row.status,
    statusLabel: quoteStatusLabel(t, row.status),
    clock: clockOf(row, reader),
    cells: [
      `${transportModeLabel(t, row.freightMode)} · ${serviceLabel(t, row.service)}`,
      row.origin,
      row.destination,
      t("quotes:cargo", {
        pieces: formatNumber(totals.pieces, language) ?? "",
        gross: formatWeight(totals.grossKg, language) ?? "",
        volume: formatVolume(totals.volumeCbm, language) ?? "",
      }),
      ...(hasCharges
        ? [totalCharges ? (formatMoney(totalCharges.amount, totalCharges.currency, language) ?? "") : ""]
        : []),
      stamp(row.validUntil),
      stamp(row.requestedAt),
    ],
  };
}
