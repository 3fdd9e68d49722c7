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
import { type Reach, readReach, type Stretch } from "./reach.ts";
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
 * @throws BackupError when the archive does not reach the time, when a server runs there, or when data exist and
 * `isForced` is not set
 */
export async function restoreAt(
  target: RestoreTarget,
  store: ArchiveStore,
  at: Date,
  isForced: boolean,
): Promise<{ keptIn?: string; base: Base }> {
  const what = `The database was not restored from ${store.place}`;
  try {
    const found = findBase(await readReach(store), at, store.place);
    const { base } = found;
    if (base.platform !== PLATFORM)
      throw new BackupError(
        `${store.place} was written on ${base.platform} and this machine is ${PLATFORM}: restore it on the former`,
      );
    const user = serverUser();
    await prepareDataDir(target.dataDir, user);
    const names = CLUSTER_NAMES;
    const restored = await restoreBeside(
      target.dataDir,
      { names, extra: [SECRETS_KEY_FILE], isForced },
      async (side) => {
        await unpack(store, found, side);
        await replay(target, found, side, at, user);
      },
    );
    return { ...restored, base };
  } catch (error) {
    throw inOneLine(error, what);
  }
}

interface Found {
  base: Base;
  /** Names in `wal/`, from the copy on up to one that holds everything of the time. */
  log: string[];
  /** Whether nothing that was committed before the time can be missing from the log. */
  isWhole: boolean;
}

function findBase(reach: readonly Reach[], at: Date, place: string): Found {
  const fitting: { base: Base; stretch: Stretch }[] = [];
  for (const { stretches } of reach)
    for (const stretch of stretches)
      for (const base of stretch.bases) if (base.at <= at) fitting.push({ base, stretch });
  const best = fitting.sort((one, other) => other.base.at.getTime() - one.base.at.getTime())[0];
  if (!best) {
    const first = reach
      .flatMap(({ stretches }) => stretches.map(({ bases }) => bases[0].at))
      .sort((one, other) => one.getTime() - other.getTime())[0];
    throw new BackupError(
      first
        ? `${place} begins at ${first.toISOString()}: give a time after it`
        : `${place} holds no complete copy of a database: check ARCHIVE_TO`,
    );
  }
  const { base, stretch } = best;
  const log = stretch.log.filter((name) => name.slice(0, 24) >= base.segment);
  if (stretch.until && at > stretch.until)
    throw new BackupError(`${place} reaches until ${stretch.until.toISOString()}: give a time up to it`);
  // A later copy holds nothing from before the time, so that the log after its beginning is not needed.
  const later = stretch.bases.find((each) => each.at > at);
  return {
    base,
    log: later ? log.filter((name) => name.slice(0, 24) <= later.segment) : log,
    isWhole: later !== undefined || stretch.until !== null,
  };
}

async function unpack(store: ArchiveStore, { base, log }: Found, side: string): Promise<void> {
  const { system } = base;
  await readArchive(await store.get(`${base.name}.tar.gz`), side, (name) => {
    if (name !== BASE_HEAD) throw new BackupError(`${base.name}.tar.gz is not a copy of a database`);
  });
  const wal = join(side, "wal");
  await mkdir(wal, { mode: 0o755 });
  const histories = (await store.list(`${system}/wal`))
    .map((name) => name.slice(`${system}/wal/`.length))
    .filter((name) => HISTORY.test(name.replace(/\.zst$/, "")));
  for (const name of [...histories, ...log]) {
    const path = join(wal, name.replace(/(\.partial)?\.zst$/, ""));
    const content = await store.get(`${system}/wal/${name}`);
    await pipeline(content, createZstdDecompress(), createWriteStream(path, { mode: 0o644 }));
    // The server takes a whole segment only; behind what was written it finds nothing.
    if (!name.includes(".history")) await truncate(path, SEGMENT_BYTES);
  }
  for (const name of await store.list(`${system}/files`)) {
    const path = join(side, name.slice(system.length + 1));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(await store.get(name), createWriteStream(path, { mode: 0o600, flush: true }));
  }
}

/** Lets a server replay the log in the copy up to the time. */
async function replay(
  target: RestoreTarget,
  found: Found,
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
    if (!found.isWhole)
      throw new BackupError(
        `The archive has a gap: its log after the copy of ${found.base.at.toISOString()} ends before ${at.toISOString()}. Give an earlier time`,
      );
    // Nothing was committed between the end of the log and the time.
    await tryCluster(target, side, user, settings);
  }
}
