import { sql } from "kysely";
import pg from "pg";
import { openDatabase } from "#app/provider/db/database.ts";
import { computeDue } from "#app/provider/emissions/worker.ts";
import { seededDatabase, startBenchServer, startSeeded } from "./seeded-provider.ts";

/**
 * `node tests/bench/emissions.ts [shipments] [computed]`: how fast emissions of shipments are computed, and how long the report
 * on them takes over 36 months, with the report on volume beside it. Beyond `computed` shipments (100,000) the figures are made
 * up, so that the report can be measured sooner. `BENCH_DIR` keeps the database.
 */
const SHIPMENTS = Number(process.argv[2] ?? 1_000_000);
const COMPUTED = Number(process.argv[3] ?? 100_000);
const RUNS = 7;

const server = await startBenchServer();
const connection = await seededDatabase(server, SHIPMENTS);
const { db, close } = openDatabase(connection, { isUnhurried: true, poolSize: 4 });
const start = performance.now();
let count = 0;
while (count < COMPUTED) {
  const done = await computeDue(db, new Date());
  if (done === 0) break;
  count += done;
  if (count % 50_000 === 0) console.log(`${count} computed, ${rate()} a second`);
}
console.log(`computed ${count} shipments, ${rate()} a second`);
await sql`
  insert into shipment_emission (shipment_id, ttw_g, wtt_g, low_g, high_g, kg_km, km, edition, factor_ids)
  select d.shipment_id, 1000000 + s.id, 200000, 900000, 3000000, 50000000, 12000, 2025, '{1,2}'
  from emission_due d join shipment s on s.id = d.shipment_id on conflict do nothing`.execute(db);
await sql`delete from emission_due`.execute(db);
await close();
const admin = new pg.Client({ ...server.adminConnection, database: connection.database });
await admin.connect();
await admin.query("vacuum (analyze)");
await admin.end();

function rate(): number {
  return Math.round(count / ((performance.now() - start) / 1000));
}

const provider = await startSeeded(connection);
console.log(`${provider.visible} shipments visible to the reader`);
const now = new Date();
const month = (back: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);

async function call(path: string, body: object): Promise<{ data: { all?: { shipments: number } } }> {
  const response = await fetch(provider.apiUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${provider.token}`, "content-type": "application/json" },
    body: JSON.stringify({ monthFrom: month(35), monthTo: month(0), ...body }),
  });
  return (await response.json()) as never;
}

for (const [path, body] of [
  ["/analytics/report", { report: "volume", groupBy: "month" }],
  ["/analytics/report", { report: "emissions", groupBy: "month" }],
  ["/analytics/report", { report: "emissions", groupBy: "lane" }],
  ["/analytics/report", { report: "emissions", groupBy: "carrier", isCompared: true }],
  ["/emission/sources", {}],
] as const) {
  const times: number[] = [];
  let shipments = 0;
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    const { data } = await call(path, body);
    times.push(performance.now() - begun);
    shipments = data.all?.shipments ?? 0;
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!;
  console.log(`${path} ${JSON.stringify(body)}: ${Math.round(median)} ms (${shipments} shipments)`);
}
provider.child.kill();
await server.stop();
