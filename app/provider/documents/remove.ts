import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { documentRemove, RemovedPaper } from "#app/contract/document.ts";
import type { PaperType } from "#app/contract/document-code.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { removeFile } from "../files/stored-file.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { personName } from "../texts/message.ts";
import { sourceOfUpload } from "./preview-store.ts";
import { type DocumentRecord, findDocument, mustChange, takesFiles } from "./read.ts";
import { markUnread } from "./text-index.ts";
import { lockDocument, type Version, versionsOf } from "./versions.ts";

/** Whoever has uploaded a paper, and their colleagues, may remove it: the forwarder's are not a customer's to remove. */
export const mayRemove = (
  { caller, scope }: Pick<CallerContext, "caller" | "scope">,
  document: Pick<DocumentRecord, "company_id" | "is_uploaded" | "status">,
  versions: readonly Pick<Version, "is_of_forwarder">[],
): boolean =>
  document.is_uploaded &&
  takesFiles(document) &&
  (caller.isForwarder || document.company_id === scope.companyId) &&
  versions.every(({ is_of_forwarder }) => is_of_forwarder === caller.isForwarder);

/**
 * `document.remove`: one version, or the document with all of them. Pictures, words and who has seen it go
 * with it; who removed what stays in the operation log.
 */
export async function removeDocument(
  { id, version }: z.output<typeof documentRemove.request>,
  context: CallerContext,
): Promise<z.input<typeof documentRemove.response>> {
  const { db, scope, caller, now } = context;
  await lockDocument(db, id);
  const document = await findDocument(db, scope, id);
  mustChange(scope, document.company_id);
  if (!document.is_uploaded) throw new Refusal(CODE_CONFLICT, "documentIsTheirs");
  if (!takesFiles(document)) throw new Refusal(CODE_CONFLICT, "shipmentIsOver");
  const all = await versionsOf(db, id);
  const removed = all.filter((each) => version === undefined || each.version === version);
  if (removed.length === 0) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (!mayRemove(context, document, removed)) throw new Refusal(CODE_FORBIDDEN, "documentIsOfOthers");
  for (const each of removed) {
    await removeFile(context, { kind: "document", id }, each.id);
    await db
      .deleteFrom("document_preview")
      .where("document_id", "=", id)
      .where("source", "=", sourceOfUpload(each))
      .execute();
    await db
      .deleteFrom("document_seen")
      .where("document_id", "=", id)
      .where("version", "=", each.version)
      .execute();
  }
  const isGone = removed.length === all.length;
  await forgetWords(db, id, { isGone, isLatest: removed.at(-1) === all.at(-1) });
  const head = await db
    .selectFrom("shipment_document")
    .select(["log_sequence", "log_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await append(db, head, {
    subject: "document",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: isGone ? "document.removed" : "document.versionRemoved",
    changes: removed.map((each) => ({
      path: `version.${each.version}`,
      before: each.file_name,
      after: null,
    })),
  });
  return { isGone };
}

/** What a removed version says is found no more, at once; what an earlier one says, after it is read again. */
async function forgetWords(
  db: Kysely<Database>,
  id: string,
  { isGone, isLatest }: { isGone: boolean; isLatest: boolean },
): Promise<void> {
  if (!isGone && !isLatest) return;
  await db.deleteFrom("document_text").where("document_id", "=", id).execute();
  if (!isGone) await markUnread(db, id);
}

const REMOVED_SHOWN = 50;

/** What was removed of a document, or of all documents of a shipment, the latest first. */
export async function listRemoved(
  db: Kysely<Database>,
  of: { id: string } | { shipmentId: string },
  language: Language,
): Promise<RemovedPaper[]> {
  const which = "id" in of ? sql`d.id = ${of.id}` : sql`d.shipment_id = ${of.shipmentId}`;
  const { rows } = await sql<{
    document_type: PaperType;
    number: string;
    path: string;
    file_name: string;
    at: Date;
    by: string;
  }>`
    select d.document_type, d.number, c->>'path' as path, c->>'before' as file_name, l.at,
      case when l.actor_id is null or exists (select from app_user u where u.id = l.actor_id)
        then l.actor_name else '' end as by
    from shipment_document d
    join operation_log l on l.subject = 'document' and l.subject_id = d.id
      and l.action in ('document.removed', 'document.versionRemoved')
    cross join lateral jsonb_array_elements(l.changes) c
    where ${which} and d.log_sequence > 0
    order by l.at desc, d.id desc, l.sequence desc limit ${REMOVED_SHOWN}`.execute(db);
  return rows.map((row) => ({
    documentType: row.document_type,
    number: row.number,
    fileName: row.file_name,
    version: Number(row.path.split(".")[1]),
    removedAt: instantToWire(row.at)!,
    removedBy: personName(row.by, language),
  }));
}
