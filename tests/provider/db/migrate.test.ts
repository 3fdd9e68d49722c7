import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { MigrationError } from "#app/provider/db/migration-error.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import { blankDatabase, connectionUrl } from "#tests/support/database.ts";

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, "../../support/migrating.ts");

let connection: ConnectionSettings;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ connection, drop } = await blankDatabase());
});
afterEach(() => drop());

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const names = Object.keys(migrations);

test("five processes that start at once apply each migration once", { tags: "slow" }, async () => {
  const env = { ...process.env, DATABASE_URL: connectionUrl(connection) };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => run(process.execPath, [PROGRAM], { env })),
  );
  const counts = answers.map(({ stdout }) => Number(stdout)).sort();
  expect(counts).toEqual([0, 0, 0, 0, names.length]);
  expect(await query("select name from kysely_migration order by name")).toEqual(
    names.map((name) => ({ name })),
  );
});

test("a second run finds nothing to do", { tags: "slow" }, async () => {
  expect(await migrate(connection)).toEqual(names);
  expect(await migrate(connection)).toEqual([]);
});

test("a new database has one line in the log, and an older one a line for what begins and what is done", {
  tags: "slow",
}, async () => {
  const lines: [fields: Record<string, unknown>, text: string][] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line as never) };
  await migrate(connection, log);
  expect(lines).toEqual([[{ migrations: names.length, ms: expect.any(Number) }, "The schema is made"]]);
  await migrate(connection, log);
  expect(lines).toHaveLength(1);

  const older = await blankDatabase();
  onTestFinished(() => older.drop());
  const last = names.at(-1)!;
  const { [last]: _, ...before } = migrations;
  const { db, close } = openDatabase(older.connection, { applicationName: "before", poolSize: 1 });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => before },
  }).migrateToLatest();
  await close();
  expect(error).toBeUndefined();
  lines.length = 0;
  expect(await migrate(older.connection, log)).toEqual([last]);
  expect(lines).toEqual([
    [{ migration: last }, "A migration begins"],
    [{ migration: last, ms: expect.any(Number) }, "The migration is done"],
    [{ migrations: 1, ms: expect.any(Number) }, "The schema is migrated"],
  ]);
});

test("the migrations are applied in the order of their numbers, of which each is given once and none is left out", () => {
  expect(names.toSorted()).toEqual(names);
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
});

test("a database that a newer version has migrated is refused in one line and left alone", async () => {
  await migrate(connection);
  await query("insert into kysely_migration values ('9999_future', now()::text)");
  const error = await migrate(connection).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect(error.message).toMatch(/^[^\n]*9999_future[^\n]*start the version that made it[^\n]*$/);
});

test("a wrong password gives one line that names DATABASE_URL and keeps the password to itself", async () => {
  const error = await migrate({ ...connection, password: "guess-4711" }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect(error.message).toMatch(/^[^\n]*DATABASE_URL[^\n]*$/);
  expect(error.message).not.toContain("guess-4711");
});
