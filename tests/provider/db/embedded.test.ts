import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, inject, test } from "vitest";
import { chooseDataDir } from "#app/provider/db/data-folder.ts";
import { openDatabase, withRetry } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { livingServer } from "#app/provider/db/server-process.ts";
import { testPostgresBin } from "#tests/support/database.ts";

const isRoot = process.getuid?.() === 0;
const HOLDER = join(import.meta.dirname, "../../support/embedded-holder.ts");
const log = { info: () => {}, warn: () => {}, error: console.error };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(inject("testServerDir"), "embedded-"));
  await chmod(path, 0o755);
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log, postgresBin: testPostgresBin() });
  cleanups.push(() => server.stop());
  return server;
}

/** Starts the server in another process. */
async function startElsewhere(dataDir: string) {
  const holder = spawn(process.execPath, [HOLDER, dataDir, testPostgresBin() ?? ""], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(() => holder.kill("SIGKILL"));
  const [line] = await once(holder.stdout, "data");
  const kill = async () => {
    const ended = once(holder, "exit");
    holder.kill("SIGKILL");
    await ended;
  };
  return { serverPid: Number(String(line)), kill };
}

async function query(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function killDatabase(server: EmbeddedServer): number {
  const pid = server.pid()!;
  process.kill(pid, "SIGKILL");
  return pid;
}

test("the server is closed to others, checks its pages, is durable and sorts the same everywhere", {
  tags: "slow",
}, async () => {
  const server = await start(await folder());
  const settings = await query(
    server.connection,
    `select current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('is_superuser') as superuser, current_setting('password_encryption') as password`,
  );
  expect(settings).toEqual([
    {
      addresses: "",
      checksums: "on",
      fsync: "on",
      commit: "on",
      superuser: "off",
      password: "scram-sha-256",
    },
  ]);
  const words = await query(
    server.connection,
    "select string_agg(w, '' order by w) as sorted, upper('é') as upper from unnest(array['b', 'é', 'a', 'B', '中']) w",
  );
  expect(words).toEqual([{ sorted: "Babé中", upper: "É" }]);

  expect((await stat(join(server.usedDataDir, "postgres", "password"))).mode & 0o777).toBe(0o600);
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700);
  expect((await stat(server.cluster)).mode & 0o777).toBe(0o700);
  if (isRoot) expect((await stat(`/proc/${server.pid()}`)).uid).not.toBe(0);

  const wrong = query({ ...server.connection, password: "guess" }, "select 1");
  await expect(wrong).rejects.toMatchObject({ code: "28P01" });
});

test("a server left over by a killed provider is taken over with its data", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const first = await startElsewhere(dataDir);
  await first.kill();
  const server = await start(dataDir);
  expect(server.isAdopted).toBe(true);
  expect(server.pid()).toBe(first.serverPid);

  await query(server.connection, "create table note as select 1 as id");
  // An adopted server is supervised like one's own.
  killDatabase(server);
  const rows = await withRetry(() => query(server.connection, "select id from note"));
  expect(rows).toEqual([{ id: 1 }]);
  expect(server.pid()).not.toBe(first.serverPid);
});

test("a killed database comes back by itself, with every acknowledged row and through the same pool", async () => {
  const server = await start(await folder());
  const { pool, close } = openDatabase(server.connection);
  cleanups.push(close);
  await pool.query("create table note (id int primary key)");
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    let killed: Promise<number> | undefined;
    for (let written = 0; written < 40; written++) {
      // Not awaited, so that it happens between the statements.
      if (written === 20) killed = sleep(2).then(() => killDatabase(server));
      const id = acknowledged + 1;
      await withRetry(() => pool.query("insert into note values ($1) on conflict do nothing", [id]));
      acknowledged = id;
    }
    const before = await killed;
    // Statements may still end on what the killed server left, so wait for the new one before the next round.
    await expect.poll(() => server.pid() ?? before).not.toBe(before);
  }
  // On a busy machine the last kill may have come late: the server is running again, but not ready.
  const { rows } = await withRetry(() =>
    pool.query("select count(*)::int as count, max(id) as max from note"),
  );
  expect(rows).toEqual([{ count: acknowledged, max: acknowledged }]);
  expect(acknowledged).toBe(120);
});

test("a statement that outlives a killed server does not keep the next one from starting", {
  tags: "slow",
}, async () => {
  const server = await start(await folder());
  const asleep = query(server.connection, "select pg_sleep(60)").catch((error) => error);
  const isAsleep =
    "select 1 as yes from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'";
  while ((await query(server.connection, isAsleep)).length === 0) await sleep(10);
  killDatabase(server);
  const since = performance.now();
  await withRetry(() => query(server.connection, "select 1"));
  // The statement would have taken a minute.
  expect(performance.now() - since).toBeLessThan(20_000);
  expect(await asleep).toBeInstanceOf(Error);
});

test("two providers that start at once on an empty folder share one server", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const [first, second] = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);
  expect(second.serverPid).toBe(first.serverPid);
  expect(await readdir(dataDir)).toEqual(["postgres"]);
  const server = await start(dataDir);
  await Promise.all([first.kill(), second.kill()]);
  expect(await query(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a second start finds the data of the first", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await query(first.connection, "create table note as select 7 as id");
  await first.stop();
  expect(first.pid()).toBeUndefined();
  const second = await start(dataDir);
  expect(second.isAdopted).toBe(false);
  expect(await query(second.connection, "select id from note")).toEqual([{ id: 7 }]);
});

