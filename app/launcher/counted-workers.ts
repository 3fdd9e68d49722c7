import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { CountedMetric, FromRelay, ToRelay } from "#app/config/peer-message.ts";
import { type MetricsAddress, openMetricsPort } from "#app/lib/metrics-port.ts";

/** A process that is busy for longer is counted as it was when it was asked before. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * In the first process of a cluster: answers for all of them in one, since a scrape that met now one, now another would read
 * counters that go up and down. What ended processes had counted stays in the sums, or every restart would look like a new
 * beginning, after which Prometheus counts everything again (app/decisions/metrics-logs-and-doctor.md).
 */
export async function countWorkers(address: MetricsAddress): Promise<void> {
  const last = new Map<number, CountedMetric[]>();
  const waiting = new Map<number, () => void>();
  let ended: CountedMetric[] = [];
  let lastId = 0;

  cluster.on("message", (worker: Worker, message: ToRelay) => {
    if (message?.peers !== "counted" || worker.isDead()) return;
    last.set(worker.id, message.metrics);
    waiting.get(message.id)?.();
  });
  cluster.on("exit", async (worker: Worker) => {
    const counted = last.get(worker.id)?.filter(({ type }) => type === "counter" || type === "histogram");
    const sum: unknown = counted && (await AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON());
    // In one go, so that no scrape counts it twice or not at all.
    if (sum) ended = sum as CountedMetric[];
    last.delete(worker.id);
  });

  async function ask(worker: Worker): Promise<void> {
    const id = ++lastId;
    const late = AbortSignal.timeout(ANSWER_WITHIN_MS);
    await new Promise<void>((resolve) => {
      waiting.set(id, resolve);
      late.addEventListener("abort", () => resolve(), { once: true });
      const message: FromRelay = { peers: "count", id };
      if (worker.isConnected()) worker.send(message, (error) => error && resolve());
      else resolve();
    });
    waiting.delete(id);
  }

  await openMetricsPort(address, async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(ask));
    const processes: CountedMetric = {
      name: "fairlead_portal_processes",
      help: "Processes whose counts are in these",
      type: "gauge",
      aggregator: "sum",
      values: [{ value: last.size, labels: {} }],
    };
    return AggregatorRegistry.aggregate([[processes], ended, ...last.values()]).metrics();
  });
}
