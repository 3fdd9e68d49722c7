import { z } from "zod";
import { bookingFilter } from "./booking.ts";
import { endpoint } from "./endpoint.ts";
import { queuedExport, zonedFileRequest } from "./list-file.ts";

export const bookingExport = endpoint({
  name: "booking.export",
  summary: "The filtered bookings as a spreadsheet or CSV file, streamed; times in the zone",
  usedBy: ["/booking/index"],
  path: "/booking/export",
  body: "json",
  answer: "file",
  retries: 0,
  request: z.object({ ...bookingFilter, ...zonedFileRequest }),
  response: queuedExport,
});
