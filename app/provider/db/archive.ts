import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, type Pack, pack } from "tar-stream";

const CHUNK = 256 * 1024;

/** Takes entries for a tar file; names have forward slashes and no leading one. */
export interface ArchiveWriter {
  text(name: string, content: string): Promise<void>;
  /** A file as it is now; one that is gone by now is left out. */
  file(name: string, path: string): Promise<void>;
  /** A folder with all below it, except what `isWanted` refuses by its path inside the folder. */
  folder(name: string, path: string, isWanted?: (inner: string) => boolean): Promise<void>;
}

/** Writes a compressed tar file that only its owner may read; it has its name only once it is whole and on disk. */
export async function writeArchive(
  path: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const side = `${path}.part`;
  const tar = pack();
  const written = pipeline(
    tar,
    createGzip({ level: 1 }),
    createWriteStream(side, { mode: 0o600, flush: true }),
  );
  // It is awaited below; until then a full disk shall not end the process.
  written.catch(() => {});
  try {
    await Promise.race([fill(writerTo(tar)), written]);
    tar.finalize();
    await written;
    await rename(side, path);
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    await rm(side, { force: true });
    throw error;
  }
}

function writerTo(tar: Pack): ArchiveWriter {
  const file = (name: string, path: string) => addFile(tar, name, path);
  const folder: ArchiveWriter["folder"] = async (name, path, isWanted = () => true) => {
    await addFolder(tar, name);
    for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
      const absolute = join(entry.parentPath, entry.name);
      const inner = absolute.slice(path.length + 1);
      if (!isWanted(inner)) continue;
      if (entry.isDirectory()) await addFolder(tar, `${name}/${inner}`);
      if (entry.isFile()) await addFile(tar, `${name}/${inner}`, absolute);
    }
  };
  return { text: (name, content) => addText(tar, name, content), file, folder };
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

async function addFile(tar: Pack, name: string, path: string): Promise<void> {
  const handle = await open(path).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!handle) return;
  try {
    const { size, mtime } = await handle.stat();
    const entry = tar.entry({ name, size, mtime, mode: 0o600 });
    await pipeline(Readable.from(exactly(handle, size)), entry);
  } finally {
    await handle.close();
  }
}

/**
 * Just as many bytes as the entry's head has promised, while the file grows or shrinks: the database's log, which is in
 * the archive too, holds what changed since.
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
 * Unpacks into a folder, which must exist. The first entry is given to `check` as text and not written.
 * @throws when the archive is cut off, is none, or names a place outside the folder
 */
export async function readArchive(
  path: string,
  target: string,
  check: (name: string, first: string) => void,
): Promise<void> {
  const entries = extract();
  const read = pipeline(createReadStream(path), createGunzip(), entries);
  read.catch(() => {});
  let isFirst = true;
  for await (const entry of entries) {
    const { name, type, mode } = entry.header;
    if (isFirst) {
      isFirst = false;
      check(name, await text(entry));
      continue;
    }
    const inner = normalize(name);
    if (inner.startsWith("..") || inner.startsWith("/")) throw new Error(`the entry ${name} lies outside`);
    const place = join(target, inner);
    if (type === "directory") {
      await mkdir(place, { recursive: true, mode });
      entry.resume();
    } else if (type === "file") {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(place, { mode: 0o600, flush: true }));
    } else throw new Error(`the entry ${name} is no file`);
  }
  await read;
}
