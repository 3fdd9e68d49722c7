import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { backUp, restore } from "#app/provider/db/backup.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { createLog } from "#app/provider/log.ts";
import { folderArchive } from "#app/provider/wal-archive/folder.ts";
import { readReach } from "#app/provider/wal-archive/reach.ts";
import { restoreAt } from "#app/provider/wal-archive/restore.ts";
import { Archiver } from "#app/provider/wal-archive/round.ts";
import type { ArchiveStore } from "#app/provider/wal-archive/store.ts";
import { startArchive } from "#app/provider/wal-archive/worker.ts";
import { testPostgresBin } from "#tests/support/database.ts";

const postgresBin = testPostgresBin();
const log = { info: () => {}, warn: () => {}, error: () => {} };
const cleanups: (() => unknown)[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(inject("testServerDir"), "archive-"));
  await chmod(folder, 0o755);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log, postgresBin });
  cleanups.push(() => server.stop());
  return server;
}

/** A database with notes, and what archives it into `archive`. */
async function notes(keptDays = 14) {
  const dataDir = join(folder, "data");
  const server = await start(dataDir);
  const { pool, close } = openDatabase(server.connection);
  cleanups.push(close);
  await pool.query("create table note (id bigint primary key, text text not null)");
  const store = folderArchive(join(folder, "archive"));
  const options = { server, dataDir, store, keptDays };
  return { server, pool, dataDir, store, options, archiver: new Archiver(options) };
}

const add = (pool: pg.Pool, id: number, bytes = 10) =>
  pool.query("insert into note values ($1, repeat('x', $2))", [id, bytes]);

/** Up to when the line that began first promises everything. */
const untilOf = async (store: ArchiveStore): Promise<Date> => (await readReach(store))[0]!.until;

/** Ids of notes as they were at a time, restored into a folder of its own. */
async function idsAt(at: Date): Promise<number[]> {
  const dataDir = join(folder, `restored-${at.getTime()}`);
  await restoreAt({ dataDir, postgresBin, log }, folderArchive(join(folder, "archive")), at);
  const server = await start(dataDir);
  const { pool, close } = openDatabase(server.connection);
  const { rows } = await pool.query("select id::int as id from note order by id").finally(close);
  await server.stop();
  return rows.map(({ id }) => id);
}

