import { createHash } from "node:crypto";
import { chown, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseStartError, type ServerUser, systemError } from "./data-folder.ts";

/** Only names the socket's file; the server does not listen on the network. */
export const PORT = 5432;
/** Maximum path of a unix socket: 107 bytes on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = 103;

/**
 * Creates the folder of the socket: beside the data, or under the temporary folder where that path is too
 * long.
 */
export async function prepareSocketDir(home: string, user: ServerUser | undefined): Promise<string> {
  const beside = defaultSocketDir(home);
  const isShort = Buffer.byteLength(join(beside, `.s.PGSQL.${PORT}.lock`)) <= SOCKET_PATH_BYTES;
  const name = createHash("sha256").update(home).digest("hex").slice(0, 12);
  const folder = isShort ? beside : join(tmpdir(), `fairlead-${name}`);
  try {
    const isMade = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      (error) => {
        if (error.code !== "EEXIST") throw error;
        return false;
      },
    );
    if (isMade && user) await chown(folder, user.uid, user.gid);
    // Others may write to the temporary folder: an existing folder of this name has to be ours.
    const { uid, mode } = await lstat(folder).then((entry) =>
      entry.isDirectory() ? entry : { uid: -1, mode: 0 },
    );
    if (uid !== (user?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
      throw new Error("it belongs to another user");
  } catch (error) {
    throw new DatabaseStartError(
      `The folder ${folder} for the database's socket cannot be used (${systemError(error)}): remove it, or set DATA_DIR to a folder with a shorter path`,
    );
  }
  return folder;
}

/** The socket's folder when its path is short enough. */
export function defaultSocketDir(home: string): string {
  return join(home, "socket");
}
