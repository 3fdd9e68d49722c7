import { readProviderConfig } from "../config.ts";
import { backUp } from "../db/backup.ts";
import { chooseDataDir } from "../db/data-folder.ts";

/** `npm run db:backup -- FILE`: database and files into one file, while the provider works. */
const log = { info: () => {}, warn: console.error, error: console.error };
try {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error("Say where to: npm run db:backup -- FILE");
  const { databaseUrl, postgresBin, ...config } = readProviderConfig();
  const dataDir = databaseUrl ? config.dataDir : await chooseDataDir(config);
  const since = performance.now();
  await backUp({ dataDir, databaseUrl, postgresBin, log }, file);
  console.log(`Backed up into ${file} in ${Math.round(performance.now() - since)} ms`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
