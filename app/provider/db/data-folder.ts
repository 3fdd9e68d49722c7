import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rmdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";

/** The embedded database cannot run here. The message is one line that says what to do. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

/** Where data goes when root starts the product from a folder that the server's user cannot reach. */
export const SYSTEM_DATA_DIR = "/var/lib/fairlead";

export interface ServerUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. Undefined: it runs as the present user. */
export function serverUser(): ServerUser | undefined {
  if (process.platform === "win32") {
    throw new DatabaseStartError(
      "The embedded PostgreSQL does not run on Windows: set DATABASE_URL to a server of yours, or use WSL",
    );
  }
  if (process.getuid?.() !== 0) {
    try {
      userInfo();
    } catch {
      throw new DatabaseStartError(
        `PostgreSQL needs a user with a name, and uid ${process.getuid?.()} has none: add it to /etc/passwd, or set DATABASE_URL to a server of yours`,
      );
    }
    return undefined;
  }
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { stdio: "pipe" }).toString());
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    throw new DatabaseStartError(
      "PostgreSQL does not run as root and this machine has no user nobody: start as another user, or set DATABASE_URL to a server of yours",
    );
  }
}

/**
 * The folder that holds the database and the files: `DATA_DIR`, or `/var/lib/fairlead` where root starts from a folder
 * that the server's user cannot reach and `DATA_DIR` is unset. Made when missing.
 * @throws DatabaseStartError when it cannot be made, written or reached.
 */
export async function chooseDataDir(
  config: { dataDir: string; isDataDirGiven: boolean },
  systemDataDir = SYSTEM_DATA_DIR,
): Promise<string> {
  const user = serverUser();
  let dataDir = config.dataDir;
  if (user && !config.isDataDirGiven && !(await canReach(user, dataDir))) dataDir = systemDataDir;
  await prepareDataDir(dataDir, user);
  return dataDir;
}

/** Makes the folder if need be and sees that server and provider can work in it. */
export async function prepareDataDir(dataDir: string, user: ServerUser | undefined): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // Whatever the umask says: the server's user has to pass through.
    if (made && user)
      for (let place = dataDir; place !== dirname(made); place = dirname(place)) await chmod(place, 0o755);
    await rmdir(await mkdtemp(join(dataDir, ".writable-")));
  } catch (error) {
    throw new DatabaseStartError(
      `The data folder ${dataDir} cannot be written (${systemError(error)}): set DATA_DIR to a folder that can, or DATABASE_URL to a server of yours`,
    );
  }
  if (user && !(await canReach(user, dataDir))) {
    throw new DatabaseStartError(
      `The database runs as the user nobody, who cannot reach ${dataDir}: set DATA_DIR to a folder that others may enter (such as ${SYSTEM_DATA_DIR}), or DATABASE_URL to a server of yours`,
    );
  }
}

/** Whether the user may enter every folder on the way to the path, as far as it exists. */
export async function canReach(user: ServerUser, path: string): Promise<boolean> {
  const found = await realpath(path).catch(() => undefined);
  if (!found) return path === dirname(path) ? true : canReach(user, dirname(path));
  for (let place = found; ; place = dirname(place)) {
    const { mode, uid, gid } = await stat(place);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    if (place === dirname(place)) return true;
  }
}

/** The one line worth telling of what an operating system or a program says. */
export function systemError(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message?: string };
  const said = stderr?.trim().split("\n").at(-1);
  return said || (typeof code === "string" ? code : (message ?? String(error)).split("\n")[0]!);
}