test("a lock file with the pid of another program does not block the start", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  const lockFile = join(first.cluster, "postmaster.pid");
  const lines = (await readFile(lockFile, "utf8")).split("\n");
  await first.stop();
  // By the server's own user, because PostgreSQL ignores other users' processes.
  const { uid, gid } = await stat(first.cluster);
  const other = spawn("sleep", ["60"], { uid, gid, cwd: "/" });
  cleanups.push(() => other.kill());
  await writeFile(lockFile, [other.pid, ...lines.slice(1)].join("\n"), { mode: 0o600 });
  await chown(lockFile, uid, gid);
  const second = await start(dataDir);
  expect(second.isAdopted).toBe(false);
  expect(await query(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("leftovers of a start that was killed half-way are removed", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const gone = spawn("true");
  await once(gone, "exit");
  await mkdir(join(dataDir, `postgres.new-${gone.pid}-abc`, "data"), { recursive: true });
  await start(dataDir);
  expect(await readdir(dataDir)).toEqual(["postgres"]);
});

test("a data folder with a path too long for a socket works", { tags: "slow" }, async () => {
  const dataDir = join(await folder(), "long".repeat(20), "'quoted, name");
  const server = await start(dataDir);
  const { host } = server.connection;
  expect(host.length).toBeLessThan(80);
  expect(await query(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
  expect(existsSync(host)).toBe(false);
});

/** One line that says what the operator can do. */
const ADVICE = /^[^\n]*DATA_DIR[^\n]*$/;

test("a folder that cannot be written is reported in one line", async () => {
  const dataDir = await folder();
  const file = join(dataDir, "file");
  await writeFile(file, "");
  const error = await startEmbedded({ dataDir: join(file, "below"), log }).catch((thrown) => thrown);
  expect(error.message).toMatch(ADVICE);
  expect(error.message).toContain("DATABASE_URL");
  expect(error.message).toContain(join(file, "below"));
});

test("a database of another PostgreSQL version is reported in one line", async () => {
  const dataDir = await folder();
  const cluster = join(dataDir, "postgres", "data");
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, "PG_VERSION"), "12\n");
  await expect(start(dataDir)).rejects.toThrow(ADVICE);
  await expect(start(dataDir)).rejects.toThrow("PostgreSQL 12");
});

test("a damaged database is reported in one line with the server's reason", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await first.stop();
  await rm(join(first.cluster, "global", "pg_control"));
  const error = await start(dataDir).catch((thrown) => thrown);
  expect(error.message).toMatch(ADVICE);
  expect(error.message).toContain("server.log");
});

test("a missing password file is reported in one line", { tags: "slow" }, async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await first.stop();
  const passwordFile = join(dataDir, "postgres", "password");
  await writeFile(passwordFile, "something else");
  await expect(start(dataDir)).rejects.toThrow(ADVICE);
  expect(livingServer(first.cluster)).toBeUndefined();
});

test.runIf(isRoot)(
  "root in a folder that the server's user cannot reach: one line, or the system's folder",
  async () => {
    const closed = await folder();
    await chmod(closed, 0o700);
    const dataDir = join(closed, ".data");
    await expect(chooseDataDir({ dataDir, isDataDirGiven: true })).rejects.toThrow(ADVICE);
    const system = join(await folder(), "fairlead");
    expect(await chooseDataDir({ dataDir, isDataDirGiven: false }, system)).toBe(system);
    expect(await readdir(dirname(system))).toEqual(["fairlead"]);
  },
);

test.runIf(isRoot && process.platform === "linux")(
  "a full disk is said with what to do, loses nothing, and the database comes back when there is room",
  { tags: "slow" },
  async ({ skip }) => {
    const disk = await folder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=0755", "tmpfs", disk]);
    // In some containers not even root may mount: the rest of the supervisor is tested above.
    if (mounted.status !== 0) skip();
    cleanups.push(() => spawnSync("umount", ["-l", disk]));
    const said: string[] = [];
    const noted = (text: string) => said.push(text);
    const server = await startEmbedded({
      dataDir: disk,
      log: { info: noted, warn: noted, error: noted },
      postgresBin: testPostgresBin(),
    });
    cleanups.push(() => server.stop());
    await query(server.connection, "create table note (id int primary key, text text not null)");
    const filler = join(disk, "filler");
    const free = await statfs(disk);
    await writeFile(filler, Buffer.alloc(Math.max(0, free.bavail * free.bsize - 4 * 1024 * 1024)));

    let kept = 0;
    const write = () =>
      query(
        server.connection,
        `insert into note select ${kept + 1}, string_agg(md5(random()::text), '') from generate_series(1, 3000)`,
      );
    let fault: { code?: string } = {};
    while (!fault.code) {
      await write().then(
        () => {
          kept += 1;
        },
        (error) => {
          fault = error;
        },
      );
    }
    // Either the table has no space (the server stays), or the log has none (it ends, and says why it does
    // not restart).
    const pid = server.pid();
    if (pid) process.kill(pid, "SIGKILL");
    await expect
      .poll(() => said.join("\n"), { timeout: 60_000 })
      .toMatch(/is full \(\d+ MB free.*make room there, and it comes back by itself/);

    await rm(filler);
    await expect
      .poll(() => query(server.connection, "select count(*)::int as kept from note").catch(() => null), {
        timeout: 60_000,
      })
      .toEqual([{ kept: expect.any(Number) }]);
    const [found] = await query(server.connection, "select count(*)::int as kept from note");
    // A row whose answer was lost may exist as well.
    expect([kept, kept + 1]).toContain(found?.kept);
    kept = Number(found?.kept);
    await write();
  },
);
