import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Migrator } from "kysely/migration";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "#app/provider/db/migrate.ts";
import { MigrationError } from "#app/provider/db/migration-error.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import { stepBack } from "#app/provider/db/step-back.ts";
import { connectionUrl, type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** Back to the version before and forth again, on one database. */

const run = promisify(execFile);
const names = Object.keys(migrations);
const OLDER = names.filter((name) => name < "0095");
const since = names.slice(OLDER.length);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase(undefined, { applicationName: "a test" });
});
afterEach(() => database.drop());

/** What an older version does at its start, by the library that it uses. */
async function startOlder(known: readonly string[]): Promise<unknown> {
  const older = Object.fromEntries(known.map((name) => [name, migrations[name]!]));
  const { error } = await new Migrator({
    db: database.db,
    provider: { getMigrations: async () => older },
  }).migrateToLatest();
  return error;
}

async function thrownBy(work: Promise<unknown>): Promise<MigrationError> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(MigrationError);
  expect(error.message).toMatch(/^[^\n]+$/);
  return error;
}

const applied = async () =>
  (await database.pool.query("select name from kysely_migration order by name")).rows.map(({ name }) => name);

test("an older version starts after the step back, and this one finds all its rows afterwards", async () => {
  await database.pool.query(
    "insert into call_count values ('192.0.2.1', 'shipment', 3, now() + interval '1 minute')",
  );
  expect(await startOlder(OLDER)).toBeInstanceOf(Error);

  expect(await stepBack(database.connection, OLDER)).toEqual(since);
  expect(await startOlder(OLDER)).toBeUndefined();
  expect(await applied()).toEqual(OLDER);

  expect(await migrate(database.connection)).toEqual([]);
  expect(await applied()).toEqual(names);
  const { rows } = await database.pool.query("select calls from call_count");
  expect(rows).toEqual([{ calls: 3 }]);
  expect((await database.pool.query("select from migration_set_aside")).rowCount).toBe(0);
});

test("what was set aside before a second step back stays set aside, and an unfinished way back is none", async () => {
  expect(await stepBack(database.connection, names.slice(0, -1))).toEqual(names.slice(-1));
  expect(await stepBack(database.connection, OLDER)).toEqual(since.slice(0, -1));
  expect(await stepBack(database.connection, OLDER)).toEqual([]);
  expect(await migrate(database.connection)).toEqual([]);
  expect(await applied()).toEqual(names);
});

test("five processes that start at once after a step back take each migration up once", {
  tags: "slow",
}, async () => {
  await stepBack(database.connection, OLDER);
  const env = { ...process.env, DATABASE_URL: connectionUrl(database.connection) };
  const program = join(import.meta.dirname, "../../support/migrating.ts");
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => run(process.execPath, [program], { env })),
  );
  expect(answers.map(({ stdout }) => stdout.trim())).toEqual(Array(5).fill("0"));
  expect(await applied()).toEqual(names);
});

test("a migration that an older version cannot live with is named, and nothing is changed", async () => {
  const error = await thrownBy(
    stepBack(
      database.connection,
      names.filter((name) => name < "0080"),
    ),
  );
  expect(error.message).toContain("0080");
  expect(await applied()).toEqual(names);
});

test("a running provider, a version of tomorrow and its database are refused", { tags: "slow" }, async () => {
  const provider = await database.pool.connect();
  await provider.query("set application_name = 'fairlead'");
  expect((await thrownBy(stepBack(database.connection, OLDER))).message).toContain("stop all providers");
  await provider.query("set application_name = 'a test'");
  provider.release();

  const tomorrow = await thrownBy(stepBack(database.connection, [...names, "9999_of_tomorrow"]));
  expect(tomorrow.message).toContain("no older version");
  await database.pool.query("insert into kysely_migration values ('9999_of_tomorrow', now()::text)");
  expect((await thrownBy(stepBack(database.connection, OLDER))).message).toContain("9999_of_tomorrow");
});

test("a provider whose connection is still on its way out does not keep the database", async () => {
  // The seconds that it is waited for do not pass while a busy machine comes to end the connection.
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const leaving = await database.pool.connect();
    await leaving.query("set application_name = 'fairlead'");
    const wayBack = stepBack(database.connection, OLDER);
    const looking =
      "select from pg_stat_activity where application_name = 'fairlead-step-back' and state = 'idle in transaction'";
    await expect.poll(async () => (await database.pool.query(looking)).rowCount).toBe(1);
    leaving.release(true);
    expect(await wayBack).toEqual(since);
  } finally {
    vi.useRealTimers();
  }
});

test("each migration since 0095 leaves a schema that the version before works on", () => {
  expect(since.filter((name) => !migrations[name]!.staysForOlder)).toEqual([]);
});

test("the command reads from the older version's folder what it knows, and says what comes next", {
  tags: "slow",
}, async () => {
  const folder = await tempFolder("older");
  const source = "app/provider/db/migrations";
  mkdirSync(join(folder, source), { recursive: true });
  for (const file of readdirSync(source).filter((name) => name < "0095" || name === "index.ts"))
    cpSync(join(source, file), join(folder, source, file));
  const env = { ...process.env, DATABASE_URL: connectionUrl(database.connection) };
  const command = (...args: string[]) =>
    run(process.execPath, ["app/provider/cli/step-back.ts", ...args], { env });

  await expect(command("/nowhere")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("package.json"),
  });
  const { stdout } = await command(folder);
  expect(stdout).toContain(since.join(", "));
  expect(await applied()).toEqual(OLDER);
});
