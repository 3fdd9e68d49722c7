import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";
import { type ArchiveWriter, DigestError, readArchive, writeArchive } from "./archive.ts";
import type { ServerLog } from "./connection.ts";
import { prepareDataDir, prepareFilesDir, type ServerUser, serverUser, systemError } from "./data-folder.ts";
import { dumpDatabase, hasTables, restoreDump } from "./database-dump.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded.ts";
import { SECRETS_KEY_FILE } from "./secrets-key.ts";
import { livingServer } from "./server-process.ts";

/** A backup cannot be made or restored. The message is one line that says what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

export interface BackupTarget {
  dataDir: string;
  /** A server of the operator, backed up with its own pg_dump. */
  databaseUrl?: string | undefined;
  postgresBin?: string | undefined;
  log: ServerLog;
}

const MANIFEST = "fairlead-backup.json";
const FORMAT = 1;
const PLATFORM = `${process.platform}-${process.arch}`;
const DUMP = "database.dump";

interface Manifest {
  format: number;
  /** `cluster`: the files of an embedded database. `dump`: what pg_dump wrote. */
  kind: "cluster" | "dump";
  madeAt: string;
  postgres?: number;
  platform?: string;
}

/**
 * Writes database and files into one file while the provider runs. Everything committed before the call is
 * included. The file holds every secret of the database: only its owner may read it.
 * @throws BackupError
 */
export async function backUp(target: BackupTarget, file: string): Promise<void> {
  const path = resolve(file);
  if (await exists(path)) throw new BackupError(`${path} exists: give the name of a new file`);
  try {
    await (target.databaseUrl ? backUpDump(target, target.databaseUrl, path) : backUpCluster(target, path));
  } catch (error) {
    throw inOneLine(error, `The backup ${path} was not made`);
  }
}

async function backUpDump(target: BackupTarget, databaseUrl: string, path: string): Promise<void> {
  const dump = `${path}.dump`;
  try {
    await dumpDatabase(databaseUrl, dump);
    await writeArchive(path, async (archive) => {
      await archive.text(MANIFEST, manifest({ kind: "dump" }));
      await archive.file(DUMP, dump);
      await addFiles(archive, target.dataDir);
    });
  } finally {
    await rm(dump, { force: true });
  }
}

async function backUpCluster(target: BackupTarget, path: string): Promise<void> {
  if (!(await exists(join(target.dataDir, "postgres")))) {
    throw new BackupError(`${target.dataDir} contains no database: set DATA_DIR to the folder that does`);
  }
  const server = await startEmbedded(target);
  if (server.isAdopted) server.release();
  try {
    await writeArchive(path, (archive) => copyCluster(archive, target.dataDir, server));
  } finally {
    if (!server.isAdopted) await server.stop();
  }
}

/**
 * As pg_basebackup does: files that change while they are copied are repaired by the log written meanwhile.
 */
async function copyCluster(archive: ArchiveWriter, dataDir: string, server: EmbeddedServer): Promise<void> {
  const { cluster, majorVersion } = server;
  const admin = new pg.Client({ ...server.adminConnection, application_name: "fairlead-backup" });
  admin.on("error", () => {});
  await admin.connect();
  try {
    await archive.text(MANIFEST, manifest({ kind: "cluster", postgres: majorVersion, platform: PLATFORM }));
    await archive.file("postgres/password", join(dataDir, "postgres", "password"));
    // A temporary slot ends with this connection. Until then the server keeps the log that the copy needs.
    const slot = `backup_${randomBytes(4).toString("hex")}`;
    await admin.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    await admin.query("select pg_backup_start('fairlead', fast => true)");
    await archive.folder("postgres/data", cluster, isPartOfBackup);
    await archive.file("postgres/data/global/pg_control", join(cluster, "global", "pg_control"));
    const { rows } = await admin.query<{ label: string; last: string }>(
      "select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)",
    );
    const { label, last } = rows[0]!;
    await archive.text("postgres/data/backup_label", label);
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)![1]!;
    for (const segment of (await readdir(join(cluster, "pg_wal"))).sort()) {
      if (!/^[0-9A-F]{24}$/.test(segment) || segment < first || segment > last) continue;
      await archive.file(`postgres/data/pg_wal/${segment}`, join(cluster, "pg_wal", segment));
    }
    // After the database, because a file is written before its row.
    await addFiles(archive, dataDir);
  } finally {
    await admin.end().catch(() => {});
  }
}

/** Leaves out what a server creates anew and what is added at the end; the folders themselves are needed. */
function isPartOfBackup(inner: string): boolean {
  return !(
    /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/(?!archive_status$|summaries$)/.test(
      inner,
    ) ||
    /^(postmaster\.pid|postmaster\.opts|backup_label|tablespace_map|global\/pg_control)$/.test(inner) ||
    /(^|\/)(pgsql_tmp|t\d+_\d+)/.test(inner) ||
    /(^|\/)pg_internal\.init/.test(inner)
  );
}

async function addFiles(archive: ArchiveWriter, dataDir: string): Promise<void> {
  const files = join(dataDir, "files");
  if (await exists(files)) await archive.folder("files", files);
  // Without it nobody could use their second factor any more.
  const key = join(dataDir, SECRETS_KEY_FILE);
  if (await exists(key)) await archive.file(SECRETS_KEY_FILE, key);
}

/**
 * Restores a backup. Everything is unpacked and tried beside the present data first. With `isForced` the
 * present data are kept in a folder whose name is returned.
 * @throws BackupError when a server runs there, when data exist and `isForced` is not set, when the backup is
 * incomplete
 */
