import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { DAY_MS } from "#app/lib/date-time.ts";
import { packArchive } from "../db/archive.ts";
import { type CopyEnd, copyCluster, copySecretsKey } from "../db/cluster-copy.ts";
import type { EmbeddedServer } from "../db/embedded.ts";
import {
  BASE_HEAD,
  type Base,
  basesOf,
  linesOf,
  markLine,
  PLATFORM,
  putText,
  type State,
  stampOf,
  stateOf,
  unmarkLine,
} from "./layout.ts";
import { type CopiedFolders, forgetGone, mirrorFiles } from "./mirror.ts";
import { holdLog, type LogEnd, logEnd, storeLog } from "./segments.ts";
import type { ArchiveStore } from "./store.ts";

/** A copy is made when the newest is so old. */
const BASE_EACH_MS = DAY_MS;
/** The state is written so often when nothing has changed. */
const STATE_EACH_MS = 60_000;
const LOCK = 7_203_118;

export interface ArchiveOptions {
  server: Pick<EmbeddedServer, "adminConnection" | "cluster" | "majorVersion">;
  dataDir: string;
  store: ArchiveStore;
  /** How far back any time can be restored. */
  keptDays: number;
}

export interface RoundResult {
  /** "busy": another process archives. */
  outcome: "worked" | "idle" | "busy";
  base: Base | null;
}

/** What this process knows of the archive; found again by the first round of the next. */
interface Known {
  line: string;
  log: Set<string>;
  folders: CopiedFolders;
  newest: Base | undefined;
  state: (State & { writtenAt: number }) | undefined;
}

/**
 * Archives the embedded database round by round (app/decisions/backups-and-upgrades.md). One process at a time does so;
 * each round brings the archive to the present.
 */
export class Archiver {
  private readonly options: ArchiveOptions;
  private known: Known | undefined;

  constructor(options: ArchiveOptions) {
    this.options = options;
  }

  /**
   * @param wants `base`: a copy of the cluster, however old the newest is; `waitMs`: how long to wait for another process
   */
  async round(now: Date, wants: { base?: boolean; waitMs?: number } = {}): Promise<RoundResult> {
    const admin = new pg.Client({
      ...this.options.server.adminConnection,
      application_name: "fairlead-archive",
      keepAlive: true,
    });
    admin.on("error", () => {});
    await admin.connect();
    try {
      if (!(await isAlone(admin, wants.waitMs ?? 0))) {
        // What the other stores is unknown here.
        this.known = undefined;
        return { outcome: "busy", base: null };
      }
      return await this.advance(admin, now, wants.base ?? false);
    } catch (error) {
      this.known = undefined;
      throw error;
    } finally {
      await admin.end().catch(() => {});
    }
  }

  private async advance(admin: pg.Client, now: Date, isBaseWanted: boolean): Promise<RoundResult> {
    const known = await this.find(admin, now);
    const { line, newest } = known;
    const end = await logEnd(admin);
    const isDue = isBaseWanted || !newest || newest.at.getTime() < now.getTime() - BASE_EACH_MS;
    // Before a copy, which takes its time and may fail where the log can still be stored.
    const isNew = await this.bring(admin, known, end, now);
    if (!isDue) return { outcome: isNew ? "worked" : "idle", base: null };
    const base = await this.copyBase(line, now);
    known.newest = base;
    // The log that was written during the copy belongs to it.
    await this.bring(admin, known, await logEnd(admin), now);
    await this.forget(known, now);
    return { outcome: "worked", base };
  }

  /**
   * Brings log and files of the archive up to a position.
   * @returns whether there was new log
   */
  private async bring(admin: pg.Client, known: Known, end: LogEnd, now: Date): Promise<boolean> {
    const { server, dataDir, store } = this.options;
    const { line, state } = known;
    const isNew = state?.lsn !== end.lsn;
    if (isNew) await storeLog({ admin, cluster: server.cluster, store, line, known: known.log }, end);
    // After the position was read: a file is written before its row.
    await mirrorFiles({ store, line, dataDir }, known.folders);
    if (!isNew && now.getTime() - state.writtenAt < STATE_EACH_MS) return false;
    await putText(store, `${line}/state.json`, JSON.stringify({ until: end.at.toISOString(), lsn: end.lsn }));
    known.state = { until: end.at, lsn: end.lsn, writtenAt: now.getTime() };
    return isNew;
  }

