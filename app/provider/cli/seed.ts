import { parseArgs } from "node:util";
import { loadReference } from "../reference/load.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

interface SeedArguments {
  shipments: number;
  isConfirmed: boolean;
}

/**
 * `npm run seed -- [--shipments N] [--yes]`: adds demonstration shipments up to N in all, in the database of
 * `DATA_DIR` or `DATABASE_URL`. Without --yes a database with other companies is not changed.
 */
async function readArguments(args: string[]): Promise<SeedArguments> {
  const { DEMO_SHIPMENTS } = await import("../demo/load.ts");
  const { SEED_MAX } = await import("../demo/seed.ts");
  const help = "npm run seed -- [--shipments N] [--yes]";
  try {
    const { values } = parseArgs({
      args,
      options: { shipments: { type: "string" }, yes: { type: "boolean" } },
    });
    const shipments = values.shipments === undefined ? DEMO_SHIPMENTS : Number(values.shipments);
    if (!Number.isInteger(shipments) || shipments < DEMO_SHIPMENTS || shipments > SEED_MAX) {
      throw new UsageError(
        `Give a number of shipments from ${DEMO_SHIPMENTS} to ${SEED_MAX}: ${help.replace("N", "10000")}`,
      );
    }
    return { shipments, isConfirmed: values.yes ?? false };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${help}`);
  }
}

async function seed({ shipments, isConfirmed }: SeedArguments): Promise<number> {
  const { demoAccountsLine } = await import("../demo/accounts.ts");
  const { hasOtherCompanies, seedBulk } = await import("../demo/seed.ts");
  return onOperatorsDatabase("seed", async (db) => {
    await loadReference(db);
    if (!isConfirmed && (await hasOtherCompanies(db))) {
      throw new UsageError(
        "This database has companies of its own: add --yes to load the demonstration beside them",
      );
    }
    const started = performance.now();
    const added = await seedBulk(db, { shipments, today: new Date(), log: { info: console.log } });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      added > 0
        ? `${added} shipments added in ${seconds} s`
        : `Nothing to do: the demonstration has ${shipments} shipments or more`,
    );
    console.log(demoAccountsLine);
    return 0;
  });
}

await runCommand(async () => seed(await readArguments(process.argv.slice(2))));
