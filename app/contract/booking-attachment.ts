import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { expected } from "./reading.ts";
import { nothing, wireDateTime, wireId } from "./wire.ts";

export const attachmentData = z.object({
  id: wireId,
  fileName: z.string(),
  size: expected(z.number().int()),
  contentType: z.string(),
  uploadedAt: wireDateTime,
  /** Whether it was scanned and clean; null when the provider does not say. */
  isScanned: z.boolean().nullable().default(null),
});

/** Multipart: `id`, and one or more `file` parts as streams. Each file is accepted or refused on its own. */
export const attachmentUpload = endpoint({
  name: "booking.attachmentUpload",
  summary: "Attach files to a booking",
  usedBy: ["/shipments/bookingDetail"],
  path: "/booking/attachmentUpload",
  body: "multipart",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: z.object({
    attachments: z.array(attachmentData),
    refused: z.array(z.object({ fileName: z.string(), message: z.string() })),
  }),
});

export const attachmentRemove = endpoint({
  name: "booking.attachmentRemove",
  summary: "Remove an attachment while the booking is a draft",
  usedBy: ["/shipments/bookingDetail"],
  path: "/booking/attachmentRemove",
  isWrite: true,
  request: z.object({ id: wireId, attachmentId: wireId }),
  response: nothing,
});

export const attachmentDownload = endpoint({
  name: "booking.attachmentDownload",
  summary: "One attachment, as it was sent, never shown in place",
  usedBy: ["/freightForwarder/booking", "/shipments/bookingDetail"],
  path: "/booking/attachmentDownload",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId, attachmentId: wireId }),
  response: z.any(),
});
