import type { DocumentDetail } from "#app/contract/document.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { personName } from "../texts/message.ts";
import { knownPreview } from "./preview-store.ts";
import { findDocument, takesFiles, wireRow } from "./read.ts";
import { listRemoved, mayRemove } from "./remove.ts";
import { versionsOf } from "./versions.ts";

/** `document.detail`. */
export async function readDocument(id: string, context: CallerContext): Promise<DocumentDetail> {
  const { db, scope, language } = context;
  const row = await findDocument(db, scope, id);
  const files = row.is_uploaded ? await versionsOf(db, id) : [];
  const seen = await db
    .selectFrom("document_seen as n")
    .innerJoin("app_user as u", "u.id", "n.user_id")
    .select(["u.name", "n.version", "n.first_at", "n.last_at"])
    .where("n.document_id", "=", id)
    .orderBy("n.last_at", "desc")
    .limit(100)
    .execute();
  return {
    ...wireRow(row),
    versions: files
      .map((file) => ({
        version: file.version,
        fileName: file.file_name,
        size: Number(file.size),
        uploadedAt: instantToWire(file.uploaded_at)!,
        isScanned: file.scanned_at !== null,
        uploadedBy: personName(file.uploaded_by_name ?? "", language),
        canRemove: mayRemove(context, row, [file]),
      }))
      .reverse(),
    removed: row.is_uploaded ? await listRemoved(db, { id }, language) : [],
    canRemove: mayRemove(context, row, files),
    seen: seen
      // Of one that was removed while somebody saved it.
      .filter(({ version }) => !row.is_uploaded || files.some((file) => file.version === version))
      .map((each) => ({
        name: personName(each.name, language),
        version: each.version,
        firstAt: instantToWire(each.first_at)!,
        lastAt: instantToWire(each.last_at)!,
      })),
    takesFiles: row.is_uploaded && takesFiles(row),
    preview: await knownPreview(db, row, files.at(-1)?.content_type),
  };
}
