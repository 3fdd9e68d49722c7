import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { writeArchive } from "#app/provider/db/archive.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { blankDatabase, connectionUrl, testPostgresBin } from "#tests/support/database.ts";
import { casesByDay } from "#tests/support/is-all.ts";

const run = promisify(execFile);
const CLI = join(import.meta.dirname, "../../../app/provider/cli");
const log = { info: () => {}, warn: () => {}, error: console.error };
const cleanups: (() => unknown)[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(inject("testServerDir"), "backup-"));
  await chmod(folder, 0o755);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs an operator's command and returns its output. */
async function command(name: "backup" | "restore", args: string[], settings: Record<string, string>) {
  const env = { ...process.env, POSTGRES_BIN: testPostgresBin() ?? "", ...settings };
  return run(process.execPath, [join(CLI, `${name}.ts`), ...args], { env }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({
      status: code as number,
      stdout: stdout as string,
      stderr: stderr as string,
    }),
  );
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log, postgresBin: testPostgresBin() });
  cleanups.push(() => server.stop());
  return server;
}

async function rowsOf(server: EmbeddedServer, text: string): Promise<Record<string, unknown>[]> {
  const { pool, close } = openDatabase(server.connection);
  return (await pool.query(text).finally(close)).rows;
}

test("a backup made during writes contains every row acknowledged before it, and restores completely", {
  tags: "slow",
}, async () => {
  const from = join(folder, "from");
  const server = await start(from);
  await mkdir(join(from, "files", "2026"), { recursive: true });
  await writeFile(join(from, "files", "2026", "invoice.pdf"), "%PDF");
  await writeFile(join(from, "secrets-key"), "the key of these data", { mode: 0o600 });
  const { pool, close } = openDatabase(server.connection);
  await pool.query("create table note (id bigint primary key, text text not null)");
  await pool.query("insert into note select n, repeat(md5(n::text), 20) from generate_series(1, 20000) n");

  let written = 20_000;
  let isWriting = true;
  const writer = (async () => {
    while (isWriting) {
      await pool.query("insert into note values ($1, repeat('x', 2000))", [written + 1]);
      written++;
      // Pages change and move during the copy, and the log rotates.
      await pool.query("update note set text = text || '.' where id % 1000 = $1", [written % 1000]);
    }
  })();
  await sleep(200);
  const before = written;
  const file = join(folder, "backup.tar.gz");
  const made = await command("backup", [file], { DATA_DIR: from });
  isWriting = false;
  await writer;
  await close();
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(written).toBeGreaterThan(before);

  const to = join(folder, "to");
  expect(await command("restore", [file], { DATA_DIR: to })).toMatchObject({ status: 0, stderr: "" });
  expect((await readdir(to)).sort()).toEqual(["files", "postgres", "secrets-key"]);
  expect(await readFile(join(to, "files", "2026", "invoice.pdf"), "utf8")).toBe("%PDF");
  expect(await readFile(join(to, "secrets-key"), "utf8")).toBe("the key of these data");
  expect((await stat(join(to, "secrets-key"))).mode & 0o777).toBe(0o600);
  const restored = await start(to);
  const [found] = await rowsOf(
    restored,
    "select count(*)::int as rows, max(id)::int as last, bool_and(length(text) >= 640) as whole from note",
  );
  expect(found).toEqual({ rows: found!.last, last: found!.last, whole: true });
  expect(found!.last).toBeGreaterThanOrEqual(before);
  await rowsOf(restored, "insert into note values (0, 'works')");
});

test("a backup without a running server starts one and ends it again", { tags: "slow" }, async () => {
  const from = join(folder, "from");
  const server = await start(from);
  await rowsOf(server, "create table note as select 3 as id");
  await server.stop();
  const file = join(folder, "backup.tar.gz");
  expect(await command("backup", [file], { DATA_DIR: from })).toMatchObject({ status: 0 });
  expect(server.pid()).toBeUndefined();
  expect(await command("restore", [file], { DATA_DIR: join(folder, "to") })).toMatchObject({ status: 0 });
  expect(await rowsOf(await start(join(folder, "to")), "select id from note")).toEqual([{ id: 3 }]);
});

test("a restore refuses a running server and present data, and keeps the data aside when forced", {
  tags: "slow",
}, async () => {
  const dataDir = join(folder, "data");
  const server = await start(dataDir);
  await rowsOf(server, "create table note as select 1 as id");
  const file = join(folder, "backup.tar.gz");
  expect(await command("backup", [file], { DATA_DIR: dataDir })).toMatchObject({ status: 0 });
  await rowsOf(server, "update note set id = 2");

  const running = await command("restore", [file, "--force"], { DATA_DIR: dataDir });
  expect(running).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^A server runs on [^\n]*stop it first[^\n]*\n$/),
  });
  await server.stop();
  const present = await command("restore", [file], { DATA_DIR: dataDir });
  expect(present).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^[^\n]*contains data: add --force[^\n]*\n$/),
  });

  const forced = await command("restore", [file, "--force"], { DATA_DIR: dataDir });
  expect(forced).toMatchObject({ status: 0, stderr: "" });
  const kept = (await readdir(dataDir)).find((name) => name.startsWith("before-restore-"))!;
  expect(forced.stdout).toContain(kept);
  expect(await rowsOf(await start(dataDir), "select id from note")).toEqual([{ id: 1 }]);
  expect(await rowsOf(await start(join(dataDir, kept)), "select id from note")).toEqual([{ id: 2 }]);
});

