import { constants, inflateSync } from "node:zlib";

/** The text of our PDFs: Helvetica is read as Latin, an embedded font by its own table of characters. */
export function pdfTextOf(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, number, body] of pdf.toString("latin1").matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g))
    objects.set(number!, body!);
  const characters = new Map<string, Map<number, string>>();
  for (const body of objects.values()) {
    for (const [, name, number] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!) ?? "")?.[1];
      if (table) characters.set(name!, charactersOf(streamOf(objects.get(table)!)));
    }
  }
  let text = "";
  for (const body of objects.values()) {
    let font = "";
    for (const part of streamOf(body).matchAll(/\/(\w+) [\d.]+ Tf|<([0-9a-f]+)>|(\bET\b)/g)) {
      if (part[1]) font = part[1];
      else if (part[3]) text += "\n";
      else text += written(Buffer.from(part[2]!, "hex"), characters.get(font));
    }
  }
  return text;
}

function streamOf(body: string): string {
  const packed = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body)?.[1];
  if (packed === undefined) return "";
  try {
    // The last byte may look like the line end before the end mark, and is lost with it.
    return inflateSync(Buffer.from(packed, "latin1"), { finishFlush: constants.Z_SYNC_FLUSH }).toString(
      "latin1",
    );
  } catch {
    return "";
  }
}

function charactersOf(table: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, start, list] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*)\]/g)) {
    for (const [index, [, codes]] of [...list!.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const bytes = Buffer.from(codes!.replaceAll(" ", ""), "hex");
      characters.set(Number.parseInt(start!, 16) + index, bytes.swap16().toString("utf16le"));
    }
  }
  return characters;
}

function written(bytes: Buffer, table: Map<number, string> | undefined): string {
  if (!table) return bytes.toString("latin1");
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) text += table.get(bytes.readUInt16BE(at)) ?? "";
  return text;
}
