import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { type OpenDatabase, type OpenOptions, openDatabase } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";

/** What a fresh database holds. `fill` runs once a test run, on a migrated database; its name tells the templates apart. */
export interface TestTemplate {
  name: string;
  fill(connection: ConnectionSettings): Promise<void>;
}

export interface TestDatabase extends OpenDatabase {
  connection: ConnectionSettings;
  /** The same as a `DATABASE_URL`. */
  url: string;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

const EMPTY: TestTemplate = { name: "empty", fill: async () => {} };

/** Nothing has to survive the run. */
const HASTY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "100" };
const TEMPLATE_LOCK = 4_203_871;

let server: Promise<EmbeddedServer> | undefined;

/**
 * The server that all tests of the run share: the embedded PostgreSQL, or that of `TEST_POSTGRES_BIN`
 * (`/usr/lib/postgresql/15/bin`). Started by the first test that asks, stopped by the run's tear-down.
 */
function testServer(): Promise<EmbeddedServer> {
  server ??= startEmbedded({
    dataDir: inject("testServerDir"),
    postgresBin: testPostgresBin(),
    log: { info: () => {}, warn: () => {}, error: console.error },
    settings: HASTY,
  }).then((started) => {
    // The run's tear-down ends it, while other workers may still use it.
    started.release();
    return started;
  });
  return server;
}

/** The PostgreSQL that the run is to be tested on; undefined is the embedded one. */
export function testPostgresBin(): string | undefined {
  return process.env.TEST_POSTGRES_BIN || undefined;
}

/** Hundreds of calls at once wait for ten connections: on a machine whose host takes its time, longer than users would. */
const CONNECT_MS = 120_000;

/** A database of its own for one test or one file, migrated, made from a template in some 25 ms. */
export async function testDatabase(
  template: TestTemplate = EMPTY,
  options?: OpenOptions,
): Promise<TestDatabase> {
  const { adminConnection, connection: base } = await testServer();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withClient(adminConnection, async (admin) => {
    await ensureTemplate(admin, template, base);
    await admin.query(
      `create database ${name} template template_${template.name} strategy file_copy owner ${base.user}`,
    );
  });
  const connection = { ...base, database: name };
  const opened = openDatabase(connection, { connectMs: CONNECT_MS, ...options });
  return {
    ...opened,
    connection,
    url: connectionUrl(connection),
    drop: async () => {
      await opened.close();
      // Nobody waits for this: it takes 100 ms while the closed connections are on their way out.
      void dropDatabase(adminConnection, name).catch(() => {});
    },
  };
}

/** A database without tables. */
export async function blankDatabase(): Promise<{
  connection: ConnectionSettings;
  /** The same as the server's superuser. */
  superuser: ConnectionSettings;
  drop(): Promise<void>;
}> {
  const { adminConnection, connection: base } = await testServer();
  const name = `blank_${randomBytes(6).toString("hex")}`;
  await withClient(adminConnection, (admin) => admin.query(`create database ${name} owner ${base.user}`));
  return {
    connection: { ...base, database: name },
    superuser: { ...adminConnection, database: name },
    drop: () => dropDatabase(adminConnection, name),
  };
}

export function connectionUrl({ host, port, user, password, database }: ConnectionSettings): string {
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function dropDatabase(adminConnection: ConnectionSettings, name: string): Promise<void> {
  await withClient(adminConnection, (admin) => admin.query(`drop database ${name} with (force)`));
}

async function ensureTemplate(
  admin: pg.Client,
  template: TestTemplate,
  base: ConnectionSettings,
): Promise<void> {
  const name = `template_${template.name}`;
  await admin.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return;
    const building = `building_${template.name}`;
    await admin.query(`drop database if exists ${building} with (force)`);
    await admin.query(`create database ${building} owner ${base.user}`);
    const connection = { ...base, database: building };
    await migrate(connection);
    await template.fill(connection);
    await admin.query(`alter database ${building} rename to ${name}`);
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

/** One connection for the time of the work. */
export async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