test("restores any time between copies: every row acknowledged before it and none begun after it, through a kill of the server", {
  tags: "slow",
}, async () => {
  const { server, pool, archiver } = await notes();
  await archiver.round(new Date());
  const acknowledged = new Map<number, number>();
  const begun = new Map<number, number>();
  let isWriting = true;
  const write = async (first: number) => {
    for (let id = first; isWriting; id += 4) {
      begun.set(id, Date.now());
      // A killed server refuses for a moment. What was not acknowledged is not written again: it may be there.
      await add(pool, id, 2_000).then(
        () => acknowledged.set(id, Date.now()),
        () => sleep(20),
      );
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  const times: Date[] = [];
  /** In the middle of writing, however long a row takes on a busy machine. */
  const mark = async () => {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size - before).toBeGreaterThan(25);
    await sleep(250);
    times.push(new Date());
    await sleep(250);
  };
  await mark();
  await archiver.round(new Date());
  await mark();
  const killed = server.pid()!;
  process.kill(killed, "SIGKILL");
  // Rows may still be acknowledged by what the killed server left, and the next one is not ready at once.
  await expect.poll(() => server.pid() ?? killed).not.toBe(killed);
  await expect
    .poll(() =>
      pool.query("select 1").then(
        () => "ready",
        () => "not ready",
      ),
    )
    .toBe("ready");
  await mark();
  await archiver.round(new Date());
  await mark();
  isWriting = false;
  await Promise.all(writers);
  await archiver.round(new Date());
  expect(acknowledged.size).toBeGreaterThan(100);
  for (const time of times) {
    const ids = new Set(await idsAt(time));
    const lost = [...acknowledged].filter(([id, at]) => at < time.getTime() && !ids.has(id));
    const early = [...begun].filter(([id, at]) => at > time.getTime() && ids.has(id));
    expect({ time, lost, early }).toEqual({ time, lost: [], early: [] });
    expect(ids.size).toBeGreaterThan(10);
  }
});

test("brings back the present too when nothing was written since, and says which times it does not have", {
  tags: "slow",
}, async () => {
  const { pool, store, archiver } = await notes();
  const before = new Date();
  await sleep(10);
  await add(pool, 1);
  await archiver.round(new Date());
  await add(pool, 2);
  const { outcome } = await archiver.round(new Date());
  expect(outcome).toBe("worked");
  const until = await untilOf(store);
  expect(await idsAt(until)).toEqual([1, 2]);
  await expect(idsAt(before)).rejects.toThrow(/does not have this time, but \d{4}-/);
  await expect(idsAt(new Date(until.getTime() + 1))).rejects.toThrow(/does not have this time/);
});

test("a restored database goes on in the same archive, and times of both histories can be restored", {
  tags: "slow",
}, async () => {
  const { server, pool, dataDir, store, archiver } = await notes();
  await add(pool, 1);
  await archiver.round(new Date());
  await sleep(20);
  const first = new Date();
  await sleep(20);
  await add(pool, 2);
  await archiver.round(new Date());
  await pool.end().catch(() => {});
  await server.stop();
  const { keptIn } = await restoreAt({ dataDir, postgresBin, log }, store, first, { isForced: true });
  expect(await readdir(keptIn!)).toContain("postgres");
  const again = await start(dataDir);
  const opened = openDatabase(again.connection);
  cleanups.push(opened.close);
  await add(opened.pool, 3);
  const next = new Archiver({ server: again, dataDir, store, keptDays: 14 });
  expect((await next.round(new Date())).base).not.toBeNull();
  await sleep(20);
  const second = new Date();
  await sleep(20);
  await add(opened.pool, 4);
  await next.round(new Date());
  expect(await idsAt(first)).toEqual([1]);
  expect(await idsAt(second)).toEqual([1, 3]);
});

test("a backup that is restored begins another line, although it writes the same positions of the log again", {
  tags: "slow",
}, async () => {
  const { server, pool, dataDir, store, archiver } = await notes();
  await add(pool, 1);
  const file = join(folder, "backup.tar.gz");
  await backUp({ dataDir, postgresBin, log }, file);
  await archiver.round(new Date());
  await add(pool, 2, 100_000);
  await archiver.round(new Date());
  const first = await untilOf(store);
  await pool.end().catch(() => {});
  await server.stop();
  await restore({ dataDir, postgresBin, log }, file, true);
  const again = await start(dataDir);
  const opened = openDatabase(again.connection);
  cleanups.push(opened.close);
  await add(opened.pool, 3, 100_000);
  const next = new Archiver({ server: again, dataDir, store, keptDays: 14 });
  await next.round(new Date());
  await add(opened.pool, 4);
  await next.round(new Date());
  const lines = await readReach(store);
  expect(lines.map(({ line }) => line.split("/")[0])).toEqual([
    lines[0]!.line.split("/")[0],
    lines[0]!.line.split("/")[0],
  ]);
  expect(await idsAt(first)).toEqual([1, 2]);
  expect(await idsAt(lines[1]!.until)).toEqual([1, 3, 4]);
});

test("two databases of one origin that archive to one place at once are told apart by their lines", {
  tags: "slow",
}, async () => {
  const { pool, dataDir, store, archiver } = await notes();
  await add(pool, 1);
  const file = join(folder, "backup.tar.gz");
  await backUp({ dataDir, postgresBin, log }, file);
  const twinDir = join(folder, "twin");
  await restore({ dataDir: twinDir, postgresBin, log }, file, false);
  const twin = await start(twinDir);
  const opened = openDatabase(twin.connection);
  cleanups.push(opened.close);
  const other = new Archiver({ server: twin, dataDir: twinDir, store, keptDays: 14 });
  await archiver.round(new Date());
  await other.round(new Date());
  await sleep(20);
  const both = new Date();
  await sleep(20);
  await add(pool, 2);
  await add(opened.pool, 3);
  await archiver.round(new Date());
  await other.round(new Date());
  await expect(idsAt(both)).rejects.toThrow(/more than once.*--line/);
  const [, line] = (await readReach(store)).map((each) => each.line);
  const target = join(folder, "of-the-twin");
  const restored = await restoreAt({ dataDir: target, postgresBin, log }, store, both, { line });
  expect(restored.line).toBe(line);
});

test("goes on where it was when its place comes back, with no gap; log beyond what the server keeps is a gap that it names", {
  tags: "slow",
}, async () => {
  const { pool, store, server, archiver } = await notes();
  await archiver.round(new Date());
  // The place is away: a file of the name.
  const archive = join(folder, "archive");
  await rename(archive, `${archive}.away`);
  await writeFile(archive, "");
  await add(pool, 1);
  await pool.query("select pg_switch_wal()").catch(() => {});
  await expect(archiver.round(new Date())).rejects.toThrow();
  await rm(archive);
  await rename(`${archive}.away`, archive);
  expect((await archiver.round(new Date())).base).toBeNull();
  expect(await readReach(store)).toHaveLength(1);
  await sleep(20);
  await add(pool, 2);
  // As after more log than the server keeps: what the slot held is lost.
  const admin = openDatabase(server.adminConnection);
  await admin.pool.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots");
  await admin.pool.query("select pg_switch_wal()");
  await add(pool, 3);
  await admin.pool.query("select pg_switch_wal()");
  await admin.pool.query("checkpoint");
  await admin.pool.query("select pg_switch_wal()");
  await admin.pool.query("checkpoint");
  await admin.close();
  expect((await archiver.round(new Date())).base).not.toBeNull();
  const [before, after] = await readReach(store);
  expect(after!.bases[0].at.getTime()).toBeGreaterThan(before!.until.getTime() + 10);
  await expect(idsAt(new Date(before!.until.getTime() + 5))).rejects.toThrow(
    /does not have this time, but .*, /,
  );
  expect(await idsAt(before!.until)).toEqual([1]);
  expect(await idsAt(after!.until)).toEqual([1, 2, 3]);
  // What ended before every kept time goes, copies and all.
  await archiver.round(new Date(Date.now() + 15 * 86_400_000), { base: true });
  expect((await readReach(store)).map(({ line }) => line)).toEqual([after!.line]);
  expect((await store.list("")).filter((name) => !name.includes(after!.line.split("/")[1]!))).toEqual([]);
});

test("keeps files with the database, also removed ones, and forgets what no kept time needs", {
  tags: "slow",
}, async () => {
  const { pool, dataDir, store, archiver } = await notes(2);
  const file = join(dataDir, "files", "ab", "abcdefgh");
  await mkdir(join(dataDir, "files", "ab"), { recursive: true });
  await writeFile(file, "%PDF");
  await writeFile(join(dataDir, "secrets-key"), "the key of these data", { mode: 0o600 });
  await add(pool, 1);
  const now = Date.now();
  const day = (days: number) => new Date(now + days * 86_400_000);
  await archiver.round(day(0));
  await rm(file);
  const at = await untilOf(store);
  const target = join(folder, "with-files");
  await restoreAt({ dataDir: target, postgresBin, log }, store, at);
  expect(await readFile(join(target, "files", "ab", "abcdefgh"), "utf8")).toBe("%PDF");
  expect(await readFile(join(target, "secrets-key"), "utf8")).toBe("the key of these data");
  for (const days of [1.1, 2.2, 3.3]) {
    await add(pool, Math.round(days * 10), 1_000);
    await pool.query("checkpoint").catch(() => {});
    expect((await archiver.round(day(days))).base).not.toBeNull();
  }
  const names = await store.list("");
  expect(names.filter((name) => /files\//.test(name))).toEqual([]);
  // Every copy bears today's time, so that two days later only the newest is needed, and the log after it.
  expect(names.filter((name) => name.endsWith(".tar.gz"))).toHaveLength(1);
  const [reach] = await readReach(store);
  const [base] = reach!.bases;
  const segments = names.flatMap((name) => /wal\/([\dA-F]{24})/.exec(name)?.[1] ?? []);
  expect(segments.filter((name) => name < base.segment)).toEqual([]);
  expect(reach!.isWhole).toBe(true);
});

test("two processes archive in turns, and one that was killed while it wrote leaves nothing that counts", {
  tags: "slow",
}, async () => {
  const { pool, options, archiver, store } = await notes();
  const other = new Archiver(options);
  await add(pool, 1);
  const [one, two] = await Promise.all([archiver.round(new Date()), other.round(new Date())]);
  expect([one.outcome, two.outcome].sort()).toEqual(["busy", "worked"]);
  const bases = (await store.list("")).filter((name) => name.endsWith(".tar.gz"));
  expect(bases).toHaveLength(1);
  // A copy without its note, as a kill leaves it.
  const [line] = bases[0]!.split("/base/");
  await writeFile(join(folder, "archive", line!, "base", "20300101t000000000z.tar.gz"), "half");
  expect((await other.round(new Date(), { waitMs: 5_000 })).outcome).not.toBe("busy");
  expect(await idsAt(await untilOf(store))).toEqual([1]);
});

test("the worker archives at once and when it is stopped", { tags: "slow" }, async () => {
  const { pool, options, store } = await notes();
  const worker = startArchive(options, createLog("silent"));
  await expect.poll(async () => (await readReach(store)).length).toBe(1);
  await add(pool, 1);
  await worker.stop();
  expect(await idsAt(await untilOf(store))).toEqual([1]);
});
