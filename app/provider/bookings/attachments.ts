import type { Kysely } from "kysely";
import type { z } from "zod";
import type {
  attachmentData,
  attachmentDownload,
  attachmentRemove,
  attachmentUpload,
} from "#app/contract/booking.ts";
import { CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import type { IncomingFile } from "../call/upload.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { FileMissing } from "../file-store/store.ts";
import { FILE_NAME_BYTES, shownName, storeIncoming, uploadKeyOf } from "../files/incoming.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { mayWrite } from "./permission.ts";
import { type BookingRow, refusalOf } from "./store.ts";

type Attachment = z.input<typeof attachmentData>;
type Outcome = { kept: Attachment } | { refused: MessageKey };

/**
 * Takes files one by one, each stored and written down before the next is read. The name of a key and a file's place
 * in the form make it one file, however often it is sent. Outside a transaction: a weak link may take minutes.
 */
export async function uploadAttachments(
  { id }: z.output<typeof attachmentUpload.request>,
  context: CallerContext,
): Promise<z.input<typeof attachmentUpload.response>> {
  mustTakeFiles(await findWritable(context, id));
  const answer: z.input<typeof attachmentUpload.response> = { attachments: [], refused: [] };
  let place = 0;
  for await (const file of context.upload?.files ?? []) {
    const fileName = shownName(file.fileName);
    const uploadKey = context.idempotencyKey && uploadKeyOf(context.idempotencyKey, place++);
    const outcome = await takeFile(id, file, fileName, uploadKey, context);
    // What was not read would hold up the files after it.
    file.content.resume();
    if ("kept" in outcome) answer.attachments.push(outcome.kept);
    else answer.refused.push({ fileName, message: message(outcome.refused, context.language, limits) });
  }
  return answer;
}

const limits = {
  files: LIMITS.attachments,
  megabytes: LIMITS.attachmentBytes / 1024 / 1024,
  nameBytes: FILE_NAME_BYTES,
};

async function takeFile(
  id: string,
  file: IncomingFile,
  fileName: string,
  uploadKey: string | null,
  context: CallerContext,
): Promise<Outcome> {
  const before = uploadKey && (await findUpload(context.db, id, uploadKey));
  if (before) return { kept: before };
  const stored = await storeIncoming(file, fileName, context.files);
  if ("refused" in stored) return stored;
  const row = {
    booking_id: id,
    file_name: fileName,
    ...stored,
    upload_key: uploadKey,
    uploaded_by_name: context.caller.name,
    uploaded_at: context.now,
  };
  const outcome = await writeDown(row, context).catch(async (error) => {
    await context.files.remove(stored.storage_key).catch(() => {});
    throw error;
  });
  if (!("kept" in outcome) || outcome.isRepeat) await context.files.remove(stored.storage_key);
  return outcome;
}

/** The row, under the booking's lock, so that twenty stay twenty. */
async function writeDown(
  row: { booking_id: string; file_name: string; upload_key: string | null } & Omit<
    Parameters<typeof insert>[1],
    "booking_id" | "file_name" | "upload_key"
  >,
  context: CallerContext,
): Promise<{ kept: Attachment; isRepeat: boolean } | { refused: MessageKey }> {
  return transaction(
    context.db as Kysely<Database>,
    async (trx) => {
      const inside = { ...context, db: trx };
      const booking = await findWritable(inside, row.booking_id, { isLocked: true });
      const before = row.upload_key && (await findUpload(trx, row.booking_id, row.upload_key));
      if (before) return { kept: before, isRepeat: true };
      mustTakeFiles(booking);
      const { count } = await trx
        .selectFrom("booking_attachment")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("booking_id", "=", row.booking_id)
        .where("removed_at", "is", null)
        .executeTakeFirstOrThrow();
      if (Number(count) >= LIMITS.attachments) return { refused: "tooManyFiles" as const };
      const kept = await insert(trx, row);
      await log(inside, booking, "booking.attached", null, row.file_name);
      return { kept, isRepeat: false };
    },
    { isRepeatable: row.upload_key !== null },
  );
}

async function insert(
  db: Kysely<Database>,
  row: {
    booking_id: string;
    file_name: string;
    storage_key: string;
    size: string;
    content_type: string;
    sha256: Buffer;
    upload_key: string | null;
    uploaded_by_name: string;
    uploaded_at: Date;
    scanned_at: Date | null;
  },
): Promise<Attachment> {
  const stored = await db
    .insertInto("booking_attachment")
    .values({ ...row, removed_at: null })
    .returning(["id", "file_name", "size", "content_type", "uploaded_at", "scanned_at"])
    .executeTakeFirstOrThrow();
  return wire(stored);
}

async function findUpload(
  db: Kysely<Database>,
  bookingId: string,
  uploadKey: string,
): Promise<Attachment | null> {
  const row = await db
    .selectFrom("booking_attachment")
    .select(["id", "file_name", "size", "content_type", "uploaded_at", "scanned_at"])
    .where("booking_id", "=", bookingId)
    .where("upload_key", "=", uploadKey)
    .executeTakeFirst();
  return row ? wire(row) : null;
}

export function wire(row: {
  id: string;
  file_name: string;
  size: string;
  content_type: string;
  uploaded_at: Date;
  scanned_at: Date | null;
}): Required<Attachment> {
  return {
    id: row.id,
    fileName: row.file_name,
    size: Number(row.size),
    contentType: row.content_type,
    uploadedAt: instantToWire(row.uploaded_at)!,
    isScanned: row.scanned_at !== null,
  };
}

/** Removable while a draft; the file itself goes with the next purge, when nothing can bring the row back. */
export async function removeAttachment(
  { id, attachmentId }: z.output<typeof attachmentRemove.request>,
  context: CallerContext,
): Promise<null> {
  const { db, now } = context;
  const booking = await findWritable(context, id, { isLocked: true });
  if (booking.status !== "DRAFT") throw await refusalOf(context, booking, "saveDraft");
  const removed = await db
    .updateTable("booking_attachment")
    .set({ removed_at: now })
    .where("booking_id", "=", id)
    .where("id", "=", attachmentId)
    .where("removed_at", "is", null)
    .returning("file_name")
    .executeTakeFirst();
  if (!removed) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await log(context, booking, "booking.detached", removed.file_name, null);
  return null;
}

export async function downloadAttachment(
  { id, attachmentId }: z.output<typeof attachmentDownload.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const booking = await findOwnRow(context.db, "booking", context.scope, id);
  const row = await context.db
    .selectFrom("booking_attachment")
    .select(["file_name", "storage_key", "content_type"])
    .where("booking_id", "=", booking.id)
    .where("id", "=", attachmentId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const body = await context.files.get(row.storage_key).catch((error) => {
    throw error instanceof FileMissing ? new Refusal(CODE_NOT_FOUND, "notFound") : error;
  });
  return { fileName: row.file_name, contentType: row.content_type, body };
}

/** Of the caller's company, and one that the caller may write at. */
async function findWritable(
  { db, caller, scope }: CallerContext,
  id: string,
  { isLocked = false } = {},
): Promise<BookingRow> {
  const booking = await findOwnRow(db, "booking", scope, id, { isLocked });
  if (!mayWrite(caller, booking)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  return booking;
}

/** While the customer still writes at it: afterwards papers go to customer service. */
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
    ...{ subject: "booking", subjectId: booking.id, actor: actorOf(caller), at: now },
    action,
    changes: [{ path: "attachment", before, after }],
  });
}
