import { withdrawFactors } from "../identity/second-factor.ts";
import { onOperatorsDatabase, operatorsConfig, runCommand, UsageError } from "./command.ts";

const HELP = "npm run factor:reset -- ACCOUNT";

/**
 * `npm run factor:reset`: removes the second factor and the passkeys of an account whose holder has lost them, for
 * example of a company's only administrator, in the database of `DATA_DIR` or `DATABASE_URL`.
 */
async function run(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (!name || rest.length > 0 || name.startsWith("-")) throw new UsageError(HELP);
  const { publicUrl } = await operatorsConfig();
  return onOperatorsDatabase("factor-reset", async (database) => {
    const context = { now: new Date(), clientAddress: "command line", publicUrl, language: "en" as const };
    const isDone = await database.transaction().execute((db) => withdrawFactors({ ...context, db }, name));
    if (!isDone) throw new UsageError(`There is no account ${name}`);
    console.log(`${name} signs in with the password alone, and has been told by mail`);
    return 0;
  });
}

await runCommand(() => run(process.argv.slice(2)));
