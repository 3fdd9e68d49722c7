import busboy from "@fastify/busboy";
import type { UploadHead } from "#app/access/upload-head.ts";
import { FORM_MAX_BYTES } from "./form-type.server.ts";

const MAX_FIELDS = 100;

/**
 * Reads a form with files up to its first file, so that typed fields are known while the files are forwarded.
 * `body` is the complete form, including what was read. Fields after a file are not seen.
 */
export async function readUploadHead({ body, headers }: Request): Promise<UploadHead> {
  const head: UploadHead = { fields: [], hasFiles: false, isSound: true, body };
  if (!body) return head;
  const reader = body.getReader();
  const read: Uint8Array[] = [];
  const parser = parserOf(headers, head);
  for (let size = 0; parser && !head.hasFiles && head.isSound; ) {
    const { value, done } = await reader.read();
    if (done) {
      await new Promise((resolve) => parser.on("finish", resolve).end());
      break;
    }
    read.push(value);
    size += value.length;
    await new Promise((resolve) => parser.write(value, resolve));
    if (size > FORM_MAX_BYTES && !head.hasFiles) head.isSound = false;
  }
  head.body = joined(read, reader);
  return head;
}

function parserOf(headers: Headers, head: UploadHead) {
  try {
    const parser = busboy({
      headers: { "content-type": headers.get("content-type") ?? "" },
      limits: { fields: MAX_FIELDS, fieldSize: FORM_MAX_BYTES },
    });
    parser.on("field", (name, value) => {
      if (!head.hasFiles) head.fields.push([name, value]);
    });
    parser.on("file", (_name, content, fileName) => {
      // Browsers send an empty file without a name when none was chosen.
      if (fileName) head.hasFiles = true;
      content.resume();
    });
    parser.on("error", () => {
      head.isSound = false;
    });
    return parser;
  } catch {
    head.isSound = false;
    return null;
  }
}

function joined(
  read: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  const pieces = [...read];
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift();
      if (piece) return controller.enqueue(piece);
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
