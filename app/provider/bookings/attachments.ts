import type { z } from "zod";
import type {
  attachmentData,
  attachmentDownload,
  attachmentRemove,
  attachmentUpload,
} from "#app/contract/booking-attachment.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { receiveFiles } from "../files/receive.ts";
import {
  countFiles,
  type FileSubject,
  findFile,
  removeFile,
  type StoredFile,
  sendFile,
} from "../files/stored-file.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { mayWrite } from "./permission.ts";
import { type BookingRow, refusalOf } from "./store.ts";

export const filesOf = (bookingId: string): FileSubject => ({ kind: "booking", id: bookingId });

/**
 * Stores uploaded files while the customer may edit the booking. The booking is locked meanwhile, so that
 * parallel uploads cannot exceed the limit of 20.
 */
export async function uploadAttachments(
  { id }: z.output<typeof attachmentUpload.request>,
  context: CallerContext,
): Promise<z.input<typeof attachmentUpload.response>> {
  mustTakeFiles(await findWritable(context, id));
  const { kept: storedFiles, refused } = await receiveFiles(context, {
    subject: filesOf(id),
    fileBytes: LIMITS.attachmentBytes,
    open: async (trx) => {
      const inside = { ...context, db: trx };
      const booking = await findWritable(inside, id, { isLocked: true });
      return {
        refusal: async () => {
          mustTakeFiles(booking);
          return (await countFiles(trx, filesOf(id))) >= LIMITS.attachments ? "tooManyFiles" : null;
        },
        record: (fileName) => log(inside, booking, "booking.attached", null, fileName),
      };
    },
  });
  return { attachments: storedFiles.map(toAttachment), refused };
}

/** Converts an attachment to its toAttachment shape. */
export function toAttachment(
  file: Pick<StoredFile, "id" | "file_name" | "size" | "content_type" | "uploaded_at" | "scanned_at">,
): Required<z.input<typeof attachmentData>> {
  return {
    id: file.id,
    fileName: file.file_name,
    size: Number(file.size),
    contentType: file.content_type,
    uploadedAt: instantToWire(file.uploaded_at)!,
    isScanned: file.scanned_at !== null,
  };
}

/** Attachments can be removed while the booking is a draft. */
export async function removeAttachment(
  { id, attachmentId }: z.output<typeof attachmentRemove.request>,
  context: CallerContext,
): Promise<null> {
  const booking = await findWritable(context, id, { isLocked: true });
  if (booking.status !== "DRAFT") throw await refusalOf(context, booking, "saveDraft");
  const fileName = await removeFile(context, filesOf(id), attachmentId);
  await log(context, booking, "booking.detached", fileName, null);
  return null;
}

export async function downloadAttachment(
  { id, attachmentId }: z.output<typeof attachmentDownload.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const booking = await findOwnRow(context.db, "booking", context.scope, id);
  const file = await findFile(context.db, "booking", attachmentId);
  return sendFile(context, file?.subject_id === booking.id ? file : undefined);
}

/** Finds a booking of the caller's company that the caller may edit. */
async function findWritable(
  { db, caller, scope }: CallerContext,
  id: string,
  { isLocked = false } = {},
): Promise<BookingRow> {
  const booking = await findOwnRow(db, "booking", scope, id, { isLocked });
  if (!mayWrite(caller, booking)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  return booking;
}

/** Files are taken while the customer can edit the booking; after that, papers go to customer service. */
function mustTakeFiles(booking: BookingRow): void {
  if (booking.status === "DRAFT" || booking.status === "SUBMITTED") return;
  throw new Refusal(
    409,
    booking.status === "CANCELLED" ? "bookingNowCANCELLED" : "bookingNeedsCustomerService",
  );
}

async function log(
  { db, caller, now }: Pick<CallerContext, "db" | "caller" | "now">,
  booking: BookingRow,
  action: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  await append(db, booking, {
    subject: "booking",
    subjectId: booking.id,
    actor: actorOf(caller),
    at: now,
    action,
    changes: [{ path: "attachment", before, after }],
  });
}
