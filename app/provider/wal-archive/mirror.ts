import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { putText, readText } from "./layout.ts";
import type { ArchiveStore } from "./store.ts";

const goneNote = z.record(z.string(), z.iso.datetime());

/** When a folder's content last changed, as far as this process has copied it. */
export type CopiedFolders = Map<string, number>;

/**
 * Copies stored files that the archive does not have. A file never changes: only folders that have got new names since
 * are looked at.
 */
export async function mirrorFiles(
  options: { store: ArchiveStore; line: string; dataDir: string },
  copied: CopiedFolders,
): Promise<void> {
  const { store, line, dataDir } = options;
  for (const folder of await foldersOf(dataDir)) {
    const path = join(dataDir, "files", folder);
    const { mtimeMs } = await stat(path);
    if (copied.get(folder) === mtimeMs) continue;
    const present = new Set(await store.list(`${line}/files/${folder}`));
    for (const file of await storedIn(path)) {
      const name = `${line}/files/${folder}/${file}`;
      if (present.has(name)) continue;
      const content = createReadStream(join(path, file));
      await store.put(name, content).catch(async (error) => {
        // It was removed meanwhile.
        if (await stat(join(path, file)).catch(() => null)) throw error;
      });
    }
    copied.set(folder, mtimeMs);
  }
}

/** Removes copies of files that have been gone for so long that no time that can be restored has them. */
export async function forgetGone(
  options: { store: ArchiveStore; line: string; dataDir: string },
  before: Date,
  now: Date,
): Promise<void> {
  const { store, line, dataDir } = options;
  const noteName = `${line}/gone.json`;
  const known = goneNote.parse(JSON.parse((await readText(store, noteName)) ?? "{}"));
  const prefix = `${line}/files/`;
  const still: Record<string, string> = {};
  for (const name of await store.list(`${line}/files`)) {
    const file = name.slice(prefix.length);
    if (await stat(join(dataDir, "files", file)).catch(() => null)) continue;
    const since = known[file] ?? now.toISOString();
    if (new Date(since) < before) await store.remove(name);
    else still[file] = since;
  }
  await putText(store, noteName, JSON.stringify(still));
}

async function foldersOf(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, "files"), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Files that are being written have a draft's name. */
async function storedIn(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => /^[\w-]+$/.test(name));
}
