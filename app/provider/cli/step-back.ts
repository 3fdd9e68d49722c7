import { migrationsIn, stepBack } from "../db/step-back.ts";
import { onOperatorsServer, runCommand, UsageError } from "./command.ts";

/** `npm run db:back -- FOLDER`: prepares the database for the older version that lies in the folder. */
await runCommand(async () => {
  const [folder, ...rest] = process.argv.slice(2);
  if (!folder || rest.length > 0)
    throw new UsageError("Name the folder of the older version: npm run db:back -- /opt/fairlead-before");
  const known = await migrationsIn(folder);
  const setAside = await onOperatorsServer((target) => stepBack(target, known));
  console.log(
    setAside.length > 0
      ? `Set aside ${setAside.join(", ")}: start the version of ${folder} now. Nothing was removed; this version takes it up again when it starts`
      : `The version of ${folder} knows all that the database has: start it`,
  );
  return 0;
});
