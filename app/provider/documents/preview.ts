import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type { documentPreview } from "#app/contract/document.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { runPreview } from "../previews/work.ts";
import { documentContents, letGo } from "./content.ts";
import { drawingOf, findPreview, keepPreview, sourceOfMade, sourceOfUpload } from "./preview-store.ts";
import { type DocumentRecord, findDocument } from "./read.ts";
import { noteSeen } from "./seen.ts";

const refusals = {
  encrypted: "previewEncrypted",
  broken: "previewBroken",
  tooMuch: "previewTooMuch",
} as const;

/** Draws a page once, under the rights to its document, and keeps it with the document. */
export async function previewPage(
  { id, page, clock }: z.output<typeof documentPreview.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { db, scope } = context;
  const document = await findDocument(db, scope, id);
  // A version that was drawn before is not read again.
  const drawnBefore = document.is_uploaded
    ? await findPreview(db, id, sourceOfUpload(document), page)
    : undefined;
  const preview = drawnBefore ?? (await draw(document, page, context, clock));
  if (preview.state !== "ready" || !preview.content)
    throw new Refusal(CODE_CONFLICT, refusals[preview.state as keyof typeof refusals]);
  await noteSeen(context, [{ id, version: document.version }]);
  return {
    fileName: `page-${preview.page}.png`,
    contentType: "image/png",
    body: Readable.from([preview.content]),
  };
}

async function draw(
  document: DocumentRecord,
  page: number,
  context: CallerContext,
  clock: string | undefined,
) {
  const { db, now } = context;
  const file = await documentContents(context, clock)(document);
  const drawing = drawingOf(file.contentType);
  if (drawing === null) {
    letGo(file);
    throw new Refusal(CODE_CONFLICT, "previewNone");
  }
  const bytes = await buffer(file.body as Readable);
  const source = document.is_uploaded ? sourceOfUpload(document) : sourceOfMade(bytes);
  const known = document.is_uploaded ? undefined : await findPreview(db, document.id, source, page);
  if (known) return known;
  const drawn = await runPreview(drawing, bytes, page);
  if (!drawn) throw new Refusal(CODE_CONFLICT, "previewBusy");
  const { state, pages, content } = drawn;
  const preview = {
    document_id: document.id,
    source,
    state,
    pages,
    drawn_at: now,
    page: Math.min(page, pages ?? page),
    content: state === "ready" ? content : null,
  };
  await keepPreview(db, document, preview);
  return preview;
}
