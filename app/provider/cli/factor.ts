import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { type FactorFields, readFactors, removeFactor, saveFactors } from "../emissions/factor.ts";
import { readFactorFile } from "../emissions/factor-file.ts";
import { loadReference } from "../reference/load.ts";
import { onOperatorsDatabase, readGiven, runCommand, UsageError } from "./command.ts";

const HELP = "npm run factor -- list | import FILE.json|FILE.csv [--dry] | remove CODE";

/**
 * `npm run factor`: factors of greenhouse gases, in the database of `DATA_DIR` or `DATABASE_URL`. An import is whole or not
 * at all; the operator's factor whose code is there already is replaced, one that came with the product is not.
 */
async function run(args: string[]): Promise<number> {
  let parsed: { values: { dry?: boolean | undefined }; positionals: string[] };
  try {
    parsed = parseArgs({ args, options: { dry: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${HELP}`);
  }
  const [command = "", subject, ...rest] = parsed.positionals;
  const isWhole = command === "list" ? !subject : ["import", "remove"].includes(command) && subject;
  if (!isWhole || rest.length > 0) throw new UsageError(HELP);
  const read = command === "import" ? readFactorFile(await readGiven(subject!), subject!) : null;
  if (read && read.faults.length > 0)
    throw new UsageError(`${subject}: nothing was imported\n${read.faults.join("\n")}`);
  return onOperatorsDatabase("factor", async (db) => {
    await loadReference(db);
    if (command === "list") {
      for (const { row } of await readFactors(db)) console.log(JSON.stringify(row));
      return 0;
    }
    await db.transaction().execute(async (trx) => {
      if (!read) {
        if (await removeFactor(trx, subject!)) return;
        throw new UsageError(`There is no factor ${subject} of the operator`);
      }
      await checkCarriers(trx, read.factors, subject!);
      const shipped = parsed.values.dry ? [] : await saveFactors(trx, read.factors, new Date());
      if (shipped.length > 0)
        throw new UsageError(
          `${subject}: nothing was imported\n${shipped.join(", ")}: came with the product, choose another code`,
        );
    });
    const done = parsed.values.dry ? "could be imported" : "imported, every shipment is computed anew";
    console.log(read ? `${read.factors.length} factors ${done}` : `${subject} was removed`);
    return 0;
  });
}

/** A carrier that nobody knows would never match. */
async function checkCarriers(
  db: Kysely<Database>,
  factors: readonly FactorFields[],
  path: string,
): Promise<void> {
  const known = new Set((await db.selectFrom("carrier").select("code").execute()).map(({ code }) => code));
  const faults = factors.flatMap(({ code, carrierCode }) =>
    carrierCode && !known.has(carrierCode) ? [`${code}: no carrier ${carrierCode}`] : [],
  );
  if (faults.length > 0) throw new UsageError(`${path}: nothing was imported\n${faults.join("\n")}`);
}

await runCommand(() => run(process.argv.slice(2)));
