/** @module-tag servers */

import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { directTarget } from "#app/provider/db/connection.ts";
import { type OpenDatabase, type OpenOptions, openDatabase, transaction } from "#app/provider/db/database.ts";
import { cachedPlan } from "#app/provider/db/kept-plan.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { findTarget, poolerWarning } from "#app/provider/db/pooler.ts";
import { blankDatabase, connectionUrl, type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { type PgBouncer, startPgBouncer } from "#tests/support/pgbouncer.ts";

const run = promisify(execFile);

let database: TestDatabase;
let pgbouncer: PgBouncer;
/** Another, over TLS. */
let encrypted: PgBouncer;
/** What a test has opened. */
const opened: OpenDatabase[] = [];

beforeAll(async () => {
  database = await testDatabase();
  pgbouncer = await startPgBouncer(database.connection);
  encrypted = await startPgBouncer(database.connection, true);
  const name = sql.id(database.connection.database);
  await sql`alter database ${name} set timezone to 'Asia/Shanghai'`.execute(database.db);
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await pgbouncer?.stop();
  await encrypted?.stop();
  await database?.drop();
});

function open(options: OpenOptions = {}, pooler = pgbouncer): OpenDatabase {
  const target = { pooledUrl: pooler.url(database.connection), directUrl: undefined };
  const made = openDatabase(target, { connectMs: 60_000, ...options });
  opened.push(made);
  return made;
}

/** Statements of this text that the server runs now. */
async function running(text: string): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as count from pg_stat_activity where query = $1 and state = 'active'",
    [text],
  );
  return rows[0].count;
}

test("a pooler is told from a server, and addresses of two databases from those of one", async () => {
  const databaseUrl = pgbouncer.url(database.connection);
  const pooled = await findTarget({ databaseUrl });
  expect(pooled).toEqual({ pooledUrl: databaseUrl, directUrl: undefined });
  expect(directTarget(pooled)).toBe(pooled);
  expect(poolerWarning(pooled)).toMatch(/^[^\n]*later[^\n]*set DATABASE_DIRECT_URL[^\n]*$/);

  expect(await findTarget({ databaseUrl: database.url })).toBe(database.url);
  expect(poolerWarning(database.url)).toBeUndefined();

  const both = await findTarget({ databaseUrl, databaseDirectUrl: database.url });
  expect(both).toEqual({ pooledUrl: databaseUrl, directUrl: database.url });
  expect(directTarget(both)).toBe(database.url);
  expect(poolerWarning(both)).toBeUndefined();

  await expect(findTarget({ databaseUrl, databaseDirectUrl: databaseUrl })).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads through a connection pooler as well: set/,
  );
  const other = await blankDatabase();
  await expect(
    findTarget({ databaseUrl, databaseDirectUrl: connectionUrl(other.connection) }),
  ).rejects.toThrow(/^DATABASE_DIRECT_URL leads to another database than DATABASE_URL/);
  await other.drop();
});

test("a database is migrated through the pooler where there is no other way", async () => {
  const blank = await blankDatabase();
  const applied = await migrate({ pooledUrl: pgbouncer.url(blank.connection), directUrl: undefined });
  expect(applied.length).toBeGreaterThan(50);
  await blank.drop();
});

test("commands work through the pooler, but for backups, which would leave settings behind in its sessions", async () => {
  const command = (name: string, ...args: string[]) =>
    run(process.execPath, [`app/provider/cli/${name}.ts`, ...args], {
      env: { ...process.env, DATABASE_URL: pgbouncer.url(database.connection) },
    });
  expect((await command("registration", "list")).stderr).toBe("");
  const refused = /^DATABASE_URL leads through a connection pooler, [^\n]*set DATABASE_DIRECT_URL[^\n]*\n$/;
  const backup = join(tmpdir(), "fairlead-refused.tar.gz");
  await expect(command("backup", backup)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(refused),
  });
  await expect(command("restore", backup)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(refused),
  });
});

test("moments are read rightly on every session, whatever the server's time zone", async () => {
  const { db } = open();
  const read = sql<{ moment: Date; zone: string; day: string }>`
    select timestamptz '2026-11-20 20:00:00+00' as moment, current_setting('TimeZone') as zone,
      (timestamptz '2026-11-20 20:00:00+00')::date::text as day`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => read.execute(db)));
  for (const { rows } of answers)
    expect(rows).toEqual([{ moment: new Date("2026-11-20T20:00:00Z"), zone: "UTC", day: "2026-11-20" }]);
  const { rows } = await sql<{ moment: Date; text: string }>`
    select moment, moment::text as text from (select set_config('TimeZone', 'Asia/Kathmandu', true),
      timestamptz '2026-11-20 20:00:00+00' as moment offset 0) t`.execute(db);
  expect(rows).toEqual([
    { moment: new Date("2026-11-20T20:00:00Z"), text: expect.stringContaining("+05:45") },
  ]);
});

test.each([
  ["in the clear", 33],
  ["over TLS", 34],
])(
  "%s a statement is ended at the server after its limit, and the connection goes on",
  async (way, seconds) => {
    const { db } = open({ statementMs: 400, poolSize: 1 }, way === "over TLS" ? encrypted : pgbouncer);
    const text = `select pg_sleep(${seconds})`;
    const since = performance.now();
    await expect(sql.raw(text).execute(db)).rejects.toMatchObject({ code: "57014" });
    expect(performance.now() - since).toBeLessThan(5_000);
    // The server tells the error before it tells its other sessions that the statement has ended.
    await expect.poll(() => running(text)).toBe(0);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  },
);

test("a transaction has its limits in the session that it is given", async () => {
  const { db } = open({ statementMs: 400 });
  const limits = sql<object>`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  for (const isReadOnly of [false, true]) {
    const { rows } = await transaction(db, (trx) => limits.execute(trx), {
      isReadOnly,
      isolation: "repeatable read",
    });
    expect(rows).toEqual([{ statement: "400ms", idle: "30s" }]);
  }
  expect((await limits.execute(db)).rows).toEqual([{ statement: "0", idle: "0" }]);
  const text = "select pg_sleep(35)";
  await expect(transaction(db, (trx) => sql.raw(text).execute(trx))).rejects.toMatchObject({ code: "57014" });
  await expect.poll(() => running(text)).toBe(0);
});

test("fifty at once share four sessions: statements with kept plans and transactions all answer for their own values", async () => {
  const { db } = open({ poolSize: 20 });
  const asked = Array.from({ length: 300 }, (_, index) => index);
  const answers = await Promise.all(
    asked.map((wanted) => {
      const read = sql<{ given: number }>`${cachedPlan} select ${wanted}::int as given`;
      return wanted % 3 === 0 ? transaction(db, (trx) => read.execute(trx)) : read.execute(db);
    }),
  );
  expect(answers.map(({ rows }) => rows[0]!.given)).toEqual(asked);
});
