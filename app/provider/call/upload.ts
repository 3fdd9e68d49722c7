import type { Readable } from "node:stream";
import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";

/** One file of a multipart request as a stream. It has to be read or discarded before the next one comes. */
export interface IncomingFile {
  /** As sent by the client, not checked. Browsers send a quotation mark as %22, which is decoded. */
  fileName: string;
  content: Readable;
  /** Known at the end of the content: whether more bytes came than the limit. */
  isTooLarge(): boolean;
}

export interface Upload {
  /** Fields that come before the first file. */
  fields: Record<string, string>;
  files: AsyncIterable<IncomingFile>;
}

/** Reads the fields up to the first file and passes the files on as streams: no content is held in memory. */
export async function readUpload(
  request: FastifyRequest,
  limits: { fileBytes: number; files: number },
): Promise<Upload> {
  const parts = request.parts({
    limits: { fileSize: limits.fileBytes, files: limits.files, fields: 10, fieldSize: 1_000 },
  });
  const nextPart = () =>
    parts.next().catch((error: Error) => {
      throw asSendersFault(error);
    });
  const fields: Record<string, string> = {};
  let next = await nextPart();
  while (!next.done && next.value.type === "field") {
    fields[next.value.fieldname] = String(next.value.value);
    next = await nextPart();
  }
  return { fields, files: filesOf(next, nextPart) };
}

/** The parser tells of a form that is none, or breaks off, by errors without a status. */
const asSendersFault = (error: Error): Error =>
  "statusCode" in error ? error : Object.assign(error, { statusCode: 400 });

async function* filesOf(
  first: IteratorResult<Multipart>,
  nextPart: () => Promise<IteratorResult<Multipart>>,
): AsyncIterable<IncomingFile> {
  for (let next = first; !next.done; next = await nextPart()) {
    const part = next.value;
    // Browsers send an empty part for a file field without a file.
    if (part.type === "field") continue;
    if (!part.filename) {
      part.file.resume();
      continue;
    }
    // Whoever reads the content is given the same error; it may have come before anybody asked.
    if (part.file.errored) asSendersFault(part.file.errored);
    part.file.once("error", asSendersFault);
    yield {
      fileName: part.filename.replaceAll("%22", '"'),
      content: part.file,
      isTooLarge: () => part.file.truncated,
    };
  }
}
