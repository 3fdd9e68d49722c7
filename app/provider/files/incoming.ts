import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { IncomingFile } from "../call/upload.ts";
import { storableText } from "../db/storable.ts";
import type { FileStore } from "../file-store/store.ts";
import type { MessageKey } from "../texts/message.ts";
import { isArchiveAccepted } from "./archive-content.ts";
import { fileKind, isArchive, isOldOffice, SAMPLE_BYTES } from "./file-kind.ts";
import { scannedAt } from "./scan.ts";

export interface StoredFile {
  storage_key: string;
  size: string;
  content_type: string;
  sha256: Buffer;
  /** When the scanner found it clean; null without a scanner. */
  scanned_at: Date | null;
}

/** Limit of common file systems, so that the download can keep the whole name. */
export const FILE_NAME_BYTES = 255;

/**
 * Checks a file by name, first bytes and content, has it scanned, and stores it under a generated key.
 * Meanwhile it is kept in a temporary file, not in memory. A refused file is not stored; when the caller does
 * not insert a row, the caller removes the file.
 */
export async function storeIncoming(
  file: IncomingFile,
  fileName: string,
  files: FileStore,
): Promise<StoredFile | { refused: MessageKey }> {
  if (Buffer.byteLength(fileName) > FILE_NAME_BYTES) return { refused: "fileNameTooLong" };
  const folder = await mkdtemp(join(tmpdir(), "fairlead-upload-"));
  try {
    const path = join(folder, "file");
    const spooled = await writeTempFile(file.content, path, (sample) => fileKind(fileName, sample));
    if ("refused" in spooled) return spooled;
    if (file.isTooLarge()) return { refused: "fileTooLarge" };
    const { size, contentType } = spooled;
    if (isArchive(contentType) && !(await isArchiveAccepted(path, size, contentType)))
      return { refused: "archiveRefused" };
    if (isOldOffice(contentType) && spooled.hasMacros) return { refused: "fileKindRefused" };
    const scanned = await scannedAt(files, () => createReadStream(path));
    if (scanned && "refused" in scanned) return scanned;
    const storageKey = randomUUID();
    await files.put(storageKey, createReadStream(path));
    return {
      storage_key: storageKey,
      size: String(size),
      content_type: contentType,
      sha256: spooled.sha256,
      scanned_at: scanned,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The name of the macro folder in documents of the old container format, in UTF-16. */
const MACROS = Buffer.from("_VBA_PROJECT", "utf16le");

interface Spooled {
  contentType: string;
  size: number;
  sha256: Buffer;
  hasMacros: boolean;
}

/** Writes the stream to a temporary file, unless its first bytes are not accepted. */
async function writeTempFile(
  content: Readable,
  path: string,
  judge: (sample: Uint8Array) => Promise<string | null>,
): Promise<Spooled | { refused: MessageKey }> {
  const { sample, whole } = await readSample(content);
  const contentType = await judge(sample);
  if (contentType === null) return { refused: sample.length === 0 ? "fileEmpty" : "fileKindRefused" };
  const digest = createHash("sha256");
  let size = 0;
  let hasMacros = false;
  let tail = Buffer.alloc(0);
  const target = await open(path, "wx", 0o600);
  try {
    for await (const chunk of whole) {
      digest.update(chunk);
      size += chunk.length;
      const seen = Buffer.concat([tail, chunk]);
      hasMacros ||= seen.includes(MACROS);
      tail = seen.subarray(-MACROS.length);
      await target.writeFile(chunk);
    }
  } finally {
    await target.close();
  }
  return { contentType, size, sha256: digest.digest(), hasMacros };
}

/** The hash of a content that is not stored. */
export async function digestOf(content: Readable): Promise<Buffer> {
  const digest = createHash("sha256");
  for await (const chunk of content) digest.update(chunk);
  return digest.digest();
}

/**
 * Key that makes a repeated upload one file: the form's Idempotency-Key, and the file's position in the form.
 */
export function uploadKeyOf(idempotencyKey: string, position: number): string {
  return `${createHash("sha256").update(idempotencyKey).digest("base64url")}:${position}`;
}

/**
 * The file name without folders, control characters and direction marks. It is never shortened: a name that is too long is
 * refused.
 */
export function cleanFileName(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
  const clean = storableText(name.replace(/[\u0000-\u001f\u007f]/g, "")).trim();
  return clean || "file";
}

/** Reads the first bytes and returns them together with the whole stream. */
async function readSample(stream: Readable): Promise<{ sample: Uint8Array; whole: AsyncIterable<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const held: Buffer[] = [];
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    held.push(next.value);
    length += next.value.length;
  }
  async function* whole() {
    yield* held;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { sample: Buffer.concat(held).subarray(0, SAMPLE_BYTES), whole: whole() };
}
