import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, type Pack, pack } from "tar-stream";

const CHUNK = 256 * 1024;

/** Name of the last entry: SHA-256 of each entry before it, in the format of `sha256sum`. */
const DIGESTS = "SHA256SUMS";

/** An entry does not match its digest, or the archive has no digests. */
export class DigestError extends Error {
  override name = "DigestError";
}

/** Adds entries to a tar file; names use forward slashes and do not start with one. */
export interface ArchiveWriter {
  text(name: string, content: string): Promise<void>;
  /** Adds a file in its present state; a file that no longer exists is skipped. */
  file(name: string, path: string): Promise<void>;
  /** Adds a folder with everything below it, except paths (inside the folder) that `isWanted` rejects. */
  folder(name: string, path: string, isWanted?: (inner: string) => boolean): Promise<void>;
}

/**
 * Writes a compressed tar file that only its owner may read. It gets its name only when it is complete and on
 * disk.
 */
export async function writeArchive(
  path: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const side = `${path}.part`;
  try {
    await pipeline(packArchive(fill), createWriteStream(side, { mode: 0o600, flush: true }));
    await rename(side, path);
  } catch (error) {
    await rm(side, { force: true });
    throw error;
  }
}

/** A compressed tar file as a stream, which fails when `fill` does. */
export function packArchive(fill: (writer: ArchiveWriter) => Promise<void>): Readable {
  const tar = pack();
  const packed = createGzip({ level: 1 });
  // The reader of the stream hears of the fault; here it must not end the process by an unhandled rejection.
  pipeline(tar, packed).catch(() => {});
  const filled = async () => {
    const digests = new Map<string, string>();
    await fill(writerTo(tar, digests));
    await addText(tar, DIGESTS, [...digests].map(([name, digest]) => `${digest}  ${name}\n`).join(""));
    tar.finalize();
  };
  filled().catch((error) => tar.destroy(error));
  return packed;
}

function writerTo(tar: Pack, digests: Map<string, string>): ArchiveWriter {
  const file = (name: string, path: string) => addFile(tar, name, path, digests);
  const folder: ArchiveWriter["folder"] = async (name, path, isWanted = () => true) => {
    await addFolder(tar, name);
    for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
      const absolute = join(entry.parentPath, entry.name);
      const inner = absolute.slice(path.length + 1);
      if (!isWanted(inner)) continue;
      if (entry.isDirectory()) await addFolder(tar, `${name}/${inner}`);
      if (entry.isFile()) await file(`${name}/${inner}`, absolute);
    }
  };
  const text = (name: string, content: string) => {
    digests.set(name, createHash("sha256").update(content).digest("hex"));
    return addText(tar, name, content);
  };
  return { text, file, folder };
}

function addText(tar: Pack, name: string, content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
  });
}

function addFolder(tar: Pack, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o700, type: "directory" }, (error) => (error ? reject(error) : resolve()));
  });
}

async function addFile(tar: Pack, name: string, path: string, digests: Map<string, string>): Promise<void> {
  const handle = await open(path).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!handle) return;
  try {
    const { size, mtime } = await handle.stat();
    const entry = tar.entry({ name, size, mtime, mode: 0o600 });
    const digest = createHash("sha256");
    await pipeline(Readable.from(exactly(handle, size)), hashStream(digest), entry);
    digests.set(name, digest.digest("hex"));
  } finally {
    await handle.close();
  }
}

/** Passes bytes on and updates the digest. */
function hashStream(digest: Hash): Transform {
  return new Transform({
    transform(chunk, _, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
}

/**
 * Yields exactly as many bytes as the entry's header promised, even if the file grows or shrinks meanwhile:
 * the database's log in the archive holds later changes.
 */
async function* exactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const wanted = Math.min(CHUNK, size - position);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, position);
    yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    position += bytesRead === 0 ? wanted : bytesRead;
  }
}

/**
 * Unpacks into an existing folder; without a folder the archive is only read. The first entry is passed to
 * `check` as text and not written.
 * @returns the number of files, and whether the archive has digests (older archives have none)
 * @throws when the archive is truncated, is not one, or has a path outside the folder; DigestError
 */
export async function readArchive(
  source: Readable,
  target: string | null,
  check: (name: string, first: string) => void,
): Promise<{ files: number; hasDigests: boolean }> {
  const entries = extract();
  const read = pipeline(source, createGunzip(), entries);
  read.catch(() => {});
  let isFirst = true;
  const digests = new Map<string, string>();
  let listed: string | null = null;
  for await (const entry of entries) {
    const { name, type, mode } = entry.header;
    if (isFirst) {
      isFirst = false;
      const first = await text(entry);
      check(name, first);
      digests.set(name, createHash("sha256").update(first).digest("hex"));
      continue;
    }
    if (name === DIGESTS) {
      listed = await text(entry);
      continue;
    }
    const path = pathIn(target, name);
    if (type === "directory") {
      if (path) await mkdir(path, { recursive: true, mode });
      entry.resume();
    } else if (type === "file") digests.set(name, await unpack(entry, path));
    else throw new Error(`the entry ${name} is not a file`);
  }
  await read;
  if (listed !== null) compare(digests, listed);
  return { files: digests.size, hasDigests: listed !== null };
}

/** The target path; null where nothing is written. @throws when the name leads out of the folder */
function pathIn(target: string | null, name: string): string | null {
  const inner = normalize(name);
  if (inner.startsWith("..") || inner.startsWith("/"))
    throw new Error(`the entry ${name} leads outside the target folder`);
  return target && join(target, inner);
}

/** Writes an entry to its path, if it has one. @returns its digest */
async function unpack(entry: AsyncIterable<unknown>, path: string | null): Promise<string> {
  const digest = createHash("sha256");
  if (path) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const target = path
    ? createWriteStream(path, { mode: 0o600, flush: true })
    : new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(entry, hashStream(digest), target);
  return digest.digest("hex");
}

function compare(digests: ReadonlyMap<string, string>, listed: string): void {
  const wanted = new Map(
    listed
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const [name, digest] of wanted)
    if (digests.get(name) !== digest)
      throw new DigestError(digests.has(name) ? `${name} was changed` : `${name} is missing`);
  for (const name of digests.keys()) if (!wanted.has(name)) throw new DigestError(`${name} was added`);
}
