import yauzl from "yauzl";
import { fileKind, isArchive, isPlainArchive, SAMPLE_BYTES } from "./file-kind.ts";

const MAX_ENTRIES = 2_000;
/** Maximum unpacked size of all entries together. */
const MAX_BYTES = 150 * 1024 * 1024;
/** Spreadsheets with much repetition compress to a twentieth; a higher ratio indicates a zip bomb. */
const MAX_RATIO = 100;
/** Up to this unpacked size the ratio is not checked. */
const HARMLESS_BYTES = 10 * 1024 * 1024;
const ENCRYPTED = 1;
const PROGRAM_IN_DOCUMENT = /(^|\/)vbaproject\.bin$|(^|\/)(activex|macrosheets)\//i;

/**
 * Whether a zip, a file's path or its content, is acceptable by what it holds: entry names stay inside its folder, sizes are as declared (each
 * entry is unpacked and counted as a stream), nothing is encrypted, and documents hold no programs. A plain
 * zip may hold only files that are accepted by themselves, and no other zip.
 */
export async function isArchiveAccepted(
  archive: string | Buffer,
  packedBytes: number,
  contentType: string,
): Promise<boolean> {
  let zip: yauzl.ZipFile;
  try {
    const options = { lazyEntries: true, autoClose: false };
    zip = await (typeof archive === "string"
      ? yauzl.openPromise(archive, options)
      : yauzl.fromBufferPromise(archive, options));
  } catch {
    return false;
  }
  try {
    return await holdsSoundEntries(zip, packedBytes, isPlainArchive(contentType));
  } catch {
    // Corrupt, of a size other than declared, or with a name such as `../x`, which the zip reader rejects.
    return false;
  } finally {
    zip.close();
  }
}

async function holdsSoundEntries(
  zip: yauzl.ZipFile,
  packedBytes: number,
  isPlain: boolean,
): Promise<boolean> {
  if (zip.entryCount > MAX_ENTRIES) return false;
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize;
    if (bytes > MAX_BYTES || (bytes > HARMLESS_BYTES && bytes > packedBytes * MAX_RATIO)) return false;
    if (entry.generalPurposeBitFlag & ENCRYPTED) return false;
    const name = entry.fileName;
    if (name.endsWith("/")) continue;
    const sample = await firstBytes(zip, entry);
    if (!(isPlain ? await isAcceptedFile(name, sample) : !PROGRAM_IN_DOCUMENT.test(name))) return false;
  }
  return true;
}

/**
 * Whether an entry of a plain zip is of an accepted kind and not an archive. Empty entries have no kind and
 * are rejected.
 */
async function isAcceptedFile(name: string, sample: Uint8Array): Promise<boolean> {
  if (isLitter(name)) return true;
  const kind = await fileKind(name.split("/").at(-1) ?? "", sample);
  return kind === null ? sample.length === 0 : !(isArchive(kind) && isPlainArchive(kind));
}

/** Files that Windows and macOS add to archives. */
const isLitter = (name: string) => /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

/** Unpacks the whole entry, which fails when its size is not as declared, and returns its first bytes. */
async function firstBytes(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array> {
  const held: Buffer[] = [];
  let length = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (length < SAMPLE_BYTES) held.push(chunk as Buffer);
    length += (chunk as Buffer).length;
  }
  return Buffer.concat(held).subarray(0, SAMPLE_BYTES);
}
