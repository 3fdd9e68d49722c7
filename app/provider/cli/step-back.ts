import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { migrationName } from "../db/migrations/index.ts";
import { stepBack } from "../db/step-back.ts";
import { onOperatorsServer, runCommand, UsageError } from "./command.ts";

/** `npm run db:back -- FOLDER`: prepares the database for the older version that lies in the folder. */
await runCommand(async () => {
  const [folder, ...rest] = process.argv.slice(2);
  if (!folder || rest.length > 0)
    throw new UsageError("Name the folder of the older version: npm run db:back -- /opt/fairlead-before");
  const known = await knownTo(folder);
  const setAside = await onOperatorsServer((target) => stepBack(target, known));
  console.log(
    setAside.length > 0
      ? `Set aside ${setAside.join(", ")}: start the version of ${folder} now. Nothing was removed; this version takes it up again when it starts`
      : `The version of ${folder} knows all that the database has: start it`,
  );
  return 0;
});

async function knownTo(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, "app/provider/db/migrations")).catch(() => []);
  const names = files.map(migrationName).filter((name) => name !== undefined);
  if (names.length === 0)
    throw new UsageError(`${folder} holds no version of Fairlead: name the folder of its package.json`);
  return names;
}
