import { constants, inflateSync } from "node:zlib";

/** The text of our PDFs: Helvetica is read as Latin, Song as UTF-16, its encoding. */
export function pdfTextOf(pdf: Buffer): string {
  let text = "";
  for (const match of pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const packed = Buffer.from(match[1]!, "latin1");
    let content: string;
    try {
      // The last byte may look like the line end before the end mark, and is lost with it.
      content = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
    } catch {
      continue;
    }
    let font = "";
    for (const part of content.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9a-f]+)>|(\bET\b)/g)) {
      if (part[1]) font = part[1];
      else if (part[3]) text += "\n";
      else if (font === "FSong") text += Buffer.from(part[2]!, "hex").swap16().toString("utf16le");
      else text += Buffer.from(part[2]!, "hex").toString("latin1");
    }
  }
  return text;
}
