import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseStartError, type ServerUser, systemError } from "./data-folder.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { isAlive } from "./server-process.ts";

const run = promisify(execFile);

export const SUPERUSER = "postgres";

/**
 * Creates the cluster in a side folder and renames it, so that a start that is killed midway leaves no
 * incomplete cluster.
 */
export async function createCluster(options: {
  dataDir: string;
  home: string;
  cluster: string;
  binaries: PostgresBinaries;
  user: ServerUser | undefined;
}): Promise<void> {
  const { dataDir, home, cluster, binaries, user } = options;
  if (await stat(home).catch(() => undefined)) return;
  await removeAbandoned(dataDir);
  const side = join(dataDir, `postgres.new-${process.pid}-${randomBytes(3).toString("hex")}`);
  try {
    const data = join(side, "data");
    const passwordFile = join(side, "password");
    await mkdir(data, { recursive: true });
    await chmod(side, 0o711);
    await chmod(data, 0o700);
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    if (user) for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid);
    await run(
      binaries.initdb,
      [
        "--pgdata",
        data,
        "--username",
        SUPERUSER,
        "--pwfile",
        passwordFile,
        "--auth",
        "scram-sha-256",
        "--encoding",
        "UTF8",
        "--data-checksums",
        "--no-instructions",
        ...localeFlags(binaries.majorVersion),
      ],
      processOptions(user),
    );
    if (user) await chown(passwordFile, process.getuid!(), process.getgid!());
    await rename(side, home).catch((error) => {
      // Another process created the cluster first; it can be used as well.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
    await syncFolder(dataDir);
  } catch (error) {
    throw new DatabaseStartError(
      `The database cannot be created in ${cluster} (${systemError(error)}): set DATA_DIR to another folder, or DATABASE_URL to your own server`,
    );
  } finally {
    await rm(side, { recursive: true, force: true });
  }
}

/** Sorts by code point, the same on every machine; before version 17 by the system's C.UTF-8. */
function localeFlags(majorVersion: number): string[] {
  return majorVersion >= 17
    ? ["--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"]
    : ["--locale", "C.UTF-8"];
}

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

/** @throws DatabaseStartError when the cluster was made by another major version. */
export async function checkVersion(cluster: string, binaries: PostgresBinaries): Promise<void> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((error) => {
    throw new DatabaseStartError(
      `${cluster} contains no readable database (${systemError(error)}): set DATA_DIR to another folder, or DATABASE_URL to your own server`,
    );
  });
  if (Number(version) !== binaries.majorVersion) {
    throw new DatabaseStartError(
      `The database in ${cluster} was made by PostgreSQL ${version.trim()} and this program has ${binaries.majorVersion}: set POSTGRES_BIN to the programs of ${version.trim()}, or DATA_DIR to another folder`,
    );
  }
}

/** The password of both roles, created with the cluster. */
export async function readPassword(home: string, cluster: string): Promise<string> {
  return readFile(join(home, "password"), "utf8").then(
    (text) => text.trim(),
    (error) => {
      throw new DatabaseStartError(
        `The password of the database in ${cluster} cannot be read (${systemError(error)}): start as the user that created it, or set DATA_DIR to another folder`,
      );
    },
  );
}

/** Process options for every program of the server. */
export function processOptions(user: ServerUser | undefined) {
  return {
    // The server's user may have no access to the present folder.
    cwd: "/",
    env: { LC_ALL: "C", TZ: "UTC", TMPDIR: tmpdir() },
    ...user,
  };
}
