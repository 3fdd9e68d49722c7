import { constants, createWriteStream } from "node:fs";
import { access, copyFile, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { FileTooLarge, type ImportPlace, type WaitingFile } from "./place.ts";
import { within } from "./within.ts";

/** A folder of this machine. Links are not followed: one could lead to any file that the provider may read. */
export function folderPlace(folder: string): ImportPlace {
  return {
    name: folder,
    list: async () => {
      const entries = await readdir(folder, { withFileTypes: true });
      const files: WaitingFile[] = [];
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        // It may go away meanwhile: another process puts it away.
        const stats = await lstat(join(folder, entry.name)).catch(() => null);
        if (stats?.isFile()) files.push({ name: entry.name, bytes: stats.size, modifiedMs: stats.mtimeMs });
      }
      return files;
    },
    fetch: async (name, target, mostBytes) => {
      const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        if ((await file.stat()).size > mostBytes) throw new FileTooLarge();
        const from = file.createReadStream({ autoClose: false });
        await pipeline(from, within(mostBytes), createWriteStream(target, { mode: 0o600 }));
      } finally {
        await file.close();
      }
    },
    putAway: async ({ name, to, asName, report }) => {
      const away = join(folder, to);
      await mkdir(away, { recursive: true });
      const own = join(away, `${asName}.report.csv`);
      const part = `${own}.part`;
      await copyFile(report, part);
      await rename(part, own);
      await rename(join(folder, name), join(away, asName)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        // Another process has put it away under another name, with a report of its own.
        if (!(await lstat(join(away, asName)).catch(() => null))) await rm(own, { force: true });
      });
    },
    check: async () => {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      for (const name of ["done", "failed"])
        await access(join(folder, name), constants.W_OK | constants.X_OK).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code !== "ENOENT") throw error;
          },
        );
    },
    close: async () => {},
  };
}