test("a truncated backup is refused in one line and changes nothing", { tags: "slow" }, async () => {
  const from = join(folder, "from");
  const server = await start(from);
  const file = join(folder, "backup.tar.gz");
  await command("backup", [file], { DATA_DIR: from });
  await server.stop();
  await truncate(file, (await stat(file)).size - 100);
  const to = join(folder, "to");
  const answer = await command("restore", [file], { DATA_DIR: to });
  expect(answer).toMatchObject({ status: 1, stderr: expect.stringMatching(/^The backup [^\n]*\n$/) });
  expect(await readdir(to)).toEqual([]);
});

test.each(
  casesByDay(
    [
      ["backup", [], {}, /npm run db:backup -- FILE/],
      ["restore", [], {}, /npm run db:restore -- FILE/],
      ["backup", ["new.tar.gz"], {}, /contains no database: set DATA_DIR/],
      ["restore", ["missing.tar.gz"], {}, /does not exist/],
      ["restore", ["text"], {}, /truncated or not a backup/],
      ["backup", ["text"], {}, /exists: give the name of a new file/],
      ["backup", ["new.tar.gz"], { DATABASE_URL: "mysql://db" }, /^DATABASE_URL is malformed/],
      ["backup", ["new.tar.gz"], { DATABASE_URL: "postgres://u@db/x", PATH: "" }, /pg_dump is not installed/],
    ] as const,
    4,
  ),
)("%s %o with %o: one line and status 1", async (name, args, settings, expected) => {
  await writeFile(join(folder, "text"), "no backup");
  const paths = args.map((arg) => join(folder, arg));
  const answer = await command(name, paths, { DATA_DIR: join(folder, "data"), ...settings });
  expect(answer.status).toBe(1);
  expect(answer.stderr).toMatch(/^[^\n]+\n$/);
  expect(answer.stderr).toMatch(expected);
});

const hasTools = await run("pg_dump", ["--version"]).then(
  ({ stdout }) => Number(/\) (\d+)/.exec(stdout)?.[1]),
  () => 0,
);
// pg_dump refuses servers that are newer than itself.
const isDumpable = hasTools >= (testPostgresBin() ? 15 : 18);

test.runIf(isDumpable)("a database server of the operator's is backed up with its own tools", async () => {
  const source = await blankDatabase();
  cleanups.push(source.drop);
  const { pool, close } = openDatabase(source.connection);
  await pool.query("create table note as select 5 as id").finally(close);
  const file = join(folder, "backup.tar.gz");
  const from = { DATA_DIR: folder, DATABASE_URL: connectionUrl(source.connection) };
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", "a"), "kept");
  expect(await command("backup", [file], from)).toMatchObject({ status: 0, stderr: "" });

  const target = await blankDatabase();
  cleanups.push(target.drop);
  const to = { DATA_DIR: join(folder, "to"), DATABASE_URL: connectionUrl(target.connection) };
  expect(await command("restore", [file], to)).toMatchObject({ status: 0, stderr: "" });
  expect(await readFile(join(folder, "to", "files", "a"), "utf8")).toBe("kept");
  const copy = openDatabase(target.connection);
  expect((await copy.pool.query("select id from note").finally(copy.close)).rows).toEqual([{ id: 5 }]);

  await rm(join(folder, "to"), { recursive: true });
  const refused = await command("restore", [file], to);
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^[^\n]*has tables[^\n]*--force[^\n]*\n$/),
  });
  expect(await command("restore", [file, "--force"], to)).toMatchObject({ status: 0, stderr: "" });
  const embedded = await command("restore", [file], { DATA_DIR: join(folder, "other"), DATABASE_URL: "" });
  expect(embedded).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^[^\n]*DATABASE_URL[^\n]*\n$/),
  });
});

test("a check reads the whole backup and restores nothing; it names changed, missing and truncated files", {
  tags: "slow",
}, async () => {
  const file = join(folder, "backup.tar.gz");
  const files = { "postgres/a": "one", "files/b": "two" };
  const write = (given: Record<string, string>) =>
    writeArchive(file, async (archive) => {
      await archive.text(
        "fairlead-backup.json",
        JSON.stringify({ format: 1, kind: "cluster", madeAt: "2026-11-21" }),
      );
      for (const [name, content] of Object.entries(given)) await archive.text(name, content);
    });
  await write(files);
  const dataDir = join(folder, "nothing");
  const check = () => command("restore", ["--check", file], { DATA_DIR: dataDir });
  expect(await check()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("is complete and unchanged: 3 files of 2026-11-21"),
  });
  expect(await readdir(folder)).toEqual(["backup.tar.gz"]);

  const tar = gunzipSync(await readFile(file));
  const at = tar.indexOf("two");
  tar.write("tWo", at);
  await writeFile(file, gzipSync(tar));
  expect(await check()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The backup .* is damaged \(files\/b was changed since the backup\)\n$/),
  });
  const restored = await command("restore", [file], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ status: 1, stderr: expect.stringContaining("files/b was changed") });

  await write(files);
  await truncate(file, (await stat(file)).size - 20);
  expect(await check()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("is truncated or not a backup"),
  });
});
