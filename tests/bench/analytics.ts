import { parseArgs } from "node:util";
import { analyticsReport, reportKinds } from "#app/contract/analytics.ts";
import {
  percentile,
  postAsDemo,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";

/**
 * Reports of twelve months of one company, over HTTP (aim: p95 under 1 s with 1,000,000 shipments).
 * node tests/bench/analytics.ts [--shipments 100000] [--rounds 5]
 */
const { values } = parseArgs({
  options: {
    shipments: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
  },
});

const server = await startBenchServer();
let provider: SeededProvider | undefined;
try {
  provider = await startSeeded(await seededDatabase(server, Number(values.shipments)));
  console.log(`${provider.visible} shipments of the company`);
  const present = new Date().getUTCFullYear() * 12 + new Date().getUTCMonth();
  const month = (number: number) =>
    `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  const months = { monthFrom: month(present - 11), monthTo: month(present) };
  const asked = [
    ...reportKinds.map((report) => ({ report, groupBy: "month" })),
    { report: "volume", groupBy: "lane", thenBy: "carrier" },
    { report: "milestones", groupBy: "milestone" },
    { report: "milestones", groupBy: "milestone", thenBy: "reason" },
    { report: "freeTime", groupBy: "carrier", thenBy: "month" },
  ];
  for (const each of asked) {
    const times: number[] = [];
    let said = "";
    for (let round = 0; round < Number(values.rounds); round++) {
      const start = performance.now();
      const answer = await postAsDemo(provider, analyticsReport.path, { ...months, ...each, clock: "UTC" });
      const { code, data } = (await answer.json()) as { code: number; data: { all: { shipments: number } } };
      times.push(performance.now() - start);
      said = code === 200 ? `${data.all.shipments} shipments` : `refused with ${code}`;
    }
    const ms = (share: number) => percentile(times, share).toFixed(0).padStart(5);
    console.log(`${JSON.stringify(each).padEnd(70)} p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms; ${said}`);
  }
} finally {
  provider?.child.disconnect();
  await server.stop();
}
