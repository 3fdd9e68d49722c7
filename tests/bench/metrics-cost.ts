import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { freePorts, type Product, seededFolder, startProduct } from "#tests/support/product.ts";
import { startTraceReceiver } from "#tests/support/trace-receiver.ts";
import { listOf, pinApart, saturate, type Target } from "./portal-load.ts";
import { percentile } from "./seeded-provider.ts";

/**
 * Processor time of the portal for a list page without metrics and with them, or traces to a collector, and, with `--before`, of a checkout of an
 * earlier version with its `node_modules`; in turns.
 * node tests/bench/metrics-cost.ts [--before /path/of/checkout] [--seconds 4] [--rounds 7] [--traces]
 */
const { values: given } = parseArgs({
  options: {
    before: { type: "string" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "7" },
    traces: { type: "boolean", default: false },
  },
});
const load = { encoding: "br", seconds: Number(given.seconds), connections: 4 };

const seeded = await seededFolder();
const products: Product[] = [];
const receiver = await startTraceReceiver();
try {
  const [port, providerPort] = await freePorts(2);
  const limits = { RATE_LIMITS: "off" };
  const on: NodeJS.ProcessEnv = given.traces
    ? { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
    : { METRICS_PORT: String(port), PROVIDER_METRICS_PORT: String(providerPort) };
  if (given.before) products.push(await startProduct(limits, seeded, given.before));
  products.push(await startProduct(limits, seeded));
  products.push(await startProduct({ ...limits, ...on }, seeded));
  const names = ["before", "off", "on"].slice(-products.length);
  const targets: Target[] = [];
  for (const product of products) targets.push(await listOf(product));
  pinApart(products, targets);
  for (const target of targets) await saturate(target, load);
  const costs = targets.map((): number[] => []);
  for (let round = 0; round < Number(given.rounds); round++)
    for (let turn = 0; turn < targets.length; turn++) {
      // Each is the first in some rounds: what a round begins with is slower on some machines.
      const at = (round + turn) % targets.length;
      costs[at]?.push((await saturate(targets[at]!, load)).cpuMs);
    }
  const off = percentile(costs[names.indexOf("off")] ?? [], 0.5);
  console.log(`load average ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}`);
  console.log("| portal | CPU ms a page, median | lowest | of off |");
  console.log("|---|---|---|---|");
  for (const [at, name] of names.entries()) {
    const each = costs[at] ?? [];
    const figures = [percentile(each, 0.5).toFixed(2), Math.min(...each).toFixed(2)];
    console.log(`| ${name} | ${figures.join(" | ")} | ${(percentile(each, 0.5) / off).toFixed(3)}x |`);
  }
} finally {
  for (const product of products) await product.stop();
  await receiver.stop();
}
