import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { type DefinedView, defineList } from "#app/components/list/define.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { FilteredView } from "#app/components/list/list-view.ts";
import { modeFilters } from "#app/components/list/query.server.ts";
import { modeSearch } from "#app/components/list/search-view.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import { type BookingRow, bookingDetail, bookingList, bookingSortKeys } from "#app/contract/booking.ts";
import { bookingExport } from "#app/contract/booking-export.ts";
import { services } from "#app/contract/freight-code.ts";
import { bookingStatuses } from "#app/lib/booking-state.ts";
import { deskBookingHref, detailHref, formPaths } from "./booking-fields.ts";
import { bookingStatusLabel } from "./labels.server.ts";
import type { BookingListPath } from "./list-link.ts";

export const bookings = defineList({
  path: href("/booking/index"),
  call: bookingList,
  file: { call: bookingExport, path: href("/booking/export") },
  filters: modeFilters(bookingStatuses),
  sorts: bookingSortKeys,
  usual: "updated",
  columns: [
    { key: "number", width: "lg", sort: "bookingNumber" },
    { key: "status", width: "md" },
    /** The desk sees the bookings of all companies. */
    { key: "company", width: "lg", cell: (row) => row.company ?? "" },
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
    { key: "updated", width: "sm", sort: "updated", cell: (row, { time }) => time(row.updatedAt) },
    { key: "submitted", width: "sm", sort: "submitted", cell: (row, { time }) => time(row.submittedAt) },
  ],
  heading: (key, { t }) => t(`bookings:list.column.${key}`),
  tabs: ({ t }, { counts }) =>
    statusTabs(t("bookings:list.all"), bookingStatuses, (status) => bookingStatusLabel(t, status), counts),
});

export interface BookingListView extends DefinedView<ListRow> {
  filters: FilteredView;
}

/** The list for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadBookingList(
  visit: Visit,
  path: BookingListPath,
  search: URLSearchParams,
  canWrite: (isFromQuote: boolean) => boolean,
  isDesk = false,
): Promise<BookingListView> {
  const { view } = await bookings.load(visit, search, {
    path,
    isShown: (key) => isDesk || key !== "company",
    row: (row) => ({
      number: row.bookingNumber,
      href: isDesk ? deskBookingHref(row.id) : hrefOf(row, visit, canWrite(row.quoteNumber !== null)),
      below: [row.carrierBookingNumber, row.quoteNumber].filter(Boolean).join(" · ") || null,
      status: row.status,
      statusLabel: bookingStatusLabel(visit.t, row.status),
    }),
  });
  return { ...view, filters: modeSearch(visit, view, search, visit.t("booking-list:keyword")) };
}

/** A draft opens in the form, others in the detail; null when the provider has no details. */
function hrefOf({ id, status }: BookingRow, visit: Visit, canWrite: boolean): string | null {
  if (status === "DRAFT" && canWrite) return `${formPaths.add}?id=${id}`;
  return visit.offers(bookingDetail) ? detailHref(id) : null;
}
