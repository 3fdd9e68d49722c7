import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "#app/lib/date-time.ts";
import { readStored, writeDurably } from "../file-store/folder.ts";
import { FileMissing } from "../file-store/store.ts";
import type { ArchiveStore } from "./store.ts";

/** What a process has left that died while it wrote. */
const DRAFT = /\.[\da-f-]{36}\.part$/;

/** Keeps the archive in a folder: of another disk, or of another machine that is mounted here. */
export function folderArchive(folder: string): ArchiveStore {
  const pathOf = (name: string) => {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) throw new FileMissing(name);
    return join(folder, name);
  };
  return {
    place: folder,
    put: async (name, content) => writeDurably(pathOf(name), content),
    get: async (name) => readStored(pathOf(name), name),
    async list(inner) {
      const path = join(folder, inner);
      const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return [];
          throw error;
        },
      );
      const names: string[] = [];
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const entryPath = join(entry.parentPath, entry.name);
        if (DRAFT.test(entry.name)) await removeOld(entryPath);
        else names.push(entryPath.slice(join(folder, "/").length));
      }
      return names;
    },
    remove: async (name) => rm(pathOf(name), { force: true }),
    close: () => {},
  };
}

async function removeOld(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats && stats.mtimeMs < Date.now() - DAY_MS) await rm(path, { force: true });
}
