import { type FileEncoding, fileEncodings } from "#app/contract/file-encoding-code.ts";

/** UTF-8, or UTF-16 where a byte order mark says so. Both throw what is not theirs. */
export function unicodeDecoder(start: Uint8Array): TextDecoder {
  const mark = Buffer.from(start.subarray(0, 2)).toString("latin1");
  const name = mark === "\xFF\xFE" ? "utf-16le" : mark === "\xFE\xFF" ? "utf-16be" : "utf-8";
  return new TextDecoder(name, { fatal: true });
}

/** @returns null when it is not in this encoding; without one, when it is no Unicode */
export function decodeText(content: Buffer, encoding: FileEncoding | null): string | null {
  try {
    const decoder = encoding ? new TextDecoder(encoding, { fatal: true }) : unicodeDecoder(content);
    return decoder.decode(content);
  } catch {
    return null;
  }
}

/** Signs that no text has: bytes that Windows-1252 leaves free, and places for private use. */
const ODD = /[\u0080-\u009f\ue000-\uf8ff]/;

/** Encodings that a text may be in, the likeliest first. */
export function likelyEncodings(content: Buffer): { encoding: FileEncoding; text: string }[] {
  const readings = fileEncodings.flatMap((encoding) => {
    const text = decodeText(content, encoding);
    return text === null || ODD.test(text) || text.includes("\0") ? [] : { encoding, text };
  });
  return isWestern(content)
    ? readings
    : readings.toSorted(
        (a, b) => Number(a.encoding === "windows-1252") - Number(b.encoding === "windows-1252"),
      );
}

/**
 * Whether bytes above ASCII look like letters of Windows-1252 rather than Chinese ones of GB18030, which have two such bytes
 * nearly always: most stand alone, or within a word.
 */
function isWestern(content: Buffer): boolean {
  let western = 0;
  let chinese = 0;
  for (const [word] of content.toString("latin1").matchAll(/[a-z]?[\x80-\xff]+[a-z]?/gi)) {
    const letters = word.replace(/[a-z]/gi, "").length;
    if (letters % 2 === 1 || word.length - letters === 2) western++;
    else chinese++;
  }
  return western > chinese;
}
