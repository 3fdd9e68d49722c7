import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ArchiveWriter, readArchive, writeArchive } from "./archive.ts";
import { copyCluster, copySecretsKey } from "./cluster-copy.ts";
import type { ServerLog } from "./connection.ts";
import { prepareDataDir, prepareFilesDir, serverUser } from "./data-folder.ts";
import { dumpDatabase, hasTables, restoreDump } from "./database-dump.ts";
import { startEmbedded } from "./embedded.ts";
import { BackupError, CLUSTER_NAMES, exists, inOneLine, restoreBeside, tryCluster } from "./restore-place.ts";
import { SECRETS_KEY_FILE } from "./secrets-key.ts";

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
  const server = await startEmbedded({ ...target, stopsWithProcess: true });
  if (server.isAdopted) server.release();
  try {
    await writeArchive(path, async (archive) => {
      await archive.text(
        MANIFEST,
        manifest({ kind: "cluster", postgres: server.majorVersion, platform: PLATFORM }),
      );
      await copyCluster(archive, target.dataDir, server);
      // After the database, because a file is written before its row.
      await addFiles(archive, target.dataDir);
    });
  } finally {
    if (!server.isAdopted) await server.stop();
  }
}

async function addFiles(archive: ArchiveWriter, dataDir: string): Promise<void> {
  const files = join(dataDir, "files");
  if (await exists(files)) await archive.folder("files", files);
  await copySecretsKey(archive, dataDir);
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
    if (target.databaseUrl) await checkServerIsFree(target.databaseUrl, isForced);
    const kind = target.databaseUrl ? "dump" : "cluster";
    const names = target.databaseUrl ? ["files"] : CLUSTER_NAMES;
    return await restoreBeside(
      target.dataDir,
      { names, extra: [SECRETS_KEY_FILE], isForced },
      async (side) => {
        await readArchive(createReadStream(path), side, (name, text) =>
          checkManifest(path, name, text, kind),
        );
        if (target.databaseUrl) await restoreDump(target.databaseUrl, join(side, DUMP), isForced);
        else await tryCluster(target, side, user);
      },
    );
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
    const { files, hasDigests } = await readArchive(createReadStream(path), null, (name, text) => {
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

function manifestOf(path: string, name: string, text: string): Manifest {
  if (name !== MANIFEST) throw new BackupError(`${path} is not a backup: give the file that db:backup wrote`);
  const parsedManifest = JSON.parse(text) as Manifest;
  if (parsedManifest.format !== FORMAT) {
    throw new BackupError(`${path} was made by another version of this program: restore it with that one`);
  }
  return parsedManifest;
}

function checkManifest(path: string, name: string, text: string, kind: Manifest["kind"]): void {
  const statedManifest = manifestOf(path, name, text);
  if (statedManifest.kind !== kind) {
    throw new BackupError(
      statedManifest.kind === "dump"
        ? `${path} was made from a database server: set DATABASE_URL to one`
        : `${path} was made from an embedded database: unset DATABASE_URL, and set DATA_DIR`,
    );
  }
  if (statedManifest.platform && statedManifest.platform !== PLATFORM) {
    throw new BackupError(
      `${path} was made on ${statedManifest.platform} and this machine is ${PLATFORM}: restore it on the former`,
    );
  }
}

function manifest(what: Pick<Manifest, "kind" | "postgres" | "platform">): string {
  return JSON.stringify({ format: FORMAT, madeAt: new Date().toISOString(), ...what } satisfies Manifest);
}
