import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import { z } from "zod";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import { Refusal } from "../call/refusal.ts";
import { type KeyKeeper, listCarrierKeys, makeCarrierKey, revokeCarrierKey } from "../carriers/key.ts";
import { listSilent, restartSilent } from "../carriers/silence.ts";
import type { Database } from "../db/schema.ts";
import { loadReference } from "../reference/load.ts";
import { keepPastArrivals, pastArrival } from "../shipments/past-arrival.ts";
import { message } from "../texts/message.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

const HELP =
  "npm run carrier -- list [CODE] | key CODE [--requests N] [--events N] [--bytes N] [--overlap DAYS] | revoke ID | silent [CODE] | restart CODE | arrivals COMPANY FILE.json";

/**
 * `npm run carrier`: lists, makes and ends the keys by which carriers send events, lists the shipments of which nothing is
 * heard, and asks a carrier again for them; one JSON object a line, in the database of `DATA_DIR` or `DATABASE_URL`. A key is
 * printed once.
 */
async function run(args: string[]): Promise<number> {
  const text = { type: "string" } as const;
  let parsed: { values: Record<string, string | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      options: { requests: text, events: text, bytes: text, overlap: text },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${HELP}`);
  }
  const [command, subject, ...rest] = parsed.positionals;
  const work =
    command === "arrivals" && subject && rest.length === 1
      ? await arrivalsOf(subject, rest[0]!)
      : rest.length > 0
        ? null
        : workOf(command, subject, parsed.values);
  if (!work) throw new UsageError(HELP);
  return onOperatorsDatabase("carrier", async (database) => {
    await loadReference(database);
    try {
      const rows = await database.transaction().execute(work);
      for (const row of rows) console.log(JSON.stringify(row));
    } catch (error) {
      if (error instanceof Refusal) throw new UsageError(message(error.messageKey, "en", error.values));
      throw error;
    }
    return 0;
  });
}

type Work = (db: Kysely<Database>) => Promise<object[]>;

function workOf(
  command: string | undefined,
  subject: string | undefined,
  values: Record<string, string | undefined>,
): Work | null {
  const keeper = (db: Kysely<Database>): KeyKeeper => ({
    db,
    now: new Date(),
    clientAddress: "command line",
    person: null,
  });
  if (command === "list") return async (db) => (await listCarrierKeys({ carrierCode: subject }, db)).rows;
  if (command === "key") {
    const number = (name: string) => (values[name] === undefined ? undefined : Number(values[name]));
    const input = carrierKeyMake.request.safeParse({
      carrierCode: subject,
      requestsPerMinute: number("requests"),
      eventsPerMinute: number("events"),
      bodyBytes: number("bytes"),
      overlapDays: number("overlap"),
    });
    return input.success ? async (db) => [await makeCarrierKey(input.data, keeper(db))] : null;
  }
  if (command === "silent") return (db) => listSilent(db, { carrierCode: subject ?? null, now: new Date() });
  if (command === "restart" && subject) return async (db) => [await restartSilent(db, subject, new Date())];
  if (command !== "revoke" || !/^\d{1,18}$/.test(subject ?? "")) return null;
  return async (db) => {
    await revokeCarrierKey({ id: subject! }, keeper(db));
    return [{ id: subject, isRevoked: true }];
  };
}

/** Arrivals of before the product was used, for how far the ETAs of a lane were off; the whole file or nothing. */
async function arrivalsOf(company: string, path: string): Promise<Work> {
  const fileContent = await readFile(path, "utf8")
    .then((content): unknown => JSON.parse(content))
    .catch((error: Error) => {
      throw new UsageError(`${path}: ${error.message}`);
    });
  const read = z.array(pastArrival).safeParse(fileContent);
  if (!read.success) {
    const faults = read.error.issues.map(({ path: at, message: fault }) => `${at.join(".")}: ${fault}`);
    throw new UsageError(`${path}: nothing was imported\n${faults.join("\n")}`);
  }
  return async (db) => {
    const row = await db.selectFrom("company").select("id").where("code", "=", company).executeTakeFirst();
    if (!row) throw new UsageError(`no company has the code ${company}`);
    await keepPastArrivals(db, row.id, read.data);
    return [{ company, arrivals: read.data.length }];
  };
}

await runCommand(() => run(process.argv.slice(2)));
