import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { shipmentFollow, shipmentList } from "#app/contract/shipment.ts";
import { isAll } from "#tests/support/is-all.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { expect, test } from "../support/journey.ts";
import { type ProviderClient, providerClient } from "../support/provider-client.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (isAll ? 10 : 2));
const WRITERS = 4;

/** Whether the demo account follows a shipment; null after a write that got no answer. */
type Acknowledged = Map<string, boolean | null>;

let product: Product;
let provider: ProviderClient;

test.beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: "error" }, process.env.E2E_SEEDED_FOLDER);
  provider = await providerClient(product.providerUrl, "demo");
});
test.afterAll(async () => {
  await product?.stop();
});

async function shipments(filter: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { rows } = await provider.call(shipmentList, { ...filter, page, pageSize: 100 });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < 100) return ids;
  }
}

/**
 * Turns following on and off, one shipment after the other, until it is stopped. A write that got no answer is
 * not repeated: its outcome is unknown.
 */
async function write(
  ids: string[],
  acknowledged: Acknowledged,
  answered: () => void,
  stop: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    if (stop.aborted) break;
    const wanted = !acknowledged.get(id);
    acknowledged.set(id, null);
    const isAnswered = await provider.call(shipmentFollow, { id, isFollowed: String(wanted) }).then(
      () => true,
      () => sleep(20, false),
    );
    if (!isAnswered) continue;
    acknowledged.set(id, wanted);
    answered();
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

test("every acknowledged write survives kill -9 of provider and database, and both are started again automatically", async () => {
  test.setTimeout(60_000 + ROUNDS * 15_000);
  const ids = await shipments({});
  const before = new Set(await shipments({ isFollowed: true }));
  const acknowledged: Acknowledged = new Map(ids.map((id) => [id, before.has(id)]));
  let answered = 0;
  const waits: number[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    const enough = new AbortController();
    const soFar = answered;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      write(
        ids.filter((_, index) => index % WRITERS === writer),
        acknowledged,
        () => answered++,
        enough.signal,
      ),
    );
    await expect.poll(() => answered - soFar, { intervals: [5] }).toBeGreaterThan(WRITERS);
    await sleep(60 + 10 * (round % 7));
    const killedAt = Date.now();
    await killOf(round % 2 === 0 ? "provider" : "database");
    await expect(async () => void (await shipments({ isFollowed: true }))).toPass({
      timeout: 30_000,
      intervals: [50],
    });
    waits.push(Date.now() - killedAt);
    enough.abort();
    await Promise.all(writers);

    const found = new Set(await shipments({ isFollowed: true }));
    for (const [id, state] of acknowledged) {
      if (state !== null) expect(found.has(id), `round ${round}, shipment ${id}`).toBe(state);
      acknowledged.set(id, found.has(id));
    }
  }
  waits.sort((a, b) => a - b);
  console.log(
    `${ROUNDS} kills, ${answered} acknowledged writes, none lost; back after ${waits[ROUNDS >> 1]} ms (median), ${waits.at(-1)} ms at most`,
  );
});
