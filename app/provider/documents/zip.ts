import { Readable } from "node:stream";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { documentZip } from "#app/contract/document.ts";
import { formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { type ZipPart, zipOf } from "../output/zip.ts";
import { documentContents } from "./content.ts";
import { type DocumentRecord, findDocuments } from "./read.ts";
import { noteSeen } from "./seen.ts";

/** Beyond it a zip needs ZIP64, which some programs cannot read; with room for names and for what does not shrink. */
const BYTES_MAX = 4_000_000_000;
/** Assumed of a document that is made. */
const MADE_BYTES = 200_000;
const NAME_BYTES = 180;

/**
 * The documents in one zip, a folder for each shipment. Each is read when the one before it is sent, so that
 * any number takes the same memory; a client that goes away ends it.
 */
export async function zipDocuments(
  { ids, clock }: z.output<typeof documentZip.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const wanted = [...new Set(ids)];
  const documents = await findDocuments(context.db, context.scope, wanted);
  if (documents.length < wanted.length) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const bytes = documents.reduce((sum, { size }) => sum + Number(size ?? MADE_BYTES), 0);
  if (bytes > BYTES_MAX) throw new Refusal(CODE_INVALID, "zipTooLarge");
  await noteSeen(context, documents);
  return {
    fileName: `documents-${formatDay(context.now, WIRE_ZONE)}.zip`,
    contentType: "application/zip",
    body: Readable.from(zipOf(partsOf(documents, documentContents(context, clock), context.now)), {
      objectMode: false,
    }),
  };
}

async function* partsOf(
  documents: readonly DocumentRecord[],
  contentOf: (document: DocumentRecord) => Promise<FileAnswer>,
  date: Date,
): AsyncGenerator<ZipPart> {
  const nameOf = zipNames();
  for (const document of documents) {
    const { body, fileName } = await contentOf(document);
    const content = body instanceof Readable ? body : Readable.fromWeb(body as never);
    yield { name: nameOf(document.house_number, fileName), content, date };
  }
}

/** Names that every system can unpack: without signs that lead elsewhere, short enough, and no two alike. */
export function zipNames(): (folder: string, fileName: string) => string {
  const taken = new Set<string>();
  return (folder, fileName) => {
    const [, stem = "", ending = ""] = /^(.*?)(\.[a-z0-9]{1,5})?$/is.exec(safe(fileName)) ?? [];
    const short = cut(stem, NAME_BYTES) || "file";
    for (let count = 1; ; count++) {
      const name = `${cut(safe(folder), 60)}/${short}${count > 1 ? ` (${count})` : ""}${ending}`;
      const key = name.normalize("NFC").toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}

function safe(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  // Names of devices on Windows.
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean) ? `_${clean}` : clean || "_";
}

/** The beginning of a text, of whole characters. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let name = "";
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    name += character;
  }
  return name.trimEnd();
}
