import { companySignInOff, listCompanySignIns } from "../company-sign-in/operator.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

const HELP = "npm run company:signin -- list | off COMPANY_CODE";

/**
 * `npm run company:signin`: lists the companies that have set up a sign-in of their own, one JSON object a line, and
 * switches one off, which gives its members their passwords back, in the database of `DATA_DIR` or `DATABASE_URL`.
 */
async function run([command, code, ...rest]: string[]): Promise<number> {
  if (
    rest.length > 0 ||
    (command !== "list" && command !== "off") ||
    (command === "off") !== (code !== undefined)
  )
    throw new UsageError(HELP);
  return onOperatorsDatabase("company-sign-in", async (db) => {
    if (code === undefined) {
      for (const row of await listCompanySignIns(db)) console.log(JSON.stringify(row));
      return 0;
    }
    if (!(await companySignInOff(db, code, new Date())))
      throw new UsageError(`${code}: no company of this code has its own sign-in switched on`);
    console.log(`${code} signs in by passwords again`);
    return 0;
  });
}

await runCommand(() => run(process.argv.slice(2)));
