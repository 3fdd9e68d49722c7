import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type DatabaseTarget, directTarget } from "./connection.ts";
import { openDatabase } from "./database.ts";
import { MigrationError } from "./migration-error.ts";
import { migrationName, migrations } from "./migrations/index.ts";
import type { Database } from "./schema.ts";

/** Another migrating process waits for it before it notes a migration. */
const heldList = sql`lock table kysely_migration in share row exclusive mode`;

const LEAVING_MS = 3000;

/** The migrations that the version in a folder knows. @throws MigrationError when there is none */
export async function migrationsIn(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, "app/provider/db/migrations")).catch(() => []);
  const names = files.map(migrationName).filter((name) => name !== undefined);
  if (names.length === 0)
    throw new MigrationError(`${folder} holds no version of Fairlead: name the folder of its package.json`);
  return names;
}

/**
 * Prepares the database for an older version: notes the migrations that it does not know as set aside, so that it starts.
 * Their tables, columns and rows stay, and are used again when this version starts (`takeUpAgain`). The providers have to be
 * stopped before.
 * @param known names of the older version's migrations, in any order
 * @returns the names that were set aside
 * @throws MigrationError when the older version would not work on the schema as it is, and nothing was changed
 */
export async function stepBack(target: DatabaseTarget, known: readonly string[]): Promise<string[]> {
  const { db, close } = openDatabase(directTarget(target), {
    poolSize: 1,
    applicationName: "fairlead-step-back",
    isUnhurried: true,
  });
  try {
    return await db.transaction().execute(async (tx) => {
      await heldList.execute(tx);
      await refuseWhileUsed(tx);
      const applied = await readApplied(tx);
      const unknown = applied.map(({ name }) => name).filter((name) => !known.includes(name));
      judge(unknown, known);
      const setAside = applied.filter(({ name }) => unknown.includes(name));
      if (setAside.length > 0) {
        const at = new Date();
        const rows = setAside.map(({ name, timestamp }) => ({
          name,
          applied_at: timestamp,
          set_aside_at: at,
        }));
        await tx.insertInto("migration_set_aside").values(rows).execute();
        await sql`delete from kysely_migration where name = any(${unknown})`.execute(tx);
      }
      return unknown;
    });
  } finally {
    await close();
  }
}

/** Takes migrations that were set aside for an older version into use again. */
export async function takeUpAgain(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('migration_set_aside') is not null and to_regclass('kysely_migration') is not null as "isThere"`.execute(
    db,
  );
  if (!rows[0]?.isThere) return;
  await db.transaction().execute(async (tx) => {
    const setAside = await tx.selectFrom("migration_set_aside").select("name").execute();
    if (setAside.length === 0) return;
    await heldList.execute(tx);
    // Another process may have done it while this one waited.
    const still = await tx
      .selectFrom("migration_set_aside")
      .select(["name", "applied_at"])
      .orderBy("name")
      .execute();
    for (const { name, applied_at } of still) {
      if (!migrations[name]) continue;
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${applied_at})`.execute(tx);
      await tx.deleteFrom("migration_set_aside").where("name", "=", name).execute();
    }
  });
}

async function readApplied(tx: Kysely<Database>): Promise<{ name: string; timestamp: string }[]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name`.execute(tx);
  return rows;
}

/**
 * A running provider would go on with tables that the older one does not look after, and answer as if nothing had happened.
 * One that has just ended, or a step back before this one, may still have a connection on its way out.
 */
async function refuseWhileUsed(tx: Kysely<Database>): Promise<void> {
  const until = Date.now() + LEAVING_MS;
  while (await isUsed(tx)) {
    if (Date.now() >= until)
      throw new MigrationError(
        "A provider or a command uses the database: stop all providers, then go back; nothing was changed",
      );
    await setTimeout(100);
  }
}

async function isUsed(tx: Kysely<Database>): Promise<boolean> {
  // A transaction sees the activity as it was when it first looked.
  await sql`select pg_stat_clear_snapshot()`.execute(tx);
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'fairlead%') as "isUsed"`.execute(
    tx,
  );
  return rows[0]!.isUsed;
}

function judge(unknown: readonly string[], known: readonly string[]): void {
  const foreign = unknown.find((name) => !migrations[name]);
  if (foreign)
    throw new MigrationError(
      `The database has the migration ${foreign}, which this version does not know: go back with the version that made it`,
    );
  const lasting = unknown.find((name) => !migrations[name]!.staysForOlder);
  if (lasting)
    throw new MigrationError(
      `A version before ${lasting} does not work on this database: restore a backup that was made before that migration`,
    );
  const beyond = known.filter((name) => !migrations[name]);
  if (beyond.length > 0)
    throw new MigrationError(
      `That is no older version: it has the migration ${beyond.sort().at(-1)}, which this one does not know`,
    );
}
