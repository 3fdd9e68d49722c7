import { parseArgs } from "node:util";
import { sql } from "kysely";
import { dashboard } from "#app/contract/dashboard.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import {
  percentile,
  postAsDemo,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";

/**
 * The dashboard's call, over HTTP, for a company with so many shipments (aim: under 50 ms with 100,000).
 * node tests/bench/dashboard.ts [--shipments 100000] [--rounds 100]
 */
const { values } = parseArgs({
  options: { shipments: { type: "string", default: "100000" }, rounds: { type: "string", default: "100" } },
});

const server = await startBenchServer();
let provider: SeededProvider | undefined;
try {
  const connection = await seededDatabase(server, Number(values.shipments));
  // Somebody who was there a week ago, so that there are news.
  const { db, close } = openDatabase(connection, { poolSize: 1 });
  await db.deleteFrom("dashboard_person").execute();
  await sql`
    insert into dashboard_person (user_id, seen_at, seen_before)
    select id, now(), date_trunc('second', now() - interval '7 days') from app_user where user_name = 'demo'`.execute(
    db,
  );
  await close();
  provider = await startSeeded(connection);
  console.log(`${provider.visible} shipments of the company`);
  const path = dashboard.path;
  for (const request of [
    {},
    { shown: "" },
    { shown: "", clock: "place", isVisit: true },
    { shown: "arriving" },
    { shown: "Latest_Active_Shipments" },
  ]) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = -5; round < Number(values.rounds); round++) {
      const start = performance.now();
      const answer = await postAsDemo(provider, path, request);
      const text = await answer.text();
      if (JSON.parse(text).code !== 200) throw new Error(text);
      if (round >= 0) times.push(performance.now() - start);
      bytes = text.length;
    }
    const ms = (share: number) => percentile(times, share).toFixed(1).padStart(6);
    console.log(
      `${JSON.stringify(request).padEnd(34)} p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms; ${bytes} bytes`,
    );
  }
} finally {
  provider?.child.disconnect();
  await server.stop();
}
