import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileMissing, type FileStore } from "./store.ts";

/**
 * Stores files in a folder of this machine, `DATA_DIR/files`, in two levels of subfolders so that no folder
 * gets too large.
 */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!/^[\w-]{8,100}$/.test(key)) throw new FileMissing(key);
    return join(folder, key.slice(0, 2), key);
  };
  return {
    put: async (key, content) => writeDurably(pathOf(key), content),
    get: async (key) => readStored(pathOf(key), key),
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // What a process has left that died while it wrote.
      const names = await readdir(dirname(path)).catch(() => []);
      const drafts = names.filter((name) => name.startsWith(`${key}.`));
      await Promise.all(drafts.map((name) => rm(join(dirname(path), name), { force: true })));
    },
  };
}

/** Writes a file that has its name only when it is complete, and survives a crash then; a stream that fails leaves none. */
export async function writeDurably(path: string, content: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }));
    await rename(draft, path);
    // The name is durable only after its folder is synced too.
    const holder = await open(dirname(path), "r");
    await holder.sync().finally(() => holder.close());
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** @throws FileMissing with the key */
export async function readStored(path: string, key: string): Promise<Readable> {
  const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new FileMissing(key) : error;
  });
  return createReadStream("", { fd: handle });
}
