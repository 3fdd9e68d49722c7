import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { IncomingFile } from "../http/upload.ts";
import type { MessageKey } from "../message.ts";
import { fileKind, SAMPLE_BYTES } from "./file-kind.ts";
import type { FileStore } from "./store.ts";

export interface StoredFile {
  storage_key: string;
  size: string;
  content_type: string;
  sha256: Buffer;
}

/**
 * Judges a file by its first bytes and puts it into the store as it comes, under a name of ours. What is refused is not
 * kept; what the caller then does not write down, the caller removes.
 */
export async function storeIncoming(
  file: IncomingFile,
  fileName: string,
  files: FileStore,
): Promise<StoredFile | { refused: MessageKey }> {
  const { sample, content } = await sampled(file.content);
  const contentType = await fileKind(fileName, sample);
  if (contentType === null) return { refused: sample.length === 0 ? "fileEmpty" : "fileKindRefused" };
  const storageKey = randomUUID();
  const digest = createHash("sha256");
  let size = 0;
  const measured = Readable.from(
    (async function* () {
      for await (const chunk of content) {
        digest.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
  await files.put(storageKey, measured);
  if (file.isTooLarge()) {
    await files.remove(storageKey);
    return { refused: "fileTooLarge" };
  }
  return {
    storage_key: storageKey,
    size: String(size),
    content_type: contentType,
    sha256: digest.digest(),
  };
}

/** One file of one form, however often it is sent: the form's Idempotency-Key, and the file's place in it. */
export function uploadKeyOf(idempotencyKey: string, place: number): string {
  return `${createHash("sha256").update(idempotencyKey).digest("base64url")}:${place}`;
}

/** The name alone, as people see it: no folders, no control characters, not without end. */
export function shownName(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "").trim();
  return clean.length > 200 ? `${clean.slice(0, 150)}…${clean.slice(-40)}` : clean || "file";
}

/** The first bytes, and the whole again. */
async function sampled(stream: Readable): Promise<{ sample: Uint8Array; content: AsyncIterable<Buffer> }> {
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
  return { sample: Buffer.concat(held).subarray(0, SAMPLE_BYTES), content: whole() };
}
