import { readProviderConfig } from "../config.ts";
import { checkBackup, restore } from "../db/backup.ts";
import { chooseDataDir } from "../db/data-folder.ts";
import { runCommand, toErrorsOnly, toolAddress, UsageError } from "./command.ts";

/**
 * `npm run db:restore -- FILE [--force]`: restores what db:backup wrote; --force replaces existing data. `npm
 * run db:restore -- --check FILE` compares digests and restores nothing.
 */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--force" && arg !== "--check");
  if (!file || rest.length > 0)
    throw new UsageError("Name the file: npm run db:restore -- FILE [--force], or --check FILE");
  if (args.includes("--check")) {
    const { madeAt, files } = await checkBackup(file);
    console.log(`${file} is complete and unchanged: ${files} files of ${madeAt}`);
    return 0;
  }
  const config = readProviderConfig();
  const { postgresBin } = config;
  const databaseUrl = await toolAddress(config);
  const dataDir = databaseUrl ? config.dataDir : await chooseDataDir(config);
  const { keptIn } = await restore(
    { dataDir, databaseUrl, postgresBin, log: toErrorsOnly },
    file,
    args.includes("--force"),
  );
  console.log(`Restored ${file}${keptIn ? `; the former data are in ${keptIn}` : ""}`);
  return 0;
});
