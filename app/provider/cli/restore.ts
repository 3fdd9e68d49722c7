import { readProviderConfig } from "../config.ts";
import { checkBackup, restore } from "../db/backup.ts";
import { chooseDataDir } from "../db/data-folder.ts";
import { openArchive } from "../wal-archive/open.ts";
import { restoreAt } from "../wal-archive/restore.ts";
import { runCommand, toErrorsOnly, toolAddress, UsageError } from "./command.ts";

const USAGE =
  "Name the file: npm run db:restore -- FILE [--force], or --check FILE; or a time of the archive: --at 2026-11-26T08:30:00+01:00 [--line NAME] [--force]";

/**
 * `npm run db:restore -- FILE [--force]`: restores what db:backup wrote; --force replaces existing data. `npm
 * run db:restore -- --check FILE` compares digests and restores nothing. `npm run db:restore -- --at TIME [--line NAME] [--force]`
 * restores the embedded database from `ARCHIVE_TO` as it was at the time.
 */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const isForced = args.includes("--force");
  const [first, ...rest] = args.filter((arg) => arg !== "--force" && arg !== "--check");
  if (first === "--at") return restoreTime(rest, isForced);
  const file = first;
  if (!file || rest.length > 0) throw new UsageError(USAGE);
  if (args.includes("--check")) {
    const { madeAt, files } = await checkBackup(file);
    console.log(`${file} is complete and unchanged: ${files} files of ${madeAt}`);
    return 0;
  }
  const config = readProviderConfig();
  const { postgresBin } = config;
  const databaseUrl = await toolAddress(config);
  const dataDir = databaseUrl ? config.dataDir : await chooseDataDir(config);
  const { keptIn } = await restore({ dataDir, databaseUrl, postgresBin, log: toErrorsOnly }, file, isForced);
  console.log(`Restored ${file}${keptIn ? `; the former data are in ${keptIn}` : ""}`);
  return 0;
});

async function restoreTime([time, ...rest]: string[], isForced: boolean): Promise<number> {
  // A time without its offset from UTC is not one moment.
  const isMoment = time && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(time);
  const at = new Date(isMoment ? time : Number.NaN);
  const [flag, line, ...more] = rest;
  const isLine = flag === undefined || (flag === "--line" && line !== undefined && more.length === 0);
  if (Number.isNaN(at.getTime()) || !isLine) throw new UsageError(USAGE);
  const config = readProviderConfig();
  const { archiveTo, postgresBin } = config;
  if (!archiveTo)
    throw new UsageError("Set ARCHIVE_TO to the folder or bucket that the provider archived into");
  const store = openArchive(archiveTo);
  const target = { dataDir: await chooseDataDir(config), postgresBin, log: toErrorsOnly };
  const wants = { isForced, line };
  const { keptIn, base } = await restoreAt(target, store, at, wants).finally(() => store.close());
  console.log(
    `Restored the state of ${at.toISOString()} from ${store.place}, by the copy of ${base.at.toISOString()}${keptIn ? `; the former data are in ${keptIn}` : ""}`,
  );
  return 0;
}
