import { readFile } from "node:fs/promises";
import type { Kysely } from "kysely";
import { ConfigError, type ProviderConfig, readProviderConfig } from "../config.ts";
import { type DatabaseTarget, directTarget, type ServerLog } from "../db/connection.ts";
import { chooseDataDir, DatabaseStartError } from "../db/data-folder.ts";
import { openDatabase } from "../db/database.ts";
import { startEmbedded } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { MigrationError } from "../db/migration-error.ts";
import { findTarget, isPooler } from "../db/pooler.ts";
import { BackupError } from "../db/restore-place.ts";
import type { Database } from "../db/schema.ts";
import { configWithKept } from "../kept-settings.ts";

/** The arguments or files of a command cannot be used. The message is one line that says what to do. */
export class UsageError extends Error {}

/** Logger for the database's supervisor: standard output is kept for the command's own result. */
export const toErrorsOnly: ServerLog = { info: () => {}, warn: console.error, error: console.error };

/**
 * Runs a command and exits with its status. Errors that a person can correct are printed in one line, others
 * with a stack trace.
 */
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
 * The provider's settings as `npm start` reads them: those of the environment, and what `npm run setup` kept.
 * @throws ConfigError, DatabaseStartError
 */
export async function operatorsConfig(): Promise<ProviderConfig> {
  const config = readProviderConfig();
  const dataDir = config.databaseUrl ? config.dataDir : await chooseDataDir(config);
  return configWithKept(dataDir);
}

/**
 * Runs work on the migrated database of `DATA_DIR` or `DATABASE_URL`, also while a provider uses it.
 * @param name shown as `fairlead-<name>` among the server's connections
 * @throws ConfigError, DatabaseStartError, MigrationError
 */
export async function onOperatorsDatabase<Result>(
  name: string,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return onOperatorsServer(async (target) => {
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
  });
}

/**
 * Runs work on the database of `DATA_DIR` or `DATABASE_URL` as it is; the embedded one is started for it where it does not run.
 * @throws ConfigError, DatabaseStartError
 */
export async function onOperatorsServer<Result>(
  work: (target: DatabaseTarget) => Promise<Result>,
): Promise<Result> {
  const config = readProviderConfig();
  const { databaseUrl, databaseDirectUrl } = config;
  const server = databaseUrl
    ? null
    : await startEmbedded({
        dataDir: await chooseDataDir(config),
        postgresBin: config.postgresBin,
        log: toErrorsOnly,
        stopsWithProcess: true,
      });
  try {
    return await work(
      server
        ? server.connection
        : directTarget(await findTarget({ databaseUrl: databaseUrl!, databaseDirectUrl })),
    );
  } finally {
    // A server that was running before belongs to a running provider.
    if (server?.isAdopted) server.release();
    else await server?.stop();
  }
}

/**
 * The server's address for PostgreSQL's own programs; undefined for the embedded database. They change settings of
 * their session, which behind a pooler would be left to others.
 * @throws UsageError where the operator gave a pooler's address only
 */
export async function toolAddress(config: ProviderConfig): Promise<string | undefined> {
  const { databaseUrl, databaseDirectUrl } = config;
  // An address that does not answer is left to the program itself, which says more.
  if (databaseUrl && !databaseDirectUrl && (await isPooler(databaseUrl).catch(() => false)))
    throw new UsageError(
      "DATABASE_URL leads through a connection pooler, which backups cannot use: set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself",
    );
  return databaseDirectUrl ?? databaseUrl;
}

/** The text of a file that the command names. @throws UsageError when it cannot be read */
export async function readGiven(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
