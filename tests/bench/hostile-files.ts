import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { addressImport } from "#app/contract/address.ts";
import { makeToken } from "#app/provider/call/caller.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { hostileTables } from "#tests/support/hostile-tables.ts";
import { percentile, postAsDemo, seededDatabase, startBenchServer, startSeeded } from "./seeded-provider.ts";

/**
 * What others wait for while somebody sends tables that take seconds to read: the list of another company, and
 * /health/live (issue 43: within twice the time at rest).
 * node tests/bench/hostile-files.ts [--seconds 20]
 */
const { values: options } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
const forMs = Number(options.seconds) * 1_000;

const server = await startBenchServer();
const connection = await seededDatabase(server, 2_000);
const provider = await startSeeded(connection);
/** Of two companies other than that of `demo`. */
const senders = await Promise.all(["rival", "jan.peters", "emma.hale"].map(tokenOf));
// Made before, since the calls are timed in this process.
const files = Object.entries(hostileTables).map(([name, make]) => ({
  name,
  content: new Uint8Array(make()),
}));

async function tokenOf(userName: string): Promise<string> {
  const { db, close } = openDatabase(connection);
  const { token, tokenHash } = makeToken();
  const { id } = await db
    .selectFrom("app_user")
    .select("id")
    .where("user_name", "=", userName)
    .executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() + 86_400_000);
  await db
    .insertInto("auth_token")
    .values({ token_hash: tokenHash, user_id: id, expires_at, revoked_at: null })
    .execute();
  await close();
  return token;
}

async function send(token: string, { name, content }: (typeof files)[number]): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([content]), name);
  const answer = await fetch(provider.apiUrl + addressImport.path, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() },
  });
  const { code, message } = (await answer.json()) as { code: number; message: string };
  return `${code} ${message}`;
}

/** Milliseconds of each call, one after the other, until `isOver`. */
async function timed(call: () => Promise<Response>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const begun = performance.now();
    await (await call()).arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times;
}

const calls = {
  "another company's list": () => postAsDemo(provider, "/shipment/list", { pageSize: 20 }),
  "/health/live": () => fetch(`${new URL(provider.apiUrl).origin}/health/live`),
};

async function measure(isOver: () => boolean): Promise<Record<string, number[]>> {
  const found = Object.entries(calls).map(async ([name, call]) => [name, await timed(call, isOver)] as const);
  return Object.fromEntries(await Promise.all(found));
}

async function rest(): Promise<Record<string, number[]>> {
  const end = performance.now() + forMs;
  return measure(() => performance.now() > end);
}

console.log("| while | call | calls | p50 ms | p99 ms | slowest ms | p50 against rest |");
console.log("|---|---|---|---|---|---|---|");
await rest();
const atRest = await rest();
print("at rest", atRest);
for (const file of files) {
  const end = performance.now() + forMs;
  const isOver = () => performance.now() > end;
  const answers = new Map<string, number>();
  const sending = senders.map(async (token) => {
    while (!isOver()) {
      const answer = await send(token, file);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  print(file.name, await measure(isOver));
  await Promise.all(sending);
  console.log(
    `${file.name}: ${[...answers].map(([answer, times]) => `${times} times ${answer}`).join(", ")}`,
  );
}
provider.child.disconnect();
await server.stop();

function print(while_: string, measured: Record<string, number[]>): void {
  for (const [name, times] of Object.entries(measured)) {
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share));
    const ratio = p50! / percentile(atRest[name]!, 0.5);
    const figures = [p50!, p99!, Math.max(...times)].map((ms) => ms.toFixed(1));
    console.log(`| ${while_} | ${name} | ${times.length} | ${figures.join(" | ")} | ${ratio.toFixed(2)} |`);
  }
}
