import { readProviderConfig } from "../config.ts";
import { restore } from "../db/backup.ts";
import { chooseDataDir } from "../db/data-folder.ts";

/** `npm run db:restore -- FILE [--force]`: puts back what db:backup wrote; --force replaces data that is there. */
const log = { info: () => {}, warn: console.error, error: console.error };
try {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--force");
  if (!file || rest.length > 0) throw new Error("Say what: npm run db:restore -- FILE [--force]");
  const { databaseUrl, postgresBin, ...config } = readProviderConfig();
  const dataDir = databaseUrl ? config.dataDir : await chooseDataDir(config);
  const { keptIn } = await restore(
    { dataDir, databaseUrl, postgresBin, log },
    file,
    args.includes("--force"),
  );
  console.log(`Restored ${file}${keptIn ? `; what was there before is in ${keptIn}` : ""}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
