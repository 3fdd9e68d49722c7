import { fileTypeFromBuffer } from "file-type";

/** Number of bytes from which the kind of a file is detected. */
export const SAMPLE_BYTES = 4_100;

const OPEN_XML = "application/vnd.openxmlformats-officedocument";
const TEXT = "text/plain";
/** The container format of old Word, Excel and Outlook files. */
const OLD_OFFICE = "application/x-cfb";
const ZIP = "application/zip";

/** Accepted file extensions, each with the content types that it may have. All other files are refused. */
const kinds: Partial<Record<string, readonly string[]>> = {
  pdf: ["application/pdf"],
  png: ["image/png"],
  jpg: ["image/jpeg"],
  jpeg: ["image/jpeg"],
  webp: ["image/webp"],
  gif: ["image/gif"],
  tif: ["image/tiff"],
  tiff: ["image/tiff"],
  heic: ["image/heic", "image/heif"],
  heif: ["image/heic", "image/heif"],
  bmp: ["image/bmp"],
  docx: [`${OPEN_XML}.wordprocessingml.document`],
  xlsx: [`${OPEN_XML}.spreadsheetml.sheet`],
  pptx: [`${OPEN_XML}.presentationml.presentation`],
  odt: ["application/vnd.oasis.opendocument.text"],
  ods: ["application/vnd.oasis.opendocument.spreadsheet"],
  doc: [OLD_OFFICE, "application/rtf"],
  xls: [OLD_OFFICE],
  ppt: [OLD_OFFICE],
  msg: [OLD_OFFICE],
  rtf: ["application/rtf"],
  txt: [TEXT],
  csv: [TEXT],
  tsv: [TEXT],
  edi: [TEXT],
  eml: [TEXT],
  zip: [ZIP],
};

/** Whether a file of this type is a zip, whatever it is called. */
export const isArchive = (contentType: string) =>
  contentType === ZIP ||
  contentType.startsWith(OPEN_XML) ||
  contentType.startsWith("application/vnd.oasis.opendocument");
/** Whether it is a zip of separate files, not a document in zip format. */
export const isPlainArchive = (contentType: string) => contentType === ZIP;
export const isOldOffice = (contentType: string) => contentType === OLD_OFFICE;

/**
 * The content type of a file; null when it is not accepted. Both its extension and its first bytes
 * (`SAMPLE_BYTES`) have to match the kind.
 */
export async function fileKind(fileName: string, sample: Uint8Array): Promise<string | null> {
  const allowed = endingOf(fileName);
  if (!allowed) return null;
  const type = (await fileTypeFromBuffer(sample))?.mime ?? (isText(sample) ? TEXT : null);
  return type && allowed.includes(type) ? type : null;
}

/** Windows drops dots and blanks at the end of a name, so that `page.html.` is a web page. */
function endingOf(fileName: string): readonly string[] | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName.replace(/[.\s]+$/, ""))?.[1]?.toLowerCase() ?? "";
  // A name that Windows would change is refused.
  return /[.\s]$/.test(fileName) || !Object.hasOwn(kinds, ending) ? undefined : kinds[ending];
}

/**
 * Text has no signature: it is text when it is valid UTF-8 without control characters and is not a script.
 */
function isText(sample: Uint8Array): boolean {
  if (sample.length === 0) return false;
  // The sample may end inside a multi-byte character.
  const text = new TextDecoder("utf-8").decode(sample, { stream: true });
  if (
    /^\s*(#!|<\?php|<!doctype\s+html|<(html|head|body|script|svg|iframe|hta:)\b|\[InternetShortcut\]|\[Desktop Entry\]|Windows Registry Editor|REGEDIT4)/i.test(
      text,
    )
  )
    return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish binary data from text
  return !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) || isChineseText(sample);
}

/** Chinese Excel writes CSV in GBK. */
function isChineseText(sample: Uint8Array): boolean {
  if (sample.includes(0)) return false;
  try {
    new TextDecoder("gb18030", { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
