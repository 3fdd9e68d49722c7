import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { DocumentDetail } from "#app/contract/document.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { lockDocument, versionsOf } from "./versions.ts";

type Preview = Database["document_preview"];
type Subject = { id: string; is_uploaded: boolean; version: number };

const PICTURES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** How a page of such a file is drawn; null when it is not. */
export function drawingOf(contentType: string): "page" | "picture" | null {
  if (contentType === "application/pdf") return "page";
  return PICTURES.includes(contentType) ? "picture" : null;
}

/** Names what was drawn of an uploaded document: a version never changes. */
export const sourceOfUpload = ({ version }: Pick<Subject, "version">) => `v${version}`;

/** Names what was drawn of a document that is made: it is known by its bytes without its time. */
export function sourceOfMade(bytes: Buffer): string {
  const text = bytes.toString("latin1").replace(/\/(CreationDate|ModDate) \([^)]*\)|\/ID \[[^\]]*\]/g, "");
  return createHash("sha256").update(text, "latin1").digest("base64url");
}

export async function findPreview(
  db: Kysely<Database>,
  documentId: string,
  source: string,
  page: number,
): Promise<Preview | undefined> {
  const of = db
    .selectFrom("document_preview")
    .selectAll()
    .where("document_id", "=", documentId)
    .where("source", "=", source);
  const known = await of.where("page", "=", page).executeTakeFirst();
  if (known) return known;
  // What is wrong with a file is so for all its pages; and a page after the last one is the last.
  const other = await of.executeTakeFirst();
  if (other?.state !== "ready") return other;
  return other.pages !== null && page > other.pages
    ? of.where("page", "=", other.pages).executeTakeFirst()
    : undefined;
}

/** Keeps a drawn page; of a document that is made, those of its former content go. */
export async function keepPreview(
  db: Kysely<Database>,
  { id, is_uploaded, version }: Subject,
  preview: Preview,
): Promise<void> {
  if (!is_uploaded)
    await db
      .deleteFrom("document_preview")
      .where("document_id", "=", preview.document_id)
      .where("source", "!=", preview.source)
      .execute();
  const keep = (trx: Kysely<Database>) =>
    trx
      .insertInto("document_preview")
      .values(preview)
      .onConflict((conflict) => conflict.columns(["document_id", "source", "page"]).doNothing())
      .execute();
  if (!is_uploaded) {
    await keep(db);
    return;
  }
  await transaction(
    db,
    async (trx) => {
      await lockDocument(trx, id);
      const isThere = (await versionsOf(trx, id)).some((each) => each.version === version);
      // It may have been removed while it was drawn.
      if (isThere) await keep(trx);
    },
    { isRepeatable: true },
  );
}

/** What an earlier drawing told, without drawing. */
export async function knownPreview(
  db: Kysely<Database>,
  document: Subject,
  contentType = "application/pdf",
): Promise<DocumentDetail["preview"]> {
  if (drawingOf(contentType) === null) return null;
  const row = await db
    .selectFrom("document_preview")
    .select(["state", "pages"])
    .where("document_id", "=", document.id)
    .$if(document.is_uploaded, (query) => query.where("source", "=", `v${document.version}`))
    .orderBy("drawn_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? { state: null, pages: null };
}
