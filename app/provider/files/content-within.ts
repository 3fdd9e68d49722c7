import { CODE_INVALID } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import type { IncomingFile } from "../call/upload.ts";

/** The content of a file that is held whole. @throws Refusal when it is empty, or has more than `most` bytes */
export async function contentWithin(file: IncomingFile, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read and dropped: an unread file would block the answer.
    if (bytes <= most) chunks.push(chunk);
  }
  if (bytes > most || file.isTooLarge())
    throw new Refusal(CODE_INVALID, "fileTooLarge", { values: { megabytes: most / 1024 / 1024 } });
  if (bytes === 0) throw new Refusal(CODE_INVALID, "fileEmpty");
  return Buffer.concat(chunks);
}
