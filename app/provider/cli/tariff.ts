import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { readTariffs, removeTariff, saveTariffs } from "../free-time/tariff.ts";
import { readTariffFile } from "../free-time/tariff-file.ts";
import { loadReference } from "../reference/load.ts";
import { refreshCompany } from "../shipments/free-time-refresh.ts";
import { onOperatorsDatabase, readGiven, runCommand, UsageError } from "./command.ts";

const HELP =
  "npm run tariff -- list COMPANY | import COMPANY FILE.json|FILE.csv [--dry] | remove COMPANY CODE (COMPANY is the company's code)";

/**
 * `npm run tariff`: tariffs of demurrage and detention of a company, in the database of `DATA_DIR` or `DATABASE_URL`.
 * An import is whole or not at all; a tariff whose code is there already is replaced.
 */
async function run(args: string[]): Promise<number> {
  let parsed: { values: { dry?: boolean | undefined }; positionals: string[] };
  try {
    parsed = parseArgs({ args, options: { dry: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${HELP}`);
  }
  const [command, company, subject, ...rest] = parsed.positionals;
  const isWhole =
    command === "list" ? !subject : command === "import" || command === "remove" ? subject : false;
  if (!company || !isWhole || rest.length > 0) throw new UsageError(HELP);
  const read = command === "import" ? readTariffFile(await readGiven(subject!), subject!) : null;
  if (read && read.faults.length > 0)
    throw new UsageError(`${subject}: nothing was imported\n${read.faults.join("\n")}`);
  return onOperatorsDatabase("tariff", async (db) => {
    await loadReference(db);
    const companyId = await findCompany(db, company);
    if (command === "list") {
      for (const tariff of (await readTariffs(db, [companyId])).get(companyId) ?? [])
        console.log(JSON.stringify(tariff));
      return 0;
    }
    const now = new Date();
    await db.transaction().execute(async (trx) => {
      if (read) {
        await checkCodes(trx, read.tariffs, subject!);
        if (parsed.values.dry) return;
        await saveTariffs(trx, companyId, read.tariffs, now);
      } else if (!(await removeTariff(trx, companyId, subject!))) {
        throw new UsageError(`${company} has no tariff ${subject}`);
      }
      await refreshCompany(trx, companyId, now);
    });
    const done = parsed.values.dry ? "could be imported" : "imported";
    console.log(read ? `${read.tariffs.length} tariffs ${done}` : `${subject} was removed`);
    return 0;
  });
}

async function findCompany(db: Kysely<Database>, code: string): Promise<string> {
  const company = await db.selectFrom("company").select("id").where("code", "=", code).executeTakeFirst();
  if (company) return company.id;
  const known = await db.selectFrom("company").select("code").orderBy("code").limit(20).execute();
  throw new UsageError(`There is no company ${code}. Known: ${known.map((each) => each.code).join(", ")}`);
}

/** A carrier or place that nobody knows would never match. */
async function checkCodes(
  db: Kysely<Database>,
  tariffs: readonly { code: string; carrierCode: string | null; placeCode: string | null }[],
  path: string,
): Promise<void> {
  const carriers = await db.selectFrom("carrier").select("code").execute();
  const codes = tariffs.flatMap(({ placeCode }) => placeCode ?? []);
  const places =
    codes.length > 0 ? await db.selectFrom("place").select("code").where("code", "in", codes).execute() : [];
  const known = new Set([...carriers, ...places].map(({ code }) => code));
  const faults = tariffs.flatMap(({ code, carrierCode, placeCode }) => [
    ...(carrierCode && !known.has(carrierCode) ? [`${code}: no carrier ${carrierCode}`] : []),
    ...(placeCode && !known.has(placeCode) ? [`${code}: no place ${placeCode}`] : []),
  ]);
  if (faults.length > 0) throw new UsageError(`${path}: nothing was imported\n${faults.join("\n")}`);
}

await runCommand(() => run(process.argv.slice(2)));
