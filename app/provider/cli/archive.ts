import { readProviderConfig } from "../config.ts";
import { chooseDataDir } from "../db/data-folder.ts";
import { startEmbedded } from "../db/embedded.ts";
import { openArchive } from "../wal-archive/open.ts";
import { readReach } from "../wal-archive/reach.ts";
import { Archiver } from "../wal-archive/round.ts";
import { runCommand, toErrorsOnly, UsageError } from "./command.ts";

/** Longer than the copy of a large database takes, which another process may be making. */
const WAIT_MS = 30 * 60_000;

/**
 * `npm run db:archive`: brings the archive of `ARCHIVE_TO` up to the present, also while the provider runs, and says which
 * times can be restored; `-- --copy` copies the whole database too.
 */
await runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg !== "--copy"))
    throw new UsageError("The command is npm run db:archive, or npm run db:archive -- --copy");
  const config = readProviderConfig();
  const { archiveTo, archiveDays: keptDays, postgresBin } = config;
  if (!archiveTo)
    throw new UsageError("Set ARCHIVE_TO to a folder on another disk, or to a bucket, as for the provider");
  const dataDir = await chooseDataDir(config);
  const store = openArchive(archiveTo);
  const server = await startEmbedded({ dataDir, postgresBin, log: toErrorsOnly, stopsWithProcess: true });
  try {
    const archiver = new Archiver({ server, dataDir, store, keptDays });
    const { base } = await archiver.round(new Date(), { base: args.includes("--copy"), waitMs: WAIT_MS });
    if (base) console.log(`The database was copied into ${store.place}`);
  } finally {
    if (server.isAdopted) server.release();
    else await server.stop();
  }
  for (const { line, bases, until, isWhole } of await readReach(store)) {
    const copies = `${bases.length} ${bases.length === 1 ? "copy" : "copies"}`;
    const times = `from ${bases[0].at.toISOString()} to ${until.toISOString()}`;
    console.log(
      isWhole
        ? `Any time ${times} can be restored (${line}, ${copies})`
        : `Log is missing in what was archived ${times} (${line}): it was removed there`,
    );
  }
  store.close();
  return 0;
});
