import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type ListParams, pageSizes } from "#app/components/list/address.ts";
import type { ColumnWidth } from "#app/components/list/data-table.tsx";
import { type BookingRow, bookingDetail, bookingList, bookingSortKeys } from "#app/contract/booking.ts";
import { services, transportModes } from "#app/contract/freight-code.ts";
import { type BookingStatus, bookingStatuses } from "#app/lib/booking-state.ts";
import { formatInstant, wireToInstant } from "#app/lib/date-time.ts";
import { detailHref, formPaths } from "./booking-fields.ts";
import { bookingStatusLabel } from "./labels.server.ts";
import type { BookingListPath } from "./list-link.ts";

const DEFAULT_PAGE_SIZE = 25;

const shape = z.object({
  status: z.enum(bookingStatuses).optional().catch(undefined),
  mode: z.enum(transportModes).optional().catch(undefined),
  keyword: z
    .string()
    .transform((typed) => typed.trim().slice(0, 100) || undefined)
    .optional(),
  sort: z.enum(bookingSortKeys).catch("updated"),
  direction: z.enum(["asc", "desc"]).catch("desc"),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  pageSize: z.coerce.number().pipe(z.literal(pageSizes)).catch(DEFAULT_PAGE_SIZE),
});
type ListQuery = z.infer<typeof shape>;

export interface BookingRowView {
  number: string;
  /** Null where the provider has no details. */
  href: string | null;
  quoteNumber: string | null;
  status: BookingStatus;
  statusLabel: string;
  /** The cells after number and status, in the order of the columns. */
  cells: string[];
}

export interface BookingListView {
  base: BookingListPath;
  params: ListParams;
  page: number;
  pageSize: number;
  total: number;
  /** Says that rows could not be read. */
  lost: string | null;
  isTotalCapped: boolean;
  columns: { key: string; label: string; width: ColumnWidth; sort?: string }[];
  rows: BookingRowView[];
  /** An empty value: all. */
  tabs: { value: string; label: string; count?: number }[];
  modes: [value: string, label: string][];
  zone: string;
}

/** The list for its address, in the reader's language and zone. A bad value of the address is the default. */
export async function loadBookingList(
  visit: Visit,
  base: BookingListPath,
  search: URLSearchParams,
  canWrite: (isFromQuote: boolean) => boolean,
): Promise<BookingListView> {
  const { t } = visit;
  const query = shape.parse(Object.fromEntries(search));
  const found = await visit.read(bookingList, query);
  return {
    base,
    params: paramsOf(query),
    page: query.page,
    pageSize: query.pageSize,
    total: found.total,
    lost: visit.lostText(found.rows),
    isTotalCapped: found.isTotalCapped,
    columns: columnsOf(visit),
    rows: found.rows.map((row) => rowView(row, visit, canWrite(row.quoteNumber !== null))),
    tabs: [
      {
        value: "",
        label: t("bookings:list.all"),
        count: sumOf(Object.values(found.counts)),
      },
      ...bookingStatuses.map((status) => ({
        value: status,
        label: bookingStatusLabel(t, status),
        count: found.counts[status],
      })),
    ],
    modes: transportModes.map((mode) => [mode, t(`freight:mode.${mode}`)]),
    zone: visit.clock.zoneName,
  };
}

function paramsOf({ status, mode, keyword, sort, direction, pageSize }: ListQuery): ListParams {
  const params: ListParams = {};
  if (status) params.status = status;
  if (mode) params.mode = mode;
  if (keyword) params.keyword = keyword;
  if (sort !== "updated" || direction !== "desc") Object.assign(params, { sort, direction });
  if (pageSize !== DEFAULT_PAGE_SIZE) params.pageSize = String(pageSize);
  return params;
}

/** A provider that counts nothing by status has no sum either. */
const sumOf = (counts: readonly number[]) =>
  counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : undefined;

function columnsOf({ t }: Visit): BookingListView["columns"] {
  return [
    { key: "number", label: t("bookings:list.column.number"), width: "lg", sort: "bookingNumber" },
    { key: "status", label: t("bookings:list.column.status"), width: "md" },
    { key: "freight", label: t("bookings:list.column.freight"), width: "md" },
    { key: "lane", label: t("bookings:list.column.lane"), width: "lg" },
    { key: "shipper", label: t("bookings:list.column.shipper"), width: "lg" },
    { key: "consignee", label: t("bookings:list.column.consignee"), width: "lg" },
    { key: "ready", label: t("bookings:list.column.ready"), width: "sm" },
    { key: "updated", label: t("bookings:list.column.updated"), width: "sm", sort: "updated" },
    { key: "submitted", label: t("bookings:list.column.submitted"), width: "sm", sort: "submitted" },
  ];
}

function rowView(row: BookingRow, visit: Visit, canWrite: boolean): BookingRowView {
  const { t, clock } = visit;
  const stamp = (wire: string | null) => formatInstant(wireToInstant(wire), clock.zone) ?? "";
  const service = services.find((each) => each === row.service);
  const freight = [
    row.transportMode ? t(`freight:mode.${row.transportMode}`) : "",
    service ? t(`freight:service.${service}`) : "",
  ];
  const canOpen = visit.offers(bookingDetail);
  const isForm = row.status === "DRAFT" && canWrite;
  return {
    number: row.bookingNumber,
    href: !isForm && !canOpen ? null : isForm ? `${formPaths.add}?id=${row.id}` : detailHref(row.id),
    quoteNumber: row.quoteNumber,
    status: row.status,
    statusLabel: bookingStatusLabel(t, row.status),
    cells: [
      freight.filter(Boolean).join(" · "),
      row.origin || row.destination ? `${row.origin || "…"} → ${row.destination || "…"}` : "",
      row.shipperName,
      row.consigneeName,
      row.cargoReadyDate,
      stamp(row.updatedAt),
      stamp(row.submittedAt),
    ],
  };
}
