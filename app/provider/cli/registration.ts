import { parseArgs } from "node:util";
import { registrationDecide } from "#app/contract/registration.ts";
import { Refusal } from "../call/refusal.ts";
import { decideRegistration, listRegistrations } from "../registration/decide.ts";
import { message } from "../texts/message.ts";
import { onOperatorsDatabase, operatorsConfig, runCommand, UsageError } from "./command.ts";

const HELP = "npm run registration -- list | approve ID | decline ID [--reason TEXT]";
const LISTED = 100;

/**
 * `npm run registration`: lists the companies that ask for an account and wait for a decision, one JSON object a line,
 * and approves or declines one, in the database of `DATA_DIR` or `DATABASE_URL`.
 */
async function run(args: string[]): Promise<number> {
  let parsed: { values: { reason?: string }; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      options: { reason: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${HELP}`);
  }
  const [command, id, ...rest] = parsed.positionals;
  if (command === "list" && id === undefined) return list();
  const isApproved = command === "approve";
  const input = registrationDecide.request.safeParse({ id, isApproved, reason: parsed.values.reason });
  if (!(isApproved || command === "decline") || !input.success || rest.length > 0) throw new UsageError(HELP);
  const { publicUrl } = await operatorsConfig();
  return onOperatorsDatabase("registration", async (database) => {
    const context = { now: new Date(), clientAddress: "command line", publicUrl };
    try {
      await database
        .transaction()
        .execute((db) => decideRegistration(input.data, "operator", { ...context, db }));
    } catch (error) {
      if (error instanceof Refusal) throw new UsageError(`${id}: ${message(error.messageKey, "en")}`);
      throw error;
    }
    console.log(`${id} was ${isApproved ? "approved" : "declined"}`);
    return 0;
  });
}

const list = () =>
  onOperatorsDatabase("registration", async (db) => {
    const { rows } = await listRegistrations({ page: 1, pageSize: LISTED, status: "CONFIRMED" }, db);
    for (const row of rows) console.log(JSON.stringify(row));
    return 0;
  });

await runCommand(() => run(process.argv.slice(2)));
