import { readProviderConfig } from "../config.ts";
import { backUp } from "../db/backup.ts";
import { chooseDataDir } from "../db/data-folder.ts";
import { runCommand, toErrorsOnly, toolAddress, UsageError } from "./command.ts";

/** `npm run db:backup -- FILE`: database and files into one file, while the provider runs. */
await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new UsageError("Name the file to write: npm run db:backup -- FILE");
  const config = readProviderConfig();
  const { postgresBin } = config;
  const databaseUrl = await toolAddress(config);
  const dataDir = databaseUrl ? config.dataDir : await chooseDataDir(config);
  const since = performance.now();
  await backUp({ dataDir, databaseUrl, postgresBin, log: toErrorsOnly }, file);
  console.log(`Backed up into ${file} in ${Math.round(performance.now() - since)} ms`);
  return 0;
});
