import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import type { z } from "zod";
import type { searchFind } from "#app/contract/search.ts";
import { shipmentSort } from "#app/contract/shipment.ts";
import { percentile, postAsDemo, seededDatabase, startBenchServer, startSeeded } from "./seeded-provider.ts";

/**
 * The one search at the provider, over HTTP: suggestions for what somebody types (target: 50 ms with 1,000,000 shipments), as a
 * customer and as the forwarder's desk, which looks through all companies.
 * node tests/bench/search.ts [--size 1000000] [--rounds 60]
 */
type Answer = z.output<typeof searchFind.response>;

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "60" },
  },
});
const server = await startBenchServer();
const connection = await seededDatabase(server, Number(values.size));
const provider = await startSeeded(connection);
try {
  const read = async (path: string, body: unknown) => {
    const answer = await postAsDemo(provider, path, body);
    const { code, data } = (await answer.json()) as { code: number; data: unknown };
    if (code !== 200) throw new Error(`code ${code} for ${JSON.stringify(body)}`);
    return data;
  };
  const { rows } = (await read("/shipment/list", { mode: "OCEAN", page: 4, ...shipmentSort.parse({}) })) as {
    rows: { houseNumber: string; masterNumber: string; poNumbers: string[]; containerNumbers: string[] }[];
  };
  const row = rows.find(({ containerNumbers, poNumbers }) => containerNumbers[0] && poNumbers[0])!;
  const [container, po] = [row.containerNumbers[0]!, row.poNumbers[0]!];
  const texts: Record<string, string> = {
    "house, two characters": row.houseNumber.slice(0, 2),
    "house, beginning": row.houseNumber.slice(0, 7),
    "house, whole": row.houseNumber,
    "master, carrier": row.masterNumber.slice(0, 4),
    "master, whole": row.masterNumber,
    "container, owner": container.slice(0, 4),
    "container, whole": `${container.slice(0, 4)} ${container.slice(4, 10)} ${container.slice(10)}`,
    "PO, beginning": po.slice(0, 4),
    "PO, whole": `PO# ${po}`,
    "SKU, which is not searched": "SKU",
    "ten numbers": rows
      .slice(0, 10)
      .map(({ houseNumber }) => houseNumber)
      .join(" "),
    unknown: "NOSUCHNUMBER",
    words: "where is my container",
  };
  const ask = async (text: string) => {
    const begun = performance.now();
    const { hits } = (await read("/search", { text })) as Answer;
    return { ms: performance.now() - begun, hits: hits.length };
  };
  const admin = new pg.Client(connection);
  await admin.connect();
  const setStaff = (isForwarder: boolean) =>
    admin.query(
      "update company set is_forwarder = $1 where id = (select company_id from app_user where user_name = 'demo')",
      [isForwarder],
    );
  console.log(`${values.size} shipments, load ${loadavg()[0]!.toFixed(1)}; p50, p99 and longest in ms`);
  try {
    for (const who of ["customer", "every company"]) {
      await setStaff(who === "every company");
      for (const [name, text] of Object.entries(texts)) {
        const times: number[] = [];
        let found = 0;
        for (let round = -3; round < Number(values.rounds); round++) {
          const { ms, hits } = await ask(text);
          if (round >= 0) times.push(ms);
          found = hits;
        }
        const figures = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1).padStart(8));
        console.log(`${who.padEnd(15)}${name.padEnd(30)}${figures.join("")}   ${found} found`);
      }
    }
  } finally {
    await setStaff(false);
    await admin.end();
  }
} finally {
  provider.child.disconnect();
  if (process.env.BENCH_DIR && server.isAdopted) server.release();
  else await server.stop();
}
