/** Headers are `content-disposition` as RFC 6266 has it. */

/**
 * Of a download: an ASCII name for every client, and the real name in UTF-8 (RFC 5987) where it differs. Folders and
 * control characters are removed.
 */
export const attachment = (fileName: string): string => `attachment; ${named(fileName)}`;
/** Of a file that a browser shows. */
export const inline = (fileName: string): string => `inline; ${named(fileName)}`;

function named(fileName: string): string {
  const name = tame(fileName) || "file";
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const tame = (name: string): string =>
  name
    .replace(/^.*[/\\]/, "")
    .replace(/\p{Cc}/gu, "")
    .trim();

export interface Disposition {
  isInline: boolean;
  /** Without folders; null when none is stated. */
  fileName: string | null;
}

const PARAMETER = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gi;

/** Reads what another program wrote; no header, or another kind, is a download. */
export function readDisposition(header: string | null): Disposition {
  const names = new Map<string, string>();
  for (const [, key = "", quoted, plain = ""] of (header ?? "").matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain.trim();
    if (!names.has(key.toLowerCase())) names.set(key.toLowerCase(), value);
  }
  const name = extended(names.get("filename*") ?? "") ?? asWritten(names.get("filename") ?? "");
  return { isInline: /^\s*inline\s*(?:;|$)/i.test(header ?? ""), fileName: tame(name) || null };
}

/** "UTF-8''%e4%b8%8a.pdf"; null for what is none. */
function extended(value: string): string | null {
  const [, charset = "", text = ""] = /^([\w-]+)'[^']*'(.*)$/.exec(value) ?? [];
  if (/^utf-?8$/i.test(charset)) return unescaped(text);
  if (!/^iso-8859-1$/i.test(charset)) return null;
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Programs write UTF-8 as it is, which headers hold byte by byte, or escape it without saying so. */
function asWritten(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) {
    const text = unescaped(value);
    return text !== null && /[^\x20-\x7e]/.test(text) ? text : value;
  }
  if (/[^\0-\xff]/.test(value)) return value;
  try {
    const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
