import { parseArgs } from "node:util";
import { DAY_MS } from "#app/lib/date-time.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

const HELP = "npm run security:log -- [--days 7] [--user NAME]";

/**
 * `npm run security:log -- [--days N] [--user NAME]`: prints one JSON object a line, oldest first, from the
 * database of `DATA_DIR` or `DATABASE_URL`.
 */
function readArguments(args: string[]): { days: number; user: string | undefined } {
  let values: { days?: string; user?: string };
  try {
    ({ values } = parseArgs({
      args,
      options: { days: { type: "string" }, user: { type: "string" } },
    }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${HELP}`);
  }
  const days = Number(values.days ?? 7);
  if (!(days > 0 && days <= 400)) throw new UsageError(`Give a number of days up to 400: ${HELP}`);
  return { days, user: values.user };
}

async function print({ days, user }: ReturnType<typeof readArguments>): Promise<number> {
  return onOperatorsDatabase("security-log", async (db) => {
    const rows = await db
      .selectFrom("security_event")
      .select(["at", "kind", "user_id", "user_name", "company_id", "client_address", "detail"])
      .where("at", ">", new Date(Date.now() - days * DAY_MS))
      .$if(user !== undefined, (query) => query.where("user_name", "=", user!))
      .orderBy("id")
      .execute();
    for (const row of rows) console.log(JSON.stringify(row));
    return 0;
  });
}

await runCommand(async () => print(readArguments(process.argv.slice(2))));
