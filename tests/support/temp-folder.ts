import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, livingServer } from "#app/provider/db/server-process.ts";

/**
 * Makes a folder for this process, which the caller has to remove. Folders of the same name left by killed processes
 * are removed first, unless a database still runs in them.
 */
export async function tempFolder(name: string): Promise<string> {
  const prefix = `fairlead-${name}-`;
  for (const other of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(other)?.[1] ?? 0);
    const path = join(tmpdir(), other);
    if (pid && !isAlive(pid) && !livingServer(join(path, "postgres", "data")))
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // As root the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  return folder;
}
