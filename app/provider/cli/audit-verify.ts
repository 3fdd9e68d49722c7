import { ConfigError, readProviderConfig } from "../config.ts";
import { chooseDataDir, DatabaseStartError } from "../db/data-folder.ts";
import { openDatabase } from "../db/database.ts";
import { startEmbedded } from "../db/embedded.ts";
import { MigrationError, migrate } from "../db/migrate.ts";
import { verifyChains } from "../operation-log/verify.ts";

/**
 * `npm run audit:verify`: walks the operation logs of all quotes and bookings in the database of `DATA_DIR` or
 * `DATABASE_URL`. Exits with 0 when every chain is whole, and with 1 after naming the first broken entry.
 */
async function main(): Promise<number> {
  const config = readProviderConfig();
  const server = config.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: await chooseDataDir(config),
        postgresBin: config.postgresBin,
        log: { info: () => {}, warn: console.warn, error: console.error },
      });
  const target = config.databaseUrl ?? server!.connection;
  try {
    await migrate(target);
    const { db, close } = openDatabase(target, {
      applicationName: "fairlead-audit",
      isUnhurried: true,
      poolSize: 1,
    });
    try {
      const { chains, entries, broken } = await verifyChains(db);
      if (!broken) {
        console.log(`${entries} entries in ${chains} logs, every one as it was written`);
        return 0;
      }
      const { subject, number, sequence, reason } = broken;
      console.error(
        `The log of ${subject} ${number} is broken at entry ${sequence} (${reason}); ${entries} entries before it are as they were written`,
      );
      return 1;
    } finally {
      await close();
    }
  } finally {
    // A server that ran before belongs to a provider that is at work.
    if (server?.isAdopted) server.release();
    else await server?.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected = [ConfigError, DatabaseStartError, MigrationError].some((kind) => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
