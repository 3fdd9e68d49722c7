/** @module-tag servers */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { lookAtDatabase, type OpenedDatabase, openForLook } from "#app/doctor/database.ts";
import {
  databaseClock,
  lookAtConnections,
  lookAtMigrations,
  lookAtReplication,
  lookAtStatementHistory,
  lookAtStatements,
  lookAtTables,
} from "#app/doctor/database-state.ts";
import type { Finding } from "#app/doctor/finding.ts";
import { readProviderConfig } from "#app/provider/config.ts";
import { serverUser } from "#app/provider/db/data-folder.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { livingServer } from "#app/provider/db/server-process.ts";
import { blankDatabase, connectionUrl, type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { findPostgres } from "#tests/support/machine.ts";
import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { freePorts } from "#tests/support/product.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Looks as the command does, at the database of an address or at the embedded one of a folder. */
async function open(given: {
  url?: string;
  direct?: string;
  dataDir?: string;
}): Promise<Promise<OpenedDatabase>[]> {
  const config = readProviderConfig({
    DATABASE_URL: given.url,
    DATABASE_DIRECT_URL: given.direct,
    DATA_DIR: given.dataDir,
  });
  const opening = openForLook({ dataDir: config.dataDir } as Parameters<typeof openForLook>[0], config);
  opening.then((opened) => cleanups.push(() => opened.close())).catch(() => {});
  return [opening];
}

const lookAt = async (url: string): Promise<Finding> => lookAtDatabase((await open({ url }))[0]!);
const opened = async (url: string): Promise<OpenedDatabase> => (await open({ url }))[0]!;

async function freshDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  cleanups.push(() => database.drop());
  return database;
}

/** The distribution's PostgreSQL, as an operator may have it. */
let server: EmbeddedServer;
beforeAll(async () => {
  server = await startEmbedded({
    dataDir: await folder(),
    log,
    postgresBin: findPostgres()!.bin,
    settings: {
      max_connections: "23",
      max_wal_senders: "4",
      wal_level: "replica",
      shared_preload_libraries: "pg_stat_statements",
    },
  });
});
afterAll(() => server?.stop());

