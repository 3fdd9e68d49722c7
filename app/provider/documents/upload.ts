import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { documentUpload } from "#app/contract/document.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { uploadKeyOf } from "../files/incoming.ts";
import { receiveFiles } from "../files/receive.ts";
import { countFiles } from "../files/stored-file.ts";
import { message } from "../texts/message.ts";
import { findDocument, mustChange, takesFiles } from "./read.ts";
import { markUnread } from "./text-index.ts";
import { lockDocument } from "./versions.ts";

type UploadRequest = z.output<typeof documentUpload.request>;

/** Versions of one document. */
const VERSIONS_MAX = 50;

/**
 * Takes a paper for a shipment, or the next version of one. Versions are numbered in the order in which they
 * came: of two at once both are kept.
 */
export async function uploadDocument(
  target: UploadRequest,
  context: CallerContext,
): Promise<z.input<typeof documentUpload.response>> {
  const id = target.id ? await openDocument(target.id, context) : await ensureDocument(target, context);
  const { db } = context;
  const { kept: storedFiles, refused } = await receiveFiles(context, {
    subject: { kind: "document", id },
    fileBytes: LIMITS.attachmentBytes,
    keyPrefix: `${context.caller.userId}:`,
    open: async (trx) => {
      // Under its lock, so that versions keep their numbers and the limit holds.
      await lockDocument(trx, id);
      const count = await countFiles(trx, { kind: "document", id });
      // It was removed while this version was on its way.
      if (target.id && count === 0) throw new Refusal(CODE_NOT_FOUND, "notFound");
      return {
        refusal: async () => (count >= VERSIONS_MAX ? "tooManyVersions" : null),
        record: async () => {
          await markUnread(trx, id);
          if (count === 0 && context.caller.isForwarder) await tellFollowers(trx, id, context.now);
        },
      };
    },
  });
  if (storedFiles.length === 0) await removeEmpty(db, id);
  return { id: storedFiles.length > 0 ? id : null, refused };
}

/** A paper from the desk is news to those who follow the shipment (`notifications/own-news.ts`); one's own is not. */
async function tellFollowers(trx: Kysely<Database>, id: string, now: Date): Promise<void> {
  await trx.updateTable("shipment_document").set({ added_at: now }).where("id", "=", id).execute();
}

async function openDocument(id: string, { db, scope }: CallerContext): Promise<string> {
  const document = await findDocument(db, scope, id);
  mustChange(scope, document.company_id);
  if (!document.is_uploaded) throw new Refusal(CODE_CONFLICT, "documentIsMade");
  if (!takesFiles(document)) throw new Refusal(CODE_CONFLICT, "shipmentIsOver");
  return id;
}

async function ensureDocument(
  { houseNumber, documentType, number }: UploadRequest,
  { db, scope, caller, now, idempotencyKey, language }: CallerContext,
): Promise<string> {
  const { rows } = await sql<{ id: string; company_id: string; status: "BOOKED" | "TRANSIT" | "COMPLETED" }>`
    select s.id, s.company_id, s.status from shipment s join shipment_reference r on r.shipment_id = s.id
    where r.kind = 'H' and r.value_key = ${referenceKey(houseNumber ?? "")} and ${seenRows(scope, "s.company_id")}
    order by s.id desc limit 1`.execute(db);
  const shipment = rows[0];
  if (!shipment) {
    const fault = { path: "houseNumber", message: message("shipmentUnknown", language) };
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [fault] } });
  }
  mustChange(scope, shipment.company_id);
  if (!takesFiles(shipment)) throw new Refusal(CODE_CONFLICT, "shipmentIsOver");
  const key = idempotencyKey && `${caller.userId}:${uploadKeyOf(idempotencyKey, 0)}`;
  const { id } = await db
    .insertInto("shipment_document")
    .values({
      shipment_id: shipment.id,
      document_type: documentType!,
      number,
      file_name: "",
      added_at: null,
      issued_on: formatDay(now, WIRE_ZONE)!,
      is_uploaded: true,
      upload_key: key,
    })
    // The same form once more: the row that it made.
    .onConflict((conflict) =>
      conflict
        .columns(["shipment_id", "upload_key"])
        .where("upload_key", "is not", null)
        .doUpdateSet({ upload_key: key }),
    )
    .returning("id")
    .executeTakeFirst()
    .then((row) => row ?? Promise.reject(new Refusal(CODE_NOT_FOUND, "notFound")));
  return id;
}

/** Takes away the row of a document whose only file was refused. */
async function removeEmpty(db: Kysely<Database>, id: string): Promise<void> {
  await sql`
    delete from shipment_document d where d.id = ${id} and d.is_uploaded
      and not exists (select from stored_file f where f.document_id = d.id)`.execute(db);
}
