import { createWriteStream } from "node:fs";
import { chmod, mkdir, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { readArchive } from "../db/archive.ts";
import type { ServerLog } from "../db/connection.ts";
import { DatabaseStartError, prepareDataDir, type ServerUser, serverUser } from "../db/data-folder.ts";
import { BackupError, CLUSTER_NAMES, inOneLine, restoreBeside, tryCluster } from "../db/restore-place.ts";
import { SECRETS_KEY_FILE } from "../db/secrets-key.ts";
import { BASE_HEAD, type Base, HISTORY, PLATFORM, SEGMENT_BYTES } from "./layout.ts";
import { type Reach, readReach } from "./reach.ts";
import type { ArchiveStore } from "./store.ts";

export interface RestoreTarget {
  dataDir: string;
  postgresBin?: string | undefined;
  log: ServerLog;
}

/** PostgreSQL's words for a log that ends before the wanted time: nothing was committed after it. */
const ENDED_BEFORE = /recovery ended before configured recovery target was reached/;

/**
 * Restores the database as it was at a time, with the files of then, beside the present data first.
 * @param wants `line`: the line of the archive, where several have the time; `isForced`: present data are kept in a folder
 * @returns the copy and the line by which it was restored, and the folder with the former data, if there were any
 * @throws BackupError when the archive does not have the time, when a server runs there, or when data exist and `isForced`
 * is not set
 */
export async function restoreAt(
  target: RestoreTarget,
  store: ArchiveStore,
  at: Date,
  wants: { isForced?: boolean; line?: string | undefined } = {},
): Promise<{ keptIn?: string; base: Base; line: string }> {
  try {
    const reach = find(await readReach(store), at, store.place, wants.line);
    const { base, line } = reach;
    if (base.platform !== PLATFORM)
      throw new BackupError(
        `${store.place} was written on ${base.platform} and this machine is ${PLATFORM}: restore it on the former`,
      );
    const user = serverUser();
    await prepareDataDir(target.dataDir, user);
    const restored = await restoreBeside(
      target.dataDir,
      { names: CLUSTER_NAMES, extra: [SECRETS_KEY_FILE], isForced: wants.isForced ?? false },
      async (side) => {
        await unpack(store, reach, side);
        await replay(target, side, at, user);
      },
    );
    return { ...restored, base, line };
  } catch (error) {
    throw inOneLine(error, `The database was not restored from ${store.place}`);
  }
}

interface RestorePlan {
  line: string;
  base: Base;
  /** Names in `wal/`, from the copy on up to one that holds everything of the time. */
  log: string[];
}

function find(lines: readonly Reach[], at: Date, place: string, wanted: string | undefined): RestorePlan {
  if (lines.length === 0)
    throw new BackupError(`${place} holds no complete copy of a database: check ARCHIVE_TO`);
  const having = lines.filter(
    ({ line, bases, until }) => bases[0].at <= at && at <= until && (!wanted || line === wanted),
  );
  const [lineReach, ...others] = having;
  if (!lineReach)
    throw new BackupError(`${place} does not have this time, but ${lines.map(stretch).join(", ")}`);
  if (others.length > 0)
    throw new BackupError(
      `${place} has this time more than once, by copies of a database that were archived as well: add --line and one of ${having.map(({ line }) => line).join(", ")}`,
    );
  const { line, bases, log } = lineReach;
  if (!lineReach.isWhole) throw new BackupError(`In ${place} log of ${line} was removed: restore a backup`);
  const base = bases.findLast((each) => each.at <= at)!;
  // A later copy holds nothing from before the time, so that the log after its end is not needed.
  const later = bases.find((each) => each.at > at);
  const isNeeded = (name: string) =>
    name.slice(0, 24) >= base.segment && (!later || name.slice(0, 24) <= later.segment);
  return { line, base, log: log.filter(isNeeded) };
}

const stretch = ({ bases, until }: Reach): string => `${bases[0].at.toISOString()} to ${until.toISOString()}`;

async function unpack(store: ArchiveStore, { line, base, log }: RestorePlan, side: string): Promise<void> {
  await readArchive(await store.get(`${base.name}.tar.gz`), side, (name) => {
    if (name !== BASE_HEAD) throw new BackupError(`${base.name}.tar.gz is not a copy of a database`);
  });
  const wal = join(side, "wal");
  await mkdir(wal, { mode: 0o755 });
  const histories = (await store.list(`${line}/wal`))
    .map((name) => name.slice(`${line}/wal/`.length))
    .filter((name) => HISTORY.test(name.replace(/\.zst$/, "")));
  for (const name of [...histories, ...log]) {
    const path = join(wal, name.replace(/(\.partial)?\.zst$/, ""));
    const content = await store.get(`${line}/wal/${name}`);
    await pipeline(content, createZstdDecompress(), createWriteStream(path, { mode: 0o644 }));
    // The server takes a whole segment only; behind what was written it finds nothing.
    if (!name.includes(".history")) await truncate(path, SEGMENT_BYTES);
  }
  for (const name of await store.list(`${line}/files`)) {
    const path = join(side, name.slice(line.length + 1));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(await store.get(name), createWriteStream(path, { mode: 0o600, flush: true }));
  }
}

/** Lets a server replay the log in the copy up to the time. */
async function replay(
  target: RestoreTarget,
  side: string,
  at: Date,
  user: ServerUser | undefined,
): Promise<void> {
  const wal = join(side, "wal");
  await chmod(wal, 0o755);
  await writeFile(join(side, "postgres", "data", "recovery.signal"), "");
  const quoted = `'${wal.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`;
  const settings = {
    restore_command: `cp ${quoted}/%f "%p"`,
    recovery_target_timeline: "current",
    recovery_target_action: "promote",
    // Nobody reads before the end is reached.
    hot_standby: "off",
  };
  try {
    await tryCluster(target, side, user, {
      ...settings,
      recovery_target_time: at.toISOString().replace("T", " ").replace("Z", "+00"),
    });
  } catch (error) {
    if (!(error instanceof DatabaseStartError && ENDED_BEFORE.test(error.message))) throw error;
    // Nothing was committed between the end of the log and the time, up to which the archive is complete.
    await tryCluster(target, side, user, settings);
  }
}