export async function restore(
  target: BackupTarget,
  file: string,
  isForced: boolean,
): Promise<{ keptIn?: string }> {
  const path = resolve(file);
  if (!(await exists(path)))
    throw new BackupError(`${path} does not exist: give the file that db:backup wrote`);
  try {
    const user = target.databaseUrl ? undefined : serverUser();
    await (target.databaseUrl ? prepareFilesDir(target.dataDir) : prepareDataDir(target.dataDir, user));
    const names = target.databaseUrl ? ["files"] : ["postgres", "files"];
    await checkFolderIsFree(target.dataDir, names, isForced);
    if (target.databaseUrl) await checkServerIsFree(target.databaseUrl, isForced);
    const side = join(target.dataDir, `restore-${randomBytes(4).toString("hex")}`);
    await mkdir(side, { mode: 0o711 });
    await chmod(side, 0o711);
    try {
      const kind = target.databaseUrl ? "dump" : "cluster";
      await readArchive(path, side, (name, text) => checkManifest(path, name, text, kind));
      if (target.databaseUrl) await restoreDump(target.databaseUrl, join(side, DUMP), isForced);
      else await tryCluster(target, side, user);
      await checkFolderIsFree(target.dataDir, names, isForced);
      const hasKey = await exists(join(side, SECRETS_KEY_FILE));
      return await swap(target.dataDir, side, hasKey ? [...names, SECRETS_KEY_FILE] : names);
    } finally {
      await rm(side, { recursive: true, force: true });
    }
  } catch (error) {
    throw inOneLine(error, `The backup ${path} was not restored`);
  }
}

/**
 * Reads a whole backup and compares every file with its digest; restores nothing and needs no database.
 * @throws BackupError when the backup is incomplete, was changed, or is older than the digests
 */
export async function checkBackup(file: string): Promise<{ madeAt: string; files: number }> {
  const path = resolve(file);
  if (!(await exists(path)))
    throw new BackupError(`${path} does not exist: give the file that db:backup wrote`);
  let madeAt = "";
  try {
    const { files, hasDigests } = await readArchive(path, null, (name, text) => {
      madeAt = manifestOf(path, name, text).madeAt;
    });
    if (!hasDigests)
      throw new BackupError(
        `${path} was made before backups had digests: to check it, restore it into another DATA_DIR`,
      );
    return { madeAt, files };
  } catch (error) {
    throw inOneLine(error, `The backup ${path} is damaged`);
  }
}

async function checkServerIsFree(databaseUrl: string, isForced: boolean): Promise<void> {
  if (!isForced && (await hasTables(databaseUrl))) {
    throw new BackupError(
      "The database of DATABASE_URL has tables: make a backup of it and add --force, which replaces them",
    );
  }
}

async function checkFolderIsFree(dataDir: string, names: string[], isForced: boolean): Promise<void> {
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

function manifestOf(path: string, name: string, text: string): Manifest {
  if (name !== MANIFEST) throw new BackupError(`${path} is not a backup: give the file that db:backup wrote`);
  const found = JSON.parse(text) as Manifest;
  if (found.format !== FORMAT) {
    throw new BackupError(`${path} was made by another version of this program: restore it with that one`);
  }
  return found;
}

function checkManifest(path: string, name: string, text: string, kind: Manifest["kind"]): void {
  const found = manifestOf(path, name, text);
  if (found.kind !== kind) {
    throw new BackupError(
      found.kind === "dump"
        ? `${path} was made from a database server: set DATABASE_URL to one`
        : `${path} was made from an embedded database: unset DATABASE_URL, and set DATA_DIR`,
    );
  }
  if (found.platform && found.platform !== PLATFORM) {
    throw new BackupError(
      `${path} was made on ${found.platform} and this machine is ${PLATFORM}: restore it on the former`,
    );
  }
}

/** Starts a server on the copy, which replays the log in it: that succeeds only with a complete backup. */
async function tryCluster(target: BackupTarget, side: string, user: ServerUser | undefined): Promise<void> {
  const home = join(side, "postgres");
  await chmod(home, 0o711);
  if (user) {
    for (const entry of await readdir(home, { withFileTypes: true, recursive: true })) {
      if (entry.name !== "password" || entry.parentPath !== home) {
        await chown(join(entry.parentPath, entry.name), user.uid, user.gid);
      }
    }
  }
  const server = await startEmbedded({ ...target, dataDir: side });
  await server.stop();
}

async function swap(dataDir: string, side: string, names: string[]): Promise<{ keptIn?: string }> {
  const kept = join(dataDir, `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`);
  let isKept = false;
  for (const name of names) {
    if (await exists(join(dataDir, name))) {
      await mkdir(kept, { recursive: true, mode: 0o711 });
      await rename(join(dataDir, name), join(kept, name));
      isKept = true;
    }
    if (await exists(join(side, name))) await rename(join(side, name), join(dataDir, name));
  }
  return isKept ? { keptIn: kept } : {};
}

function manifest(what: Pick<Manifest, "kind" | "postgres" | "platform">): string {
  return JSON.stringify({ format: FORMAT, madeAt: new Date().toISOString(), ...what } satisfies Manifest);
}

function inOneLine(error: unknown, what: string): Error {
  const { name } = error as Error;
  if (name === "BackupError" || name === "DatabaseStartError") return error as Error;
  const { code } = error as { code?: string };
  if (error instanceof DigestError)
    return new BackupError(`${what} (${error.message} since the backup)`, { cause: error });
  const reason = code?.startsWith("Z_") ? "it is truncated or not a backup" : systemError(error);
  return new BackupError(`${what} (${reason})`, { cause: error });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
