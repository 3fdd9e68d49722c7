import yauzl from "yauzl";
import { fileKind, isArchive, isPlainArchive, SAMPLE_BYTES } from "./file-kind.ts";

const MAX_ENTRIES = 2_000;
/** Of all entries together, unpacked. */
const MAX_BYTES = 150 * 1024 * 1024;
/** Repetitive sheets pack to a twentieth; what packs better than this was made to. */
const MAX_RATIO = 100;
/** Below this no ratio does harm. */
const HARMLESS_BYTES = 10 * 1024 * 1024;
const ENCRYPTED = 1;
const PROGRAM_IN_DOCUMENT = /(^|\/)vbaproject\.bin$|(^|\/)(activex|macrosheets)\//i;

/**
 * Whether a zip may be kept, by what it holds: names that stay in its folder, sizes that it really has (each entry is
 * unpacked and counted, nothing is held), nothing encrypted, no programs in a document. A plain zip holds files that could
 * be sent by themselves, and no other zip.
 */
export async function isArchiveSound(
  path: string,
  packedBytes: number,
  contentType: string,
): Promise<boolean> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch {
    return false;
  }
  try {
    return await holdsSoundEntries(zip, packedBytes, isPlainArchive(contentType));
  } catch {
    // Broken, of a size other than it says, or with a name such as `../x`, which the reader refuses.
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
    if (!(isPlain ? await isSoundFile(name, sample) : !PROGRAM_IN_DOCUMENT.test(name))) return false;
  }
  return true;
}

/** A file of an archive that is no document: of a kind that is taken, and no archive again. An empty one is of no kind. */
async function isSoundFile(name: string, sample: Uint8Array): Promise<boolean> {
  if (isLitter(name)) return true;
  const kind = await fileKind(name.split("/").at(-1) ?? "", sample);
  return kind === null ? sample.length === 0 : !(isArchive(kind) && isPlainArchive(kind));
}

/** What Windows and macOS put in by themselves. */
const isLitter = (name: string) => /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

/** Unpacks the whole entry, which fails where its size is not the one it says, and gives its beginning. */
async function firstBytes(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array> {
  const held: Buffer[] = [];
  let length = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (length < SAMPLE_BYTES) held.push(chunk as Buffer);
    length += (chunk as Buffer).length;
  }
  return Buffer.concat(held).subarray(0, SAMPLE_BYTES);
}
