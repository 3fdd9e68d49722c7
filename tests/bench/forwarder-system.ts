import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { pino } from "pino";
import { systemShipments } from "#app/contract/forwarder-system.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import type { EmbeddedServer } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { createServer } from "#app/provider/http/server.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { callEndpoint, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { csvOf, forwarderSystem, type System, sound } from "../provider/forwarder-system/fixture.ts";
import { startBenchServer } from "./seeded-provider.ts";

/**
 * What a forwarder's system brings: shipments a second by calls of 1,000 records and by a CSV file, the memory of the provider, and how
 * long a customer's list takes meanwhile.
 *
 *   node tests/bench/forwarder-system.ts [--csv 100000] [--calls 10]
 */
const { values } = parseArgs({ options: { csv: { type: "string" }, calls: { type: "string" } } });
const rows = Number(values.csv ?? 100_000);
const calls = Number(values.calls ?? 10);
const EVERY_MS = 250;

const server = await startBenchServer();
const connection = await emptyDatabase(server);
const { db, close } = openDatabase(connection);
const folder = await tempFolder("bench-imports");
const system = await systemIn();
const { user, password, host, port, database } = connection;
const address = `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
const child = await startProviderProcess(address, {
  ...{ IMPORT_FROM: folder, IMPORT_AS: system.staff.userName, RATE_LIMITS: "off" },
  SECRETS_KEY: "a key of the tests only and of nothing else",
});

try {
  const idle = await residentMiB(child);
  console.log(`load ${loadavg()[0]!.toFixed(1)}, provider at rest ${idle} MiB`);
  await measure("JSON, new", calls * 1_000, () => sendCalls(system));
  await measure("CSV, new", rows, async () => {
    await writeFile(join(folder, "new.part"), csvOf(system, "BENCH", rows));
    await rename(join(folder, "new.part"), join(folder, "shipments-new.csv"));
    await putAway();
  });
  await measure("CSV, one in ten changed", rows, async () => {
    const text = csvOf(system, "BENCH", rows).replaceAll(/^(BENCH-R\d*0,.*),200,CTN/gm, "$1,201,CTN");
    await writeFile(join(folder, "changed.part"), text);
    await rename(join(folder, "changed.part"), join(folder, "shipments-changed.csv"));
    await putAway();
  });
  const found = await db
    .selectFrom("system_import")
    .select(["source", "state", "added", "changed", "unchanged", "refused"])
    .where("channel", "=", "FILE")
    .execute();
  for (const each of found) console.log(JSON.stringify(each));
} finally {
  await endProcesses([child]);
  await close();
  await server.stop();
}

/** A database with nothing but the tables of the product. */
async function emptyDatabase({ connection, adminConnection }: EmbeddedServer): Promise<ConnectionSettings> {
  const own = { ...connection, database: `imports_${process.pid}` };
  const admin = new pg.Client(adminConnection);
  await admin.connect();
  await admin.query(`create database ${own.database} owner ${own.user}`);
  await admin.end();
  await migrate(own);
  const opened = openDatabase(own, { isUnhurried: true, poolSize: 2 });
  await loadReference(opened.db);
  await opened.close();
  return own;
}

/** The forwarder, a customer, and a key, which are made by the calls of a provider of this process. */
async function systemIn(): Promise<System> {
  const log = pino({ level: "silent" });
  const app = await createServer({
    ...{ database: db, target: connection, files: folderStore(folder), log },
    secretKeys: ["a key of the tests only and of nothing else"],
    config: {
      ...{
        publicUrl: "https://portal.example.com",
        isRateLimited: false,
        trustedProxies: [],
        mailDomains: [],
      },
      outside: { privateHosts: [], dnsServers: [] },
      socketOrigins: { listed: [], isOwnHostEnough: true },
    },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const call: TestProvider["call"] = (endpoint, input, options) =>
    callEndpoint(url, endpoint, input, options);
  const made = await forwarderSystem({ db, call });
  await app.close();
  return made;
}

async function sendCalls(sender: System): Promise<void> {
  for (let call = 0; call < calls; call++) {
    const records = Array.from({ length: 1_000 }, () => sound(sender));
    const answer = await callEndpoint(
      child.url,
      systemShipments,
      { records },
      { token: sender.key, key: randomUUID() },
    );
    if (answer.code !== 200) throw new Error(answer.message);
  }
}

async function putAway(): Promise<void> {
  while ((await readdir(folder)).some((name) => name.endsWith(".csv"))) await sleep(EVERY_MS);
}

async function measure(what: string, count: number, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  let peak = 0;
  const lists: number[] = [];
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMiB(child));
      const begun = performance.now();
      await callEndpoint(child.url, shipmentList, {}, { token: system.dana.token });
      lists.push(performance.now() - begun);
      await sleep(EVERY_MS);
    }
  })();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  isOver = true;
  await watching;
  lists.sort((a, b) => a - b);
  const at = (share: number) =>
    lists[Math.min(lists.length - 1, Math.floor(lists.length * share))]!.toFixed(0);
  console.log(
    `${what}: ${count} in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)}/s, ` +
      `peak ${peak} MiB, list p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, load ${loadavg()[0]!.toFixed(1)}`,
  );
}

async function residentMiB({ child: { pid } }: ProviderProcess): Promise<number> {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1024);
}
