import { parseArgs } from "node:util";
import { demoAccountsLine } from "../demo/accounts.ts";
import { DEMO_SHIPMENTS } from "../demo/load.ts";
import { hasOtherCompanies, SEED_MAX, seedBulk } from "../demo/seed.ts";
import { loadReference } from "../reference/load.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

/**
 * `npm run seed -- [--shipments N] [--yes]`: the demonstration, up to N shipments in all, into the database of
 * `DATA_DIR` or `DATABASE_URL`. A database with other companies than the demonstration's is left alone without --yes.
 */
function readArguments(given: string[]): { shipments: number; isConfirmed: boolean } {
  const help = "npm run seed -- [--shipments N] [--yes]";
  try {
    const { values } = parseArgs({
      args: given,
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

async function seed({ shipments, isConfirmed }: ReturnType<typeof readArguments>): Promise<number> {
  return onOperatorsDatabase("seed", async (db) => {
    await loadReference(db);
    if (!isConfirmed && (await hasOtherCompanies(db))) {
      throw new UsageError(
        "This database holds companies of its own: to put the demonstration beside them, say it with --yes",
      );
    }
    const started = performance.now();
    const added = await seedBulk(db, { shipments, today: new Date(), log: { info: console.log } });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      added > 0
        ? `${added} shipments added in ${seconds} s`
        : `Nothing to do: the demonstration holds ${shipments} shipments or more`,
    );
    console.log(demoAccountsLine);
    return 0;
  });
}

await runCommand(async () => seed(readArguments(process.argv.slice(2))));
