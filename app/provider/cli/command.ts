import type { Kysely } from "kysely";
import { ConfigError, readProviderConfig } from "../config.ts";
import { BackupError } from "../db/backup.ts";
import type { ServerLog } from "../db/connection.ts";
import { chooseDataDir, DatabaseStartError } from "../db/data-folder.ts";
import { openDatabase } from "../db/database.ts";
import { startEmbedded } from "../db/embedded.ts";
import { MigrationError, migrate } from "../db/migrate.ts";
import type { Database } from "../db/schema.ts";

/** A command was called with words or files that it cannot use. The message is one line that says what to do. */
export class UsageError extends Error {}

/** What a command lets the database's supervisor say: its own answer alone goes to standard output. */
export const toErrorsOnly: ServerLog = { info: () => {}, warn: console.error, error: console.error };

/** Runs a command to its exit status; what a person can mend is said in one line, anything else with its trace. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const expected = [UsageError, ConfigError, DatabaseStartError, MigrationError, BackupError];
    const isExpected = expected.some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

/**
 * Works on the database of `DATA_DIR` or `DATABASE_URL`, migrated, beside a provider that may be at work on it.
 * @param name `fairlead-<name>` stands in the server's list of connections
 * @throws ConfigError, DatabaseStartError, MigrationError
 */
export async function onOperatorsDatabase<Result>(
  name: string,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const config = readProviderConfig();
  const server = config.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: await chooseDataDir(config),
        postgresBin: config.postgresBin,
        log: toErrorsOnly,
      });
  const target = config.databaseUrl ?? server!.connection;
  try {
    await migrate(target);
    const { db, close } = openDatabase(target, {
      applicationName: `fairlead-${name}`,
      isUnhurried: true,
      poolSize: 2,
    });
    try {
      return await work(db);
    } finally {
      await close();
    }
  } finally {
    // A server that ran before belongs to a provider that is at work.
    if (server?.isAdopted) server.release();
    else await server?.stop();
  }
}
