import type { BookingRow } from "#app/contract/booking.ts";
import type { Language } from "#app/contract/user.ts";
import type { BookingStatus } from "#app/lib/booking-state.ts";
import { freightWords } from "../freight/words.ts";
import { type FileColumn, listFile } from "../output/list-file.ts";
import { bookings } from "./list.ts";

const statuses: Record<BookingStatus, Record<Language, string>> = {
  DRAFT: { en: "Draft", zh: "草稿" },
  SUBMITTED: { en: "Submitted", zh: "已提交" },
  ACCEPTED: { en: "Accepted", zh: "已受理" },
  CONFIRMED: { en: "Confirmed", zh: "已确认" },
  CANCELLED: { en: "Cancelled", zh: "已取消" },
};

const columns: FileColumn<BookingRow>[] = [
  { heading: { en: "Booking", zh: "订舱号" }, width: 20, cell: (row) => row.bookingNumber },
  {
    heading: { en: "Carrier's booking no.", zh: "承运人订舱号" },
    width: 20,
    cell: (row) => row.carrierBookingNumber ?? null,
  },
  { heading: { en: "Quote", zh: "报价号" }, width: 20, cell: (row) => row.quoteNumber },
  {
    heading: { en: "Status", zh: "状态" },
    width: 14,
    cell: (row, language) => statuses[row.status][language],
  },
  {
    heading: { en: "Mode, service", zh: "运输方式、服务" },
    width: 28,
    cell: (row, language) => freightWords(row.transportMode, row.service, language),
  },
  { heading: { en: "Origin", zh: "起运地" }, width: 24, cell: (row) => row.origin },
  { heading: { en: "Destination", zh: "目的地" }, width: 24, cell: (row) => row.destination },
  { heading: { en: "Shipper", zh: "发货人" }, width: 30, cell: (row) => row.shipperName },
  { heading: { en: "Consignee", zh: "收货人" }, width: 30, cell: (row) => row.consigneeName },
  {
    heading: { en: "Cargo ready", zh: "货好日期" },
    width: 14,
    kind: "day",
    cell: (row) => row.cargoReadyDate || null,
  },
  { heading: { en: "Updated", zh: "更新时间" }, width: 24, kind: "moment", cell: (row) => row.updatedAt },
  { heading: { en: "Submitted", zh: "提交时间" }, width: 24, kind: "moment", cell: (row) => row.submittedAt },
];

export const exportBookings = listFile(bookings, {
  name: "bookings",
  sheet: { en: "Bookings", zh: "订舱" },
  columns,
});
