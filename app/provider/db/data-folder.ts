import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rmdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";

/** The embedded database cannot run here. The message is one line that says what to do. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

/** Data folder when root starts the product in a folder that the server's user cannot reach. */
export const SYSTEM_DATA_DIR = "/var/lib/fairlead";

export interface ServerUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. Undefined: the present user. */
export function serverUser(): ServerUser | undefined {
  if (process.platform === "win32") {
    throw new DatabaseStartError(
      "The embedded PostgreSQL does not run on Windows: set DATABASE_URL to your own server, or use WSL",
    );
  }
  if (process.getuid?.() !== 0) {
    try {
      userInfo();
    } catch {
      throw new DatabaseStartError(
        `PostgreSQL needs a user with a name, and uid ${process.getuid?.()} has none: add it to /etc/passwd, or set DATABASE_URL to your own server`,
      );
    }
    return undefined;
  }
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { stdio: "pipe" }).toString());
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    throw new DatabaseStartError(
      "PostgreSQL does not run as root and this machine has no user nobody: start as another user, or set DATABASE_URL to your own server",
    );
  }
}

/**
 * Chooses the folder for database and files: `DATA_DIR`, or `/var/lib/fairlead` when `DATA_DIR` is unset and
 * root starts in a folder that the server's user cannot reach. Creates it when it is missing. With a database of
 * the operator it holds files of this process only, which no other user has to reach.
 * @throws DatabaseStartError when it cannot be created, written or reached
 */
export async function chooseDataDir(
  config: { dataDir: string; isDataDirGiven: boolean; databaseUrl?: string | undefined },
  systemDataDir = SYSTEM_DATA_DIR,
): Promise<string> {
  if (config.databaseUrl) {
    await prepareFilesDir(config.dataDir);
    return config.dataDir;
  }
  const dataDir = await findDataDir(config, systemDataDir);
  await prepareDataDir(dataDir, serverUser());
  return dataDir;
}

/** The folder that `chooseDataDir` chooses, without making it or looking whether it can be used. */
export async function findDataDir(
  config: { dataDir: string; isDataDirGiven: boolean; databaseUrl?: string | undefined },
  systemDataDir = SYSTEM_DATA_DIR,
): Promise<string> {
  const { dataDir } = config;
  if (config.databaseUrl) return dataDir;
  const user = serverUser();
  return user && !config.isDataDirGiven && !(await canReach(user, dataDir)) ? systemDataDir : dataDir;
}

/**
 * Creates the folder if it is missing and checks that this process can work in it, where there is no embedded
 * database.
 * @throws DatabaseStartError when it cannot be created or written
 */
export async function prepareFilesDir(dataDir: string): Promise<void> {
  await makeFolder(dataDir, undefined).catch((error) => {
    throw new DatabaseStartError(
      `The data folder ${dataDir} cannot be written (${systemError(error)}): set DATA_DIR to one that can`,
    );
  });
}

async function makeFolder(dataDir: string, user: ServerUser | undefined): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true });
  // mkdir applies the umask, but the server's user needs access to the folder.
  if (made && user)
    for (let folder = dataDir; folder !== dirname(made); folder = dirname(folder)) await chmod(folder, 0o755);
  await rmdir(await mkdtemp(join(dataDir, ".writable-")));
}

/** Creates the folder if it is missing and checks that server and provider can work in it. */
export async function prepareDataDir(dataDir: string, user: ServerUser | undefined): Promise<void> {
  try {
    await makeFolder(dataDir, user);
  } catch (error) {
    throw new DatabaseStartError(
      `The data folder ${dataDir} cannot be written (${systemError(error)}): set DATA_DIR to one that can, or DATABASE_URL to your own server`,
    );
  }
  if (user && !(await canReach(user, dataDir))) {
    throw new DatabaseStartError(
      `The database runs as the user nobody, who cannot reach ${dataDir}: set DATA_DIR to a folder that others may enter (such as ${SYSTEM_DATA_DIR}), or DATABASE_URL to your own server`,
    );
  }
}

/** Whether the user may enter every existing folder on the path. */
export async function canReach(user: ServerUser, path: string): Promise<boolean> {
  const realPath = await realpath(path).catch(() => undefined);
  if (!realPath) return path === dirname(path) ? true : canReach(user, dirname(path));
  for (let folder = realPath; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** The most useful line of an error of the operating system or of a program. */
export function systemError(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message?: string };
  const lastLine = stderr?.trim().split("\n").at(-1);
  return lastLine || (typeof code === "string" ? code : (message ?? String(error)).split("\n")[0]!);
}
