import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DigestError } from "./archive.ts";
import type { ServerLog } from "./connection.ts";
import { type ServerUser, systemError } from "./data-folder.ts";
import { startEmbedded } from "./embedded.ts";
import { livingServer } from "./server-process.ts";

/** A backup cannot be made or restored. The message is one line that says what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** What a backup of an embedded database brings back into the data folder. */
export const CLUSTER_NAMES: readonly string[] = ["postgres", "files"];

/**
 * Restores into a folder beside the present data, and puts the result in their place when that has succeeded.
 * @param names what takes the place of present data, where it was restored
 * @param fill restores into the folder that it is given
 * @returns the folder with the former data, if there were any
 * @throws BackupError when a server runs there, or when data exist and `isForced` is not set
 */
export async function restoreBeside(
  dataDir: string,
  options: { names: readonly string[]; extra: readonly string[]; isForced: boolean },
  fill: (side: string) => Promise<void>,
): Promise<{ keptIn?: string }> {
  const { names, extra, isForced } = options;
  await checkFolderIsFree(dataDir, names, isForced);
  const side = join(dataDir, `restore-${randomBytes(4).toString("hex")}`);
  await mkdir(side, { mode: 0o711 });
  await chmod(side, 0o711);
  try {
    await fill(side);
    await checkFolderIsFree(dataDir, names, isForced);
    const isPresent = await Promise.all(extra.map((name) => exists(join(side, name))));
    return await swap(dataDir, side, [...names, ...extra.filter((_, index) => isPresent[index])]);
  } finally {
    await rm(side, { recursive: true, force: true });
  }
}

async function checkFolderIsFree(
  dataDir: string,
  names: readonly string[],
  isForced: boolean,
): Promise<void> {
  if (livingServer(join(dataDir, "postgres", "data")) && names.includes("postgres")) {
    throw new BackupError(`A server runs on ${dataDir}: stop it first, or set DATA_DIR to another folder`);
  }
  for (const name of isForced ? [] : names) {
    if (!(await exists(join(dataDir, name)))) continue;
    throw new BackupError(
      `${dataDir} contains data: add --force, which moves it to another folder, or set DATA_DIR to another folder`,
    );
  }
}

/**
 * Starts a server on a copy, which replays the log in it: that succeeds only with a complete backup.
 * @param settings of the server, for a replay that is to end somewhere
 * @throws DatabaseStartError
 */
export async function tryCluster(
  target: { postgresBin?: string | undefined; log: ServerLog },
  side: string,
  user: ServerUser | undefined,
  settings?: Record<string, string>,
): Promise<void> {
  const home = join(side, "postgres");
  await chmod(home, 0o711);
  if (user) {
    for (const entry of await readdir(home, { withFileTypes: true, recursive: true })) {
      if (entry.name !== "password" || entry.parentPath !== home) {
        await chown(join(entry.parentPath, entry.name), user.uid, user.gid);
      }
    }
  }
  const { postgresBin, log } = target;
  const server = await startEmbedded({
    postgresBin,
    log,
    dataDir: side,
    stopsWithProcess: true,
    ...(settings && { settings }),
  });
  await server.stop();
}

async function swap(dataDir: string, side: string, names: readonly string[]): Promise<{ keptIn?: string }> {
  const asideFolder = join(dataDir, `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`);
  let isKept = false;
  for (const name of names) {
    if (await exists(join(dataDir, name))) {
      await mkdir(asideFolder, { recursive: true, mode: 0o711 });
      await rename(join(dataDir, name), join(asideFolder, name));
      isKept = true;
    }
    if (await exists(join(side, name))) await rename(join(side, name), join(dataDir, name));
  }
  return isKept ? { keptIn: asideFolder } : {};
}

/** The error as one line for the operator, that begins with `what`. */
export function inOneLine(error: unknown, what: string): Error {
  const { name } = error as Error;
  if (name === "BackupError" || name === "DatabaseStartError") return error as Error;
  const { code } = error as { code?: string };
  if (error instanceof DigestError)
    return new BackupError(`${what} (${error.message} since the backup)`, { cause: error });
  const reason = code?.startsWith("Z_") ? "it is truncated or not a backup" : systemError(error);
  return new BackupError(`${what} (${reason})`, { cause: error });
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
