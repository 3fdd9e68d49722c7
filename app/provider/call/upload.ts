import type { Readable } from "node:stream";
import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";

/** One file of a multipart request, streamed; it has to be read or let go before the next one comes. */
export interface IncomingFile {
  /** As it was sent, untrusted; the quotation mark, which a form cannot hold, is one again. */
  fileName: string;
  content: Readable;
  /** Known when the content has ended: more came than was taken. */
  isTooLarge(): boolean;
}

export interface Upload {
  /** The fields that stand before the first file. */
  fields: Record<string, string>;
  files: AsyncIterable<IncomingFile>;
}

/** Reads up to the first file and hands on the rest as it comes: nothing is held in memory. */
export async function readUpload(
  request: FastifyRequest,
  limits: { fileBytes: number; files: number },
): Promise<Upload> {
  const parts = request.parts({
    limits: { fileSize: limits.fileBytes, files: limits.files, fields: 10, fieldSize: 1_000 },
  });
  const fields: Record<string, string> = {};
  let next = await parts.next();
  while (!next.done && next.value.type === "field") {
    fields[next.value.fieldname] = String(next.value.value);
    next = await parts.next();
  }
  return { fields, files: filesOf(next, parts) };
}

async function* filesOf(
  first: IteratorResult<Multipart>,
  parts: AsyncIterator<Multipart>,
): AsyncIterable<IncomingFile> {
  for (let next = first; !next.done; next = await parts.next()) {
    const part = next.value;
    // A browser sends an empty part for a field in which nothing was chosen.
    if (part.type === "field") continue;
    if (!part.filename) {
      part.file.resume();
      continue;
    }
    yield {
      fileName: part.filename.replaceAll("%22", '"'),
      content: part.file,
      isTooLarge: () => part.file.truncated,
    };
  }
}
