import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Kysely, sql } from "kysely";
import { pino } from "pino";
import { addressList, addressSave } from "#app/contract/address.ts";
import { analyticsReport } from "#app/contract/analytics.ts";
import { signIn } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { hearWork } from "#app/lib/observed.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { positionColumn } from "#app/provider/db/primary-position.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { Standby } from "#app/provider/db/standby.ts";
import { DEMO_PASSWORD } from "#app/provider/demo/accounts.ts";
import { seedBulk } from "#app/provider/demo/seed.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { connectionUrl } from "#tests/support/database.ts";
import { findPostgres } from "#tests/support/machine.ts";
import { callEndpoint } from "#tests/support/provider.ts";
import { startProviderProcess } from "#tests/support/provider-process.ts";
import { PRIMARY_SETTINGS, startStandby } from "#tests/support/standby.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { percentile } from "./seeded-provider.ts";

/**
 * What `DATABASE_READ_URL` costs and spares: two providers on one PostgreSQL 15, one of them with a standby, in turns. Then
 * how many reads a standby answers, and how soon, while others write, for several times that a read waits for it.
 * node tests/bench/standby-reads.ts [--shipments 20000] [--rounds 7] [--calls 40]
 */
const { values: given } = parseArgs({
  options: {
    shipments: { type: "string", default: "20000" },
    rounds: { type: "string", default: "7" },
    calls: { type: "string", default: "40" },
  },
});
const [rounds, calls] = [Number(given.rounds), Number(given.calls)];
const quiet = { info: () => {}, warn: console.warn, error: console.error };
const { bin } = findPostgres()!;
const folder = await tempFolder("bench-standby");
mkdirSync(folder, { recursive: true });
const ending: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];

const median = (times: readonly number[]) => percentile(times, 0.5);

try {
  const primary = await startEmbedded({
    dataDir: join(folder, "a"),
    log: quiet,
    postgresBin: bin,
    settings: PRIMARY_SETTINGS,
  });
  ending.push(() => primary.stop());
  await migrate(primary.connection);
  const base = openDatabase(primary.connection, { isUnhurried: true, poolSize: 4 });
  ending.push(base.close);
  await loadReference(base.db);
  await seedBulk(base.db, { shipments: Number(given.shipments), today: new Date(), log: quiet });
  // As the primary has it: compiling the statement of a report takes longer than running it.
  const settings = { jit: "off", work_mem: "8MB", shared_buffers: "128MB", random_page_cost: "1.1" };
  const standby = await startStandby(primary, { bin, folder: join(folder, "b"), settings });
  ending.push(standby.kill);
  const [url, readUrl] = [connectionUrl(primary.connection), connectionUrl(standby.connection)];
  const shared = { DATA_DIR: join(folder, "files"), RATE_LIMITS: "off", DEMO_CLOCK: "off" };
  const without = await startProviderProcess(url, shared);
  const withIt = await startProviderProcess(url, { ...shared, DATABASE_READ_URL: readUrl });
  for (const { child } of [without, withIt])
    ending.push(async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    });
  const { data } = await callEndpoint<{ token: string }>(without.url, signIn, {
    userName: "demo",
    password: DEMO_PASSWORD,
  });
  const { token } = data;
  await sleep(3_000);

  async function timeOf(at: string, endpoint: Endpoint, input: () => object): Promise<number[]> {
    const times: number[] = [];
    for (let call = 0; call < calls; call++) {
      const start = performance.now();
      const { code, message } = await callEndpoint(at, endpoint, input(), { token });
      times.push(performance.now() - start);
      if (code !== 200) throw new Error(`${endpoint.name}: ${code} ${message}`);
    }
    return times;
  }

  async function compare(name: string, endpoint: Endpoint, input: () => object): Promise<void> {
    const ratios: number[] = [];
    const all: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      const times: number[][] = [[], []];
      for (const each of order) times[each] = await timeOf([without, withIt][each]!.url, endpoint, input);
      // The first round fills caches.
      if (round === 0) continue;
      ratios.push(median(times[1]!) / median(times[0]!));
      for (const each of [0, 1] as const) all[each].push(...times[each]!);
    }
    const figure = (value: number) => value.toFixed(2);
    console.log(
      `| ${name} | ${figure(median(all[0]))} | ${figure(median(all[1]))} | ${figure(median(ratios))}x (${figure(Math.min(...ratios))} to ${figure(Math.max(...ratios))}) |`,
    );
  }

  let serial = 0;
  const address = () => ({
    id: null,
    version: null,
    type: "4",
    name: `Bench ${++serial}`,
    isDefaultPickup: false,
    isDefaultDelivery: false,
    address: "1 Quay",
    city: "Hamburg",
    countryCode: "DE",
    contact: "Pat",
    email: "pat@example.com",
    phone: "",
    postCode: "",
    state: "",
    taxNumber: "",
  });
  const month = new Date().toISOString().slice(0, 7);
  const question = { monthFrom: `${Number(month.slice(0, 4)) - 1}-12`, monthTo: month };

  console.log("| call | without, ms | with a standby, ms | ratio of medians (rounds) |\n|---|---|---|---|");
  await compare("shipment.list", shipmentList, () => ({ page: 1, pageSize: 20 }));
  await compare("address.list", addressList, () => ({ page: 1, pageSize: 20 }));
  await compare("analytics.report", analyticsReport, () => ({
    ...question,
    report: "volume",
    groupBy: "month",
  }));
  await compare("address.save (a write)", addressSave, address);

  const counted = new Map<string, number>();
  hearWork("read", ({ target, reason }) => {
    const key = `${target} ${reason}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  });
  const reading = new Standby({
    url: readUrl,
    primary: base.db,
    poolSize: 4,
    log: pino({ level: "silent" }),
  });
  ending.push(() => reading.stop());
  await sleep(2_000);
  await base.pool.query("create table bench_note (id bigserial primary key, text text)");
  let isWriting = true;
  let written = 0;
  const write = async () => {
    while (isWriting) {
      await base.pool.query("insert into bench_note (text) values ('x')");
      written++;
      await sleep(5);
    }
  };
  const writers = [write(), write()];
  const readOnce = async (db: Kysely<Database>) => sql`select count(*) from company`.execute(db);
  const since = performance.now();
  console.log(
    "\n| waits at most | by the standby | by the primary | read, ms (p50, p99) |\n|---|---|---|---|",
  );
  for (const waitMs of [0, 5, 50, 0, 5, 50]) {
    counted.clear();
    const times: number[] = [];
    for (let read = 0; read < 300; read++) {
      const { rows } = await sql<{ position: string }>`select 1 as one ${positionColumn(true)}`.execute(
        base.db,
      );
      await sleep(2);
      const start = performance.now();
      await readOnce(reading.readsAt(rows[0]!.position, waitMs));
      times.push(performance.now() - start);
    }
    const byStandby = counted.get("standby none") ?? 0;
    const ofPrimary = [...counted].filter(([key]) => key.startsWith("primary"));
    console.log(
      `| ${waitMs} ms | ${byStandby} | ${ofPrimary.map(([key, count]) => `${key.slice(8)} ${count}`).join(", ") || 0} | ${median(times).toFixed(2)}, ${percentile(times, 0.99).toFixed(2)} |`,
    );
  }
  isWriting = false;
  await Promise.all(writers);
  console.log(`${(written / ((performance.now() - since) / 1000)).toFixed(0)} commits a second meanwhile`);
  console.log(`Load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const end of ending.reverse()) await end();
}
