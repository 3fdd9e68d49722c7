import { parseArgs } from "node:util";
import { trackingNumbers, trackingTotals } from "#app/contract/tracking.ts";
import {
  percentile,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";

/**
 * The totals of a year and the answer to 200 pasted numbers, over HTTP, for one company with so many shipments (aim:
 * p95 of the totals under 300 ms with 100,000).
 * node tests/bench/tracking-totals.ts [--shipments 100000] [--rounds 20]
 */
const { values } = parseArgs({
  options: {
    shipments: { type: "string", default: "100000" },
    rounds: { type: "string", default: "20" },
  },
});

const server = await startBenchServer();
let provider: SeededProvider | undefined;
try {
  provider = await startSeeded(await seededDatabase(server, Number(values.shipments)));
  const { apiUrl, token, visible } = provider;
  const ask = async (path: string, body: unknown) => {
    const url = apiUrl.replace(/\/api$/, "/tracking") + path;
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: never };
    if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
    return data;
  };
  const measure = async (name: string, path: string, body: unknown, size: (data: never) => string) => {
    const times: number[] = [];
    let said = "";
    for (let round = 0; round < Number(values.rounds); round++) {
      const start = performance.now();
      said = size(await ask(path, body));
      times.push(performance.now() - start);
    }
    const ms = (share: number) => percentile(times, share).toFixed(0).padStart(5);
    console.log(`${name.padEnd(28)} p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms; ${said}`);
  };
  console.log(`${visible} shipments of the company`);
  const year = new Date().getUTCFullYear();
  for (const each of [year, year - 1, year - 2])
    for (const clock of ["place", "Asia/Shanghai"])
      await measure(
        `totals of ${each}, ${clock}`,
        trackingTotals.path,
        { year: each, clock },
        ({ all, laneTotal }: { all: { shipments: number }; laneTotal: number }) =>
          `${all.shipments} shipments, ${laneTotal} lanes`,
      );
  const { rows } = await ask("/tracking/list", { pageSize: 100 });
  const numbers = (rows as { houseNumber: string; poNumbers: string[] }[])
    .flatMap(({ houseNumber, poNumbers }) => [houseNumber, poNumbers[0] ?? "NONE"])
    .slice(0, 200);
  await measure(
    "200 numbers",
    trackingNumbers.path,
    { numbers },
    ({ rows: found, routes }: { rows: unknown[]; routes: unknown[] | null }) =>
      `${found.length} shipments, ${routes?.length ?? 0} routes`,
  );
} finally {
  provider?.child.disconnect();
  await server.stop();
}
