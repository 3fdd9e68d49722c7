import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { bookingExport } from "#app/contract/booking-export.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { bookingQuery } from "./list.server.ts";
import { bookingLists } from "./list-link.ts";

/** The bookings of the query as a file, in the reader's zone. */
export async function exportBookings(visit: Visit, search: URLSearchParams, format: FileFormat) {
  const { filter, sort, direction } = bookingQuery.read(search);
  const request = { ...filter, sort, direction, format, zone: visit.zone };
  return exportFile(visit, bookingExport, request, bookingLists[0]);
}