/** In the run's folder, which is in memory where there is enough of it, and removed after the run. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(inject("testServerDir"), "doctor-"));
  await chmod(path, 0o755);
  return path;
}

const adminUrl = ({ adminConnection }: EmbeddedServer, database = "fairlead") =>
  connectionUrl({ ...adminConnection, database });

async function client(url: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url, application_name: "a person" });
  connection.on("error", () => {});
  await connection.connect();
  cleanups.push(() => connection.end().catch(() => {}));
  return connection;
}

test("a sound server of the operator, and its clock", async () => {
  const url = connectionUrl(server.connection);
  expect(await lookAt(url)).toEqual({
    state: "ok",
    found: expect.stringMatching(/^PostgreSQL 1\d\.\d+, of the operator$/),
  });
  const database = await opened(url);
  for (const look of [lookAtConnections, lookAtReplication, lookAtTables, lookAtStatements] as const)
    expect(await look(database)).toMatchObject({ state: "ok" });
  expect(await lookAtStatementHistory(database)).toMatchObject({ state: "skipped" });
  expect(Math.abs((await databaseClock(database)).aheadMs)).toBeLessThan(1_000);
});

test("a database that does not answer, refuses the password, or is not there is a fault without secrets", async () => {
  const [port = 0] = await freePorts(1);
  const url = new URL(connectionUrl(server.connection));
  const wrong = (change: (other: URL) => void) => {
    const other = new URL(url);
    change(other);
    return other.href;
  };
  const findings = [
    await lookAt(`postgres://fairlead:pass-word-1@127.0.0.1:${port}/fairlead`),
    await lookAt(
      wrong((other) => {
        other.password = "pass-word-1";
      }),
    ),
    await lookAt(
      wrong((other) => {
        other.pathname = "/elsewhere";
      }),
    ),
  ];
  expect(findings).toEqual([
    {
      state: "fault",
      found: "it does not answer (ECONNREFUSED)",
      todo: expect.stringContaining("host and port"),
    },
    {
      state: "fault",
      found: "it does not answer (28P01)",
      todo: expect.stringContaining("user and password"),
    },
    {
      state: "fault",
      found: "it does not answer (3D000)",
      todo: expect.stringContaining("make the database"),
    },
  ]);
});

test("a server that does not write through to the disk is a fault", async () => {
  // The server of the tests is one.
  const { url } = await freshDatabase();
  expect(await lookAt(url)).toMatchObject({ state: "fault", todo: "set fsync and full_page_writes to on" });
});

test("a pooler without the direct address is told, and looked through", { tags: "servers" }, async () => {
  const pooler = await startPgBouncer(server.connection);
  cleanups.push(() => pooler.stop());
  expect(await lookAt(pooler.url(server.connection))).toMatchObject({
    state: "warning",
    todo: expect.stringContaining("DATABASE_DIRECT_URL"),
  });
  const [direct] = await open({
    url: pooler.url(server.connection),
    direct: connectionUrl(server.connection),
  });
  expect(await lookAtDatabase(direct!)).toMatchObject({ state: "ok" });
});

test("migrations: none, all, and one of a newer version", async () => {
  const blank = await blankDatabase();
  expect(await lookAtMigrations(await opened(connectionUrl(blank.connection)))).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/^0 of \d+ migrations are applied; the next is 0001_/),
  });
  const { url, pool } = await freshDatabase();
  expect(await lookAtMigrations(await opened(url))).toMatchObject({ state: "ok" });
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', now()::text)");
  expect(await lookAtMigrations(await opened(url))).toMatchObject({
    state: "fault",
    found: "the database has 1 migrations that this version does not know, the last 9999_of_tomorrow",
  });
});

test("connections that are nearly used up are a warning, then a fault", async () => {
  const url = connectionUrl(server.connection);
  const database = await opened(url);
  for (let count = 0; count < 15; count++) await client(url);
  expect(await lookAtConnections(database)).toMatchObject({ state: "warning" });
  for (let count = 0; count < 3; count++) await client(url);
  expect(await lookAtConnections(database)).toMatchObject({
    state: "fault",
    found: expect.stringMatching(/^(19|20) of 20 are in use/),
  });
});

test("rows that are not cleared away, and autovacuum that is off", async () => {
  const url = connectionUrl(server.connection);
  const own = await client(url);
  await own.query("create table parcel (id int) with (autovacuum_enabled = off)");
  await own.query("insert into parcel select generate_series(1, 30000)");
  await own.query("delete from parcel where id <= 20000");
  const database = await opened(url);
  await expect
    .poll(() => lookAtTables(database))
    .toMatchObject({
      state: "warning",
      found: expect.stringMatching(/^dead rows are not cleared away: parcel \(20000, \d\d %\)$/),
    });
  const admin = await client(adminUrl(server));
  await admin.query("alter system set autovacuum = off");
  await admin.query("select pg_reload_conf()");
  await expect.poll(() => lookAtTables(database)).toMatchObject({ state: "fault" });
  await admin.query("alter system reset autovacuum");
  await admin.query("select pg_reload_conf()");
  await own.query("drop table parcel");
});

test("a long statement, an idle transaction and a session that waits are named without their text", async () => {
  const { url } = await freshDatabase();
  const [sleeper, idler, waiter] = await Promise.all([client(url), client(url), client(url)]);
  await idler!.query("create table parcel (consignee text)");
  await idler!.query("begin");
  await idler!.query("lock table parcel");
  const asleep = sleeper!.query("select pg_sleep(30), 'Ada Marten'").catch(() => {});
  const waiting = waiter!.query("select * from parcel where consignee = 'Ada Marten'").catch(() => {});
  const database = await opened(url);
  expect(await lookAtStatements(database)).toMatchObject({ state: "ok" });
  const kinds = ["runs for", "does nothing in its transaction for", "waits for another session for"];
  const named = async () => {
    const { found } = await lookAtStatements(database, 0.5);
    return kinds.filter((kind) => found.includes(`(a person) ${kind}`));
  };
  await expect.poll(named).toEqual(kinds);
  const finding = await lookAtStatements(database, 0.5);
  expect(finding).toMatchObject({ state: "warning" });
  expect(JSON.stringify(finding)).not.toContain("Ada");
  await sleeper!.end();
  await idler!.end();
  await Promise.all([asleep, waiting]);
});

test("statements that were slow are named by their ids, where the server counts them", async () => {
  const admin = await client(adminUrl(server));
  await admin.query("create extension pg_stat_statements");
  const url = connectionUrl(server.connection);
  const own = await client(url);
  const database = await opened(url);
  expect(await lookAtStatementHistory(database)).toMatchObject({ state: "ok" });
  for (let count = 0; count < 3; count++) await own.query("select pg_sleep(1.05), 'Ada Marten'");
  const finding = await lookAtStatementHistory(database);
  expect(finding).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/by queryid: -?\d+ \(1\d\d\d ms, 3 times\)$/),
  });
  expect(JSON.stringify(finding)).not.toContain("Ada");
});

/** A standby of the server on a port of its own, as an operator makes it. */
async function startStandby(primary: EmbeddedServer): Promise<{ url: string; stop(): Promise<void> }> {
  const { bin } = findPostgres()!;
  const home = join(await folder(), "data");
  const { host, port, user, password, database } = primary.adminConnection;
  await mkdir(home, { mode: 0o700 });
  const own = serverUser();
  if (own) await chown(home, own.uid, own.gid);
  const from = `host=${host} port=${port} user=${user} password=${password} application_name=second`;
  execFileSync(
    join(bin, "pg_basebackup"),
    ["-d", from, "-D", home, "-R", "-X", "stream", "--checkpoint=fast", "-C", "-S", "second"],
    { cwd: "/", ...own, stdio: "pipe" },
  );
  const [ownPort = 0] = await freePorts(1);
  const child = spawn(
    join(bin, "postgres"),
    [
      "-D",
      home,
      "-c",
      `port=${ownPort}`,
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "hot_standby=on",
    ],
    { cwd: "/", stdio: "ignore", ...own },
  );
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGQUIT");
    await ended;
  };
  cleanups.push(stop);
  const url = `postgres://${user}:${password}@127.0.0.1:${ownPort}/${database}`;
  await expect
    .poll(() =>
      client(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return { url, stop };
}

test("a standby: connected, waited for, asked in the primary's place, and gone", {
  tags: "servers",
}, async () => {
  const admin = await client(adminUrl(server));
  const standby = await startStandby(server);
  const asAdmin = await opened(adminUrl(server));
  await expect
    .poll(() => lookAtReplication(asAdmin))
    .toEqual({ state: "ok", found: "1 standby up to date; no change waits for one" });
  expect(await lookAtReplication(await opened(connectionUrl(server.connection)))).toMatchObject({
    state: "skipped",
    found: expect.stringContaining("grant pg_monitor"),
  });

  await admin.query("alter system set synchronous_standby_names = 'second'");
  await admin.query("select pg_reload_conf()");
  await expect
    .poll(() => lookAtReplication(asAdmin))
    .toEqual({ state: "ok", found: "1 standby up to date; changes wait for one" });

  expect(await lookAt(standby.url)).toMatchObject({
    state: "fault",
    todo: "set DATABASE_URL to the primary",
  });
  expect(await lookAtReplication(await opened(standby.url))).toMatchObject({ state: "skipped" });

  await standby.stop();
  await expect
    .poll(() => lookAtReplication(asAdmin))
    .toMatchObject({ state: "fault", found: expect.stringContaining("every change waits for a standby") });
  await admin.query("alter system reset synchronous_standby_names");
  await admin.query("select pg_reload_conf()");
  await expect
    .poll(() => lookAtReplication(asAdmin))
    .toMatchObject({
      state: "warning",
      found: expect.stringContaining("nobody reads the replication slot second"),
    });
});

test("the embedded database is started for the look and stopped after it, and never made", async () => {
  const dataDir = await folder();
  const [none] = await open({ dataDir });
  expect(await lookAtDatabase(none!)).toMatchObject({ state: "skipped" });
  const server = await startEmbedded({ dataDir, log });
  cleanups.push(() => server.stop());
  const [running] = await open({ dataDir });
  expect(await lookAtDatabase(running!)).toMatchObject({
    state: "ok",
    found: expect.stringContaining("embedded and running"),
  });
  await (await client(adminUrl(server))).query("create extension pg_stat_statements");
  expect(await lookAtStatementHistory(await running!)).toMatchObject({
    state: "warning",
    todo: "add it to shared_preload_libraries and restart the server",
  });
  await (await running!).close();
  expect(livingServer(server.cluster)).toBeDefined();
  await server.stop();

  const [stopped] = await open({ dataDir });
  expect(await lookAtDatabase(stopped!)).toMatchObject({
    found: expect.stringContaining("started for this look"),
  });
  await (await stopped!).close();
  expect(livingServer(server.cluster)).toBeUndefined();

  await rm(join(dataDir, "postgres", "password"));
  const [locked] = await open({ dataDir });
  expect(await lookAtDatabase(locked!)).toMatchObject({
    state: "fault",
    found: expect.stringContaining("password of the database"),
  });
});
