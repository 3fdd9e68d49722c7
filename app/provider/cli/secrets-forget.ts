import { forgetSealed } from "../identity/second-factor.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

/**
 * `npm run secrets:forget`: removes what was encrypted with a key that is lost, so that a provider with another key
 * starts on the database of `DATA_DIR` or `DATABASE_URL`.
 */
async function run(args: string[]): Promise<number> {
  if (args.join(" ") !== "--yes")
    throw new UsageError("All second factors are removed; if that is meant: npm run secrets:forget -- --yes");
  return onOperatorsDatabase("secrets-forget", async (database) => {
    const people = await database.transaction().execute(forgetSealed);
    console.log(`The second factors of ${people} people were removed. The next start takes its SECRETS_KEY`);
    return 0;
  });
}

await runCommand(() => run(process.argv.slice(2)));