  private async find(admin: pg.Client, now: Date): Promise<Known> {
    const { rows } = await admin.query<{ system: string }>(
      "select system_identifier::text as system from pg_control_system()",
    );
    const line = `${rows[0]!.system}/${await holdLog(admin, now)}`;
    if (this.known?.line === line) return this.known;
    const { store } = this.options;
    await markLine(store, line);
    const names = await store.list(`${line}/wal`);
    this.known = {
      line,
      log: new Set(names.map((name) => name.slice(`${line}/wal/`.length))),
      folders: new Map(),
      newest: (await basesOf(store, line)).at(-1),
      state: undefined,
    };
    return this.known;
  }

  private async copyBase(line: string, now: Date): Promise<Base> {
    const { server, dataDir, store } = this.options;
    const name = `${line}/base/${stampOf(now)}`;
    let end: CopyEnd | undefined;
    const packed = packArchive(async (archive) => {
      await archive.text(BASE_HEAD, JSON.stringify({ line, startedAt: now }));
      end = await copyCluster(archive, dataDir, server);
      await copySecretsKey(archive, dataDir);
    });
    try {
      await store.put(`${name}.tar.gz`, packed);
    } finally {
      packed.destroy();
    }
    const note = { ...end!, postgres: server.majorVersion, platform: PLATFORM };
    // A copy without its note was not finished.
    await putText(store, `${name}.json`, JSON.stringify(note));
    return { ...note, name };
  }

  /** Removes what no time within the kept days needs. */
  private async forget(known: Known, now: Date): Promise<void> {
    const { store, dataDir, keptDays } = this.options;
    const { line } = known;
    const before = new Date(now.getTime() - keptDays * DAY_MS);
    const bases = await basesOf(store, line);
    const oldest = bases.findLast(({ at }) => at <= before) ?? bases[0];
    if (!oldest) return;
    for (const { name, at } of bases) {
      if (at >= oldest.at) continue;
      // The note first: what is left of a copy without one is not taken for complete.
      await store.remove(`${name}.json`);
      await store.remove(`${name}.tar.gz`);
    }
    // Not what this process knows: another may have stored some of it.
    for (const path of await store.list(`${line}/wal`)) {
      const name = path.slice(`${line}/wal/`.length);
      if (!/^[\dA-F]{24}\./.test(name) || name.slice(0, 24) >= oldest.segment) continue;
      await store.remove(path);
      known.log.delete(name);
    }
    await forgetGone({ store, line, dataDir }, before, now);
    await this.forgetEnded(line, before);
  }

  /** Removes lines of this database that ended before every kept time, as one does by a gap or a restore. */
  private async forgetEnded(line: string, before: Date): Promise<void> {
    const { store } = this.options;
    const [system] = line.split("/");
    const ofSystem = (await linesOf(store)).filter((each) => each !== line && each.startsWith(`${system}/`));
    for (const other of ofSystem) {
      const state = await stateOf(store, other);
      if (state ? state.until >= before : other >= `${system}/${stampOf(before)}`) continue;
      // The notes of its copies first: without them what is left is not taken for a line. The mark last, by which a removal
      // that was broken off goes on.
      const isNote = (name: string) => Number(/\/base\/\w+\.json$/.test(name));
      const names = (await store.list(other)).sort((one, two) => isNote(two) - isNote(one));
      for (const name of names) await store.remove(name);
      await unmarkLine(store, other);
    }
  }
}

async function isAlone(admin: pg.Client, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (;;) {
    const { rows } = await admin.query<{ is: boolean }>("select pg_try_advisory_lock($1) as is", [LOCK]);
    if (rows[0]!.is) return true;
    if (performance.now() >= until) return false;
    await sleep(200);
  }
}
