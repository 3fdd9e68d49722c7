import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { freshId } from "#app/lib/fresh-id.ts";
import { asRequest } from "#app/lib/request-id.ts";
import { openDatabase, transaction } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { cachedPlan } from "#app/provider/db/kept-plan.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { percentile } from "./seeded-provider.ts";

/**
 * What a request's id costs a statement and a transaction: the same work for a request and for none, in turns.
 * node tests/bench/request-mark-cost.ts
 */
const ROUNDS = 40;
const TIMES = 50;

const dataDir = await tempFolder("mark");
const log = { info: () => {}, warn: () => {}, error: console.error };
const server = await startEmbedded({ dataDir, log });
const { db, close } = openDatabase(server.connection, { poolSize: 1 });
const select = (text = sql``) =>
  sql`select ${text} relname, relkind from pg_class where oid = ${1259} and relkind = ${"r"}`;
const works: Record<string, () => Promise<unknown>> = {
  "a statement": () => select().execute(db),
  "a statement with a kept plan": () => select(cachedPlan).execute(db),
  "a transaction of three": () =>
    transaction(db, async (trx) => {
      for (let step = 0; step < 3; step++) await select().execute(trx);
    }),
};

/** Microseconds of one. Each run is a task of its own, as each request is. */
async function took(work: () => Promise<unknown>, isRequest: boolean): Promise<number> {
  const id = freshId();
  const begun = performance.now();
  for (let time = 0; time < TIMES; time++) await (isRequest ? asRequest(id, work) : work());
  return ((performance.now() - begun) * 1000) / TIMES;
}

try {
  console.log("| work | without, µs | with, µs | ratio of medians | of the lowest |");
  console.log("|---|---|---|---|---|");
  for (const [name, work] of Object.entries(works)) {
    const figures: Record<"with" | "without", number[]> = { with: [], without: [] };
    for (const isRequest of [true, false]) await took(work, isRequest);
    for (let round = 0; round < ROUNDS; round++)
      for (const turn of [round % 2, (round + 1) % 2])
        figures[turn ? "with" : "without"].push(await took(work, Boolean(turn)));
    const [without, marked] = [percentile(figures.without, 0.5), percentile(figures.with, 0.5)];
    const lowest = Math.min(...figures.with) / Math.min(...figures.without);
    console.log(
      `| ${name} | ${without.toFixed(0)} | ${marked.toFixed(0)} | ${(marked / without).toFixed(3)} | ${lowest.toFixed(3)} |`,
    );
  }
} finally {
  await close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
