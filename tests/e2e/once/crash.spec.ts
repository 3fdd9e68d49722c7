import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { signIn as tokenOf } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { envelope } from "#app/contract/envelope.ts";
import { shipmentDetail, shipmentFollow, shipmentList } from "#app/contract/shipment.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { expect, PASSWORD, test } from "../support/journey.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 20);
const WRITERS = 4;

/** Whether the demo account follows a shipment; null while a write on it was never answered. */
type Acknowledged = Map<string, boolean | null>;

let product: Product;
let token = "";

test.beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: "error" });
  token = (await call(tokenOf, { userName: "demo", password: PASSWORD })).token;
});
test.afterAll(async () => {
  await product?.stop();
});

/** A call of the provider as its portal makes it. @throws Error unless it is answered with success. */
async function call<Res extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Res>,
  fields: Record<string, string>,
): Promise<z.output<Res>> {
  const isJson = endpoint.body === "json";
  const answer = await fetch(`${product.providerUrl}/api${endpoint.path}`, {
    method: "POST",
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
      "idempotency-key": crypto.randomUUID(),
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    signal: AbortSignal.timeout(10_000),
  });
  const { code, message, data } = envelope.parse(await answer.json());
  if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${message}`);
  return endpoint.response.parse(data);
}

async function isFollowed(id: string): Promise<boolean> {
  return (await call(shipmentDetail, { id })).isFollowed;
}

/** Turns following on and off, one shipment after the other, until a write is not answered. Gives the number of answers. */
async function writeUntilCrash(ids: string[], acknowledged: Acknowledged): Promise<number> {
  for (let count = 0; ; count++) {
    const id = ids[count % ids.length]!;
    const wanted = !acknowledged.get(id);
    acknowledged.set(id, null);
    try {
      await call(shipmentFollow, { id, isFollowed: String(wanted) });
    } catch {
      return count;
    }
    acknowledged.set(id, wanted);
  }
}

async function killOf(victim: "provider" | "database"): Promise<void> {
  if (victim === "database") {
    const lock = await readFile(join(product.dataDir, "postgres", "data", "postmaster.pid"), "utf8");
    process.kill(Number(lock.split("\n")[0]), "SIGKILL");
    return;
  }
  const found = descendants(product.launcher.pid!).find(({ command }) =>
    command.includes("provider/server.ts"),
  );
  process.kill(found!.pid, "SIGKILL");
}

test("every acknowledged write survives kill -9 of provider and database, and both come back by themselves", async () => {
  test.setTimeout(30_000 + ROUNDS * 15_000);
  const { rows } = await call(shipmentList, { pageSize: "40" });
  const ids = rows.map(({ id }) => id);
  const acknowledged: Acknowledged = new Map();
  for (const id of ids) acknowledged.set(id, await isFollowed(id));
  let answered = 0;
  const waits: number[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilCrash(
        ids.filter((_, index) => index % WRITERS === writer),
        acknowledged,
      ),
    );
    await sleep(100 + 20 * (round % 7));
    const killedAt = Date.now();
    await killOf(round % 2 === 0 ? "provider" : "database");
    for (const count of await Promise.all(writers)) answered += count;

    await expect(async () => void (await isFollowed(ids[0]!))).toPass({ timeout: 30_000, intervals: [50] });
    waits.push(Date.now() - killedAt);
    for (const [id, state] of acknowledged) {
      const found = await isFollowed(id);
      if (state !== null) expect(found, `round ${round}, shipment ${id}`).toBe(state);
      acknowledged.set(id, found);
    }
  }
  expect(answered).toBeGreaterThan(ROUNDS * WRITERS);
  waits.sort((a, b) => a - b);
  console.log(
    `${ROUNDS} kills, ${answered} acknowledged writes, none lost; back after ${waits[ROUNDS >> 1]} ms (median), ${waits.at(-1)} ms at most`,
  );
});
