import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import type { Logger } from "pino";
import { type DatabaseTarget, directTarget, isPooled } from "./connection.ts";
import { isConnectionLost, openDatabase, withRetry } from "./database.ts";
import { firstLine, MigrationError, unusable } from "./migration-error.ts";
import { migrations } from "./migrations/index.ts";
import type { Database } from "./schema.ts";
import { takeUpAgain } from "./step-back.ts";

const OLDEST_SERVER = 150_000;

/**
 * Migrates the schema to the newest version and returns the names of the applied migrations. Any number of
 * processes may call it at once: one migrates under a lock, the others wait and find nothing to do.
 * @param log says what begins and how long it took; of a new database, that its schema is made
 * @throws MigrationError, with the whole failed run rolled back
 */
export async function migrate(target: DatabaseTarget, log?: Pick<Logger, "info">): Promise<string[]> {
  const { db, close } = openDatabase(directTarget(target), {
    poolSize: 2,
    applicationName: "fairlead-migrate",
    isUnhurried: true,
  });
  try {
    await checkServer(db, isPooled(target) && target.directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL");
    const started = performance.now();
    const known = await withRetry(() => new Migrator({ db, provider: asTheyAre }).getMigrations());
    const isNew = known.every(({ executedAt }) => !executedAt);
    const migrator = new Migrator({ db, provider: log && !isNew ? logged(log) : asTheyAre });
    // A migration and its entry in the list of applied ones are one transaction, so a lost one may run again.
    return await withRetry(async () => {
      await takeUpAgain(db);
      const { error, results = [] } = await migrator.migrateToLatest();
      if (!error) {
        const ms = Math.round(performance.now() - started);
        if (results.length > 0)
          log?.info(
            { migrations: results.length, ms },
            isNew ? "The schema is made" : "The schema is migrated",
          );
        return results.map((result) => result.migrationName);
      }
      if (isConnectionLost(error)) throw error;
      const failed = results.find((result) => result.status === "Error")?.migrationName;
      throw new MigrationError(
        failed
          ? `The migration ${failed} failed (${firstLine(error)}): nothing was changed; restore a backup or ask the maintainers`
          : `This version does not know the database's schema (${firstLine(error)}): start the version that made it, go back with its npm run db:back, or restore a backup`,
        { cause: error },
      );
    });
  } finally {
    await close();
  }
}

const asTheyAre: MigrationProvider = { getMigrations: async () => migrations };

/** The migrations, each of which says that it begins and how long it took. What they do is undone if a later one fails. */
function logged(log: Pick<Logger, "info">): MigrationProvider {
  const saying = (name: string, { up, ...migration }: Migration): Migration => ({
    ...migration,
    async up(db) {
      const started = performance.now();
      log.info({ migration: name }, "A migration begins");
      await up(db);
      log.info({ migration: name, ms: Math.round(performance.now() - started) }, "The migration is done");
    },
  });
  const entries = Object.entries(migrations).map(([name, migration]) => [name, saying(name, migration)]);
  return { getMigrations: async () => Object.fromEntries(entries) };
}

async function checkServer(db: Kysely<Database>, setting: string): Promise<void> {
  const { rows } = await withRetry(() =>
    sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(db),
  ).catch((error) => {
    throw unusable(error, setting);
  });
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER) {
    throw new MigrationError(
      `The database server is PostgreSQL ${Math.floor(version / 10_000)}, and at least version 15 is needed: set ${setting} to a newer one`,
    );
  }
}
