import { once } from "node:events";
import { request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { EmbeddedServer } from "#app/provider/db/embedded.ts";
import { startProduct } from "#tests/support/product.ts";
import { childrenOf, listOf, residentMiB } from "./portal-load.ts";
import {
  memoryOf,
  percentile,
  postAsDemo,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";

/**
 * The export of the whole list (targets "The data": 100,000 rows within 64 MiB above idle, 1,000,000 within 128, first
 * byte under 1 s, 30,000 rows a second, other pages' p99 under 100 ms meanwhile, a slow reader changes nothing).
 * The limit above which a job makes the file is raised to a million rows: this measures the stream, which a job writes too.
 *
 *   node tests/bench/export.ts [--sizes 100000,1000000] [--slow-seconds 20]
 */
const MEMORY_EVERY_MS = 50;
const SLOW_CHUNK_MS = 25;

interface Outcome {
  firstByteMs: number;
  totalMs: number;
  bytes: number;
  peakMiB: number;
  listMs: number[];
}

async function idleMemory(provider: SeededProvider): Promise<number> {
  await sleep(500);
  return memoryOf(provider, "collect");
}

async function list(provider: SeededProvider): Promise<number> {
  const start = performance.now();
  const answer = await postAsDemo(provider, "/shipment/list", {});
  await answer.arrayBuffer();
  return performance.now() - start;
}

/**
 * Reads the export, at full speed or a chunk at a time for so many seconds, and measures memory and the list
 * meanwhile.
 */
async function exportAll(provider: SeededProvider, slowSeconds = 0): Promise<Outcome> {
  const outcome: Outcome = { firstByteMs: 0, totalMs: 0, bytes: 0, peakMiB: 0, listMs: [] };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      outcome.peakMiB = Math.max(outcome.peakMiB, await memoryOf(provider));
      await sleep(MEMORY_EVERY_MS);
    }
  })();
  const asking = (async () => {
    while (!isOver) {
      outcome.listMs.push(await list(provider));
      await sleep(20);
    }
  })();
  const start = performance.now();
  const call = request(`${provider.apiUrl}/shipment/export`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${provider.token}` },
  });
  call.end("{}");
  const [answer] = await once(call, "response");
  for await (const chunk of answer) {
    outcome.firstByteMs ||= performance.now() - start;
    outcome.bytes += chunk.length;
    if (slowSeconds && performance.now() - start > slowSeconds * 1000) break;
    if (slowSeconds) await sleep(SLOW_CHUNK_MS);
  }
  outcome.totalMs = performance.now() - start;
  answer.destroy();
  isOver = true;
  await Promise.all([watching, asking]);
  return outcome;
}

/** Through the whole product, in both formats: what each of its two processes takes above idle. */
async function throughPortal(server: EmbeddedServer, size: number, visible: number): Promise<void> {
  const { user, password, host, port, database } = await seededDatabase(server, size);
  const product = await startProduct({
    DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    DEMO_DATA: "off",
    EXPORT_STREAMED_ROWS: "1000000",
  });
  try {
    const {
      pids: [pid = 0],
      cookie,
    } = await listOf(product);
    const pids = [pid, ...childrenOf(Number(product.launcher.pid)).filter((each) => each !== pid)];
    const resident = () => pids.map((each) => residentMiB({ pids: [each] }));
    for (const format of ["xlsx", "csv", "xlsx", "csv"]) {
      await sleep(2_000);
      const idle = resident();
      const peak = [...idle];
      const watch = setInterval(() => {
        resident().forEach((now, index) => {
          peak[index] = Math.max(peak[index]!, now);
        });
      }, MEMORY_EVERY_MS);
      const start = performance.now();
      const answer = await fetch(`${product.url}/shipments/export`, {
        method: "POST",
        headers: { origin: product.url, cookie },
        body: new URLSearchParams({ requestId: "bench", format }),
      });
      let [firstMs, bytes] = [0, 0];
      for await (const chunk of answer.body!) {
        firstMs ||= performance.now() - start;
        bytes += chunk.length;
      }
      clearInterval(watch);
      const above = peak.map((most, index) => (most - idle[index]!).toFixed(1));
      const rows = Math.round(visible / ((performance.now() - start) / 1000));
      console.log(
        `both, ${format}: first byte ${firstMs.toFixed(0)} ms, ${rows} rows/s of ${visible}, ${(bytes / 1e6).toFixed(1)} MB, ` +
          `MiB above idle: portal ${above[0]}, provider ${above.slice(1).join(" / ")}`,
      );
    }
  } finally {
    await product.stop();
  }
}

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "100000,1000000" },
    "slow-seconds": { type: "string", default: "20" },
  },
});
const server = await startBenchServer();
try {
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  console.log("rows       first byte ms    rows/s      MB   MiB above idle   list p50 / p99 ms meanwhile");
  for (const size of values.sizes.split(",").map(Number)) {
    const provider = await startSeeded(await seededDatabase(server, size));
    // Warm-up: compiles code and fills pools before measuring.
    for (let count = 0; count < 50; count++) await list(provider);
    for (const slowSeconds of [0, 0, Number(values["slow-seconds"])]) {
      const idle = await idleMemory(provider);
      const { firstByteMs, totalMs, bytes, peakMiB, listMs } = await exportAll(provider, slowSeconds);
      const rows = slowSeconds ? "slow reader" : String(Math.round(provider.visible / (totalMs / 1000)));
      console.log(
        `${String(provider.visible).padEnd(10)} ${firstByteMs.toFixed(0).padStart(13)} ${rows.padStart(9)} ${(bytes / 1e6).toFixed(1).padStart(7)}` +
          ` ${(peakMiB - idle).toFixed(1).padStart(16)}   ${percentile(listMs, 0.5).toFixed(1)} / ${percentile(listMs, 0.99).toFixed(1)}`,
      );
    }
    provider.child.disconnect();
    await throughPortal(server, size, provider.visible);
  }
} finally {
  if (process.env.BENCH_DIR && server.isAdopted) server.release();
  else await server.stop();
}
