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
import { type BookingRow, bookingDetail, bookingList, bookingSortKeys } from "#app/contract/booking.ts";
import { bookingExport } from "#app/contract/booking-export.ts";
import { services } from "#app/contract/freight-code.ts";
import { bookingStatuses } from "#app/lib/booking-state.ts";
import { deskBookingHref, detailHref, formPaths } from "./booking-fields.ts";
import { bookingStatusLabel } from "./labels.server.ts";
import type { BookingListPath } from "./list-link.ts";

export const bookingQuery = listQuery(modeFilters(bookingStatuses), bookingSortKeys, "updated");

export interface BookingListView extends ListView<ListRow> {
  modes: Choice[];
  file: ExportView | null;
}

/**
 * The list for its URL, in the reader's language and zone. An invalid value in the URL is replaced by the
 * default.
 */
export async function loadBookingList(
  visit: Visit,
  base: BookingListPath,
  search: URLSearchParams,
  canWrite: (isFromQuote: boolean) => boolean,
  isDesk = false,
): Promise<BookingListView> {
  const { t } = visit;
  const criteria = bookingQuery.read(search);
  const { filter, ...page } = criteria;
  const bookings = await visit.read(bookingList, { ...filter, ...page });
  const params = bookingQuery.params(criteria);
  const shownColumns = isDesk ? deskColumns : columns;
  return {
    ...listView(visit, { base, params, ...page }, bookings, {
      columns: columnViews(shownColumns, (key) => t(`bookings:list.column.${key}`)),
      rows: bookings.rows.map((row) => ({
        number: row.bookingNumber,
        href: isDesk ? deskBookingHref(row.id) : hrefOf(row, visit, canWrite(row.quoteNumber !== null)),
        below: [row.carrierBookingNumber, row.quoteNumber].filter(Boolean).join(" · ") || null,
        status: row.status,
        statusLabel: bookingStatusLabel(t, row.status),
        cells: cellsOf(shownColumns, row, visit),
      })),
      tabs: statusTabs(
        t("bookings:list.all"),
        bookingStatuses,
        (status) => bookingStatusLabel(t, status),
        bookings.counts,
      ),
    }),
    modes: modeChoices(visit),
    file: exportView(visit, bookingExport, href("/booking/export"), params),
  };
}

/** A draft opens in the form, others in the detail; null when the provider has no details. */
function hrefOf({ id, status }: BookingRow, visit: Visit, canWrite: boolean): string | null {
  if (status === "DRAFT" && canWrite) return `${formPaths.add}?id=${id}`;
  return visit.offers(bookingDetail) ? detailHref(id) : null;
}

const columns = [
  { key: "number", width: "lg", sort: "bookingNumber" },
  { key: "status", width: "md" },
  {
    key: "freight",
    width: "md",
    cell: ({ transportMode, ...row }, { t }) => {
      const service = services.find((each) => each === row.service);
      const words = [
        transportMode && t(`freight:mode.${transportMode}`),
        service && t(`freight:service.${service}`),
      ];
      return words.filter(Boolean).join(" · ");
    },
  },
  {
    key: "lane",
    width: "lg",
    cell: ({ origin, destination }) =>
      origin || destination ? `${origin || "…"} → ${destination || "…"}` : "",
  },
  { key: "shipper", width: "lg", cell: (row) => row.shipperName },
  { key: "consignee", width: "lg", cell: (row) => row.consigneeName },
  { key: "ready", width: "sm", cell: (row) => row.cargoReadyDate },
  { key: "updated", width: "sm", sort: "updated", cell: (row, { stamp }) => stamp(row.updatedAt) },
  { key: "submitted", width: "sm", sort: "submitted", cell: (row, { stamp }) => stamp(row.submittedAt) },
] as const satisfies readonly ListColumn<BookingRow, Visit>[];

/** The desk sees the bookings of all companies. */
const deskColumns = [
  columns[0],
  columns[1],
  { key: "company", width: "lg", cell: (row) => row.company ?? "" },
  ...columns.slice(2),
] as const satisfies readonly ListColumn<BookingRow, Visit>[];
