import { fileTypeFromBuffer } from "file-type";

/** How much of a file is looked at to tell what it is. */
export const SAMPLE_BYTES = 4_100;

/** What a forwarder's papers come as; anything else is refused, whatever its name says. */
const accepted = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/tiff",
  "image/heic",
  "image/bmp",
  "application/zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  // Word, Excel and Outlook of old share one container.
  "application/x-cfb",
  "application/rtf",
]);

const programEndings =
  /\.(exe|com|bat|cmd|msi|scr|ps1|vbs|js|mjs|jse|wsf|hta|jar|sh|html?|xhtml|svg|apk|app|lnk|dll|iso|img)$/i;

/**
 * The content type of a file by its first bytes (`SAMPLE_BYTES`), or null when it is not accepted. Text has no marks
 * of its own: what reads as UTF-8 without control characters is text.
 */
export async function fileKind(fileName: string, sample: Uint8Array): Promise<string | null> {
  if (programEndings.test(fileName.trim())) return null;
  const found = await fileTypeFromBuffer(sample);
  if (found) return accepted.has(found.mime) ? found.mime : null;
  return isText(sample) ? "text/plain" : null;
}

function isText(sample: Uint8Array): boolean {
  if (sample.length === 0) return false;
  // The sample may end in the middle of a character.
  const text = new TextDecoder("utf-8").decode(sample, { stream: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells text from the rest
  return !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) || isChineseText(sample);
}

/** Excel in China writes its CSV in GBK. */
function isChineseText(sample: Uint8Array): boolean {
  if (sample.includes(0)) return false;
  try {
    new TextDecoder("gb18030", { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
