import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import { blankDatabase } from "#tests/support/database.ts";
import { landedVersions, restoreLanded } from "#tests/support/landed.ts";
import { fillTable } from "./support/table-filling.ts";

/** How long the migrations since the last landed version keep others from tables of a million rows. */

const ROWS = 1_000_000;
const LONGEST_MS = 1_000;
const LOOK_EVERY_MS = 20;
/** Those that hold up a writer. */
const STRONG = "('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')";

const landed = landedVersions().at(-1)!;
const since = Object.entries(migrations).filter(([name]) => name.slice(0, 4) > landed.migration);

let connection: ConnectionSettings;
let client: pg.Client;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await blankDatabase();
  ({ connection, drop } = database);
  await restoreLanded(connection, landed);
  client = new pg.Client(database.superuser);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await drop();
});

test("no table of a million rows is held for longer than a second", async () => {
  const tables = await lockedBy(async (db) => {
    for (const [, { up }] of since) await up(db);
  });
  for (const table of tables) await fillTable(client, table, ROWS);
  const held = await whileWatching("fairlead-migrate", () => migrate(connection));
  console.log(`${since.length} migrations since ${landed.commit}: ${tellHeld(tables, held)}`);
  expect([...held].filter(([, ms]) => ms > LONGEST_MS)).toEqual([]);
});

test("a migration that rewrites a table of a million rows is found", async () => {
  const up = async (db: Kysely<unknown>) => {
    await sql`alter table message add column probe uuid default gen_random_uuid()`.execute(db);
  };
  expect(await lockedBy(up)).toEqual(["message"]);
  await fillTable(client, "message", ROWS);
  const { db, close } = openDatabase(connection, {
    poolSize: 1,
    applicationName: "a planted one",
    isUnhurried: true,
  });
  const held = await whileWatching("a planted one", () =>
    db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>)),
  );
  await close();
  expect(held.get("message")).toBeGreaterThan(LONGEST_MS);
});

/** The tables that were there before and that the work keeps writers from; nothing of the work stays. */
async function lockedBy(work: (db: Kysely<unknown>) => Promise<void>): Promise<string[]> {
  const { db, close } = openDatabase(connection, { poolSize: 1, isUnhurried: true });
  try {
    const { rows: before } = await sql<{
      name: string;
    }>`select relname as name from pg_class where relkind = 'r'`.execute(db);
    const known = new Set(before.map(({ name }) => name));
    const tx = await db.startTransaction().execute();
    try {
      await work(tx as unknown as Kysely<unknown>);
      const { rows } = await sql<{ name: string }>`
        select distinct relname as name from pg_locks join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and mode in ${sql.raw(STRONG)} and relkind = 'r'
          and relnamespace = 'public'::regnamespace order by 1`.execute(tx);
      return rows.map(({ name }) => name).filter((name) => known.has(name));
    } finally {
      await tx.rollback().execute();
    }
  } finally {
    await close();
  }
}

/** @returns how long each table was held at most, ms, by the connection of that name */
async function whileWatching(name: string, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  const firstSeen = new Map<string, number>();
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { rows } = await client.query<{ table: string }>(
      `select distinct relname as table from pg_locks join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
       where application_name = $1 and granted and mode in ${STRONG} and relkind = 'r'
         and relnamespace = 'public'::regnamespace and pg_locks.database = (select oid from pg_database where datname = current_database())`,
      [name],
    );
    const now = performance.now();
    const seen = new Set(rows.map(({ table }) => table));
    for (const table of firstSeen.keys()) if (!seen.has(table)) firstSeen.delete(table);
    for (const table of seen) {
      if (!firstSeen.has(table)) firstSeen.set(table, now);
      held.set(table, Math.max(held.get(table) ?? 0, now - firstSeen.get(table)!));
    }
    await sleep(LOOK_EVERY_MS);
  }
  await working;
  return held;
}

function tellHeld(tables: readonly string[], held: ReadonlyMap<string, number>): string {
  if (tables.length === 0) return "none of the tables that were there is held";
  return tables.map((table) => `${table} ${Math.round(held.get(table) ?? 0)} ms`).join(", ");
}
