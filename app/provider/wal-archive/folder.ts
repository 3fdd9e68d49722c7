import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DAY_MS } from "#app/lib/date-time.ts";
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
    async put(name, content) {
      const path = pathOf(name);
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
    },
    async get(name) {
      const handle = await open(pathOf(name), "r").catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" ? new FileMissing(name) : error;
      });
      return createReadStream("", { fd: handle });
    },
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
        const found = join(entry.parentPath, entry.name);
        if (DRAFT.test(entry.name)) await removeOld(found);
        else names.push(found.slice(join(folder, "/").length));
      }
      return names;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    close: () => {},
  };
}

async function removeOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(path, { force: true });
}
