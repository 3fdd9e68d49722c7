import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
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
import {
  containerOf,
  csvOf,
  forwarderSystem,
  type Sent,
  type System,
  sound,
} from "../provider/forwarder-system/fixture.ts";
import { startBenchServer } from "./seeded-provider.ts";

/**
 * What a forwarder's system brings: shipments a second by calls of 1,000 records and by a CSV file, the memory of the provider, and how
 * long a customer's list takes meanwhile; the same file with changes; and one whose provider is killed in the middle. `--before`
 * names the folder of another version, whose calls are measured in turns with this one's first, on the same database.
 *
 *   node tests/bench/forwarder-system.ts [--rows 100000] [--before /work/old] [--turns 5]
 */
const { values } = parseArgs({
  options: { rows: { type: "string" }, before: { type: "string" }, turns: { type: "string" } },
});
const rows = Number(values.rows ?? 100_000);
const turns = Number(values.turns ?? 5);
const EVERY_MS = 250;
const CALL = 1_000;
let boxes = 500_000;

const server = await startBenchServer();
const connection = await emptyDatabase(server);
const { db, close } = openDatabase(connection);
const folder = await tempFolder("bench-imports");
const system = await systemIn();
const { user, password, host, port, database } = connection;
const address = `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
const environment = { RATE_LIMITS: "off", SECRETS_KEY: "a key of the tests only and of nothing else" };
const watching = { ...environment, IMPORT_FROM: folder, IMPORT_AS: system.staff.userName };

try {
  if (values.before) await compare(values.before);
  if (rows > 0) await bring();
} finally {
  await close();
  await server.stop();
}

/** Both versions in turns: new records, the same changed, and the same again. */
async function compare(before: string): Promise<void> {
  const [old, present] = [
    await startProviderProcess(address, environment, before),
    await startProviderProcess(address, environment),
  ];
  const seconds = new Map<string, { old: number[]; present: number[] }>();
  try {
    for (let turn = 0; turn <= turns; turn++)
      for (const [name, url] of turn % 2 ? sides(old, present) : [...sides(old, present)].toReversed()) {
        const records = Array.from({ length: CALL }, () => record());
        const changed = records.map((each) => ({ ...each, pieces: 201 }));
        const boxed = changed.map((each) => ({
          ...each,
          containers: [{ containerNumber: containerOf(++boxes), containerType: "22G1" }],
        }));
        for (const [what, sent] of [
          ["new", records],
          ["changed", changed],
          ["changed in its containers", boxed],
          ["unchanged", boxed],
        ] as const) {
          const begun = performance.now();
          await send(url, sent);
          const found = seconds.get(what) ?? { old: [], present: [] };
          seconds.set(what, found);
          // The first turn warms up.
          if (turn > 0) found[name].push((performance.now() - begun) / 1_000);
        }
      }
  } finally {
    await endProcesses([old, present]);
  }
  for (const [what, { old: first, present: second }] of seconds) {
    const rate = (all: number[]) => (CALL / median(all)).toFixed(0);
    const ratios = first.map((each, turn) => each / second[turn]!);
    console.log(
      `${what}: before ${rate(first)}/s, now ${rate(second)}/s; ratios ${ratios.map((each) => each.toFixed(1)).join(", ")}, median ${median(ratios).toFixed(1)}`,
    );
  }
}

function sides(old: ProviderProcess, present: ProviderProcess) {
  return [
    ["old", old.url],
    ["present", present.url],
  ] as const;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
}

function record(): Sent {
  return sound(system, {
    containers: [{ containerNumber: containerOf(++boxes), containerType: "45G1", sealNumber: "S1" }],
  });
}

async function bring(): Promise<void> {
  let child = await startProviderProcess(address, watching);
  try {
    console.log(`load ${loadavg()[0]!.toFixed(1)}, provider at rest ${await residentMiB(child)} MiB`);
    await measure("JSON, new", child, async () => {
      for (let sent = 0; sent < rows; sent += CALL)
        await send(
          child.url,
          Array.from({ length: CALL }, () => record()),
        );
    });
    await measure("CSV, new", child, () => putFile("new", csvOf(system, "BENCH", rows)));
    const changed = (row: number) => row % (rows / 1_000) === 0;
    await measure("CSV, 1,000 changed", child, () =>
      putFile("changed", csvOf(system, "BENCH", rows, { changed })),
    );
    await measure("CSV, killed in the middle", child, async () => {
      const put = putFile("killed", csvOf(system, "KILL", rows));
      while ((await linesOf("shipments-killed.csv")) < rows / 2) await sleep(EVERY_MS);
      child.child.kill("SIGKILL");
      const begun = performance.now();
      const done = await linesOf("shipments-killed.csv");
      child = await startProviderProcess(address, watching);
      while ((await linesOf("shipments-killed.csv")) === done) await sleep(EVERY_MS);
      console.log(
        `killed at line ${done}, gone on with after ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
      );
      await put;
    });
    await tellCounts();
  } finally {
    await endProcesses([child]);
  }
}

async function tellCounts(): Promise<void> {
  const found = await db
    .selectFrom("system_import")
    .select(["source", "state", "lines_done", "added", "changed", "unchanged", "refused"])
    .where("channel", "=", "FILE")
    .orderBy("id")
    .execute();
  for (const each of found) console.log(JSON.stringify(each));
  const killed = await db
    .selectFrom("shipment")
    .select(({ fn }) => [
      fn.countAll<string>().as("rows"),
      fn.count<string>("house_number").distinct().as("numbers"),
    ])
    .where("house_number", "like", "KILL-%")
    .executeTakeFirstOrThrow();
  console.log(`of the killed file: ${killed.rows} shipments, ${killed.numbers} house numbers`);
}

async function linesOf(name: string): Promise<number> {
  const row = await db
    .selectFrom("system_import")
    .select("lines_done")
    .where("source", "=", name)
    .executeTakeFirst();
  return row?.lines_done ?? 0;
}

async function send(url: string, records: Sent[]): Promise<void> {
  const answer = await callEndpoint(
    url,
    systemShipments,
    { records },
    { token: system.key, key: randomUUID() },
  );
  if (answer.code !== 200) throw new Error(answer.message);
}

async function putFile(name: string, text: string): Promise<void> {
  await writeFile(join(folder, `${name}.part`), text);
  await rename(join(folder, `${name}.part`), join(folder, `shipments-${name}.csv`));
  while ((await readdir(folder)).some((each) => each.endsWith(".csv"))) await sleep(EVERY_MS);
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
    database: db,
    target: connection,
    files: folderStore(folder),
    log,
    secretKeys: ["a key of the tests only and of nothing else"],
    config: {
      publicUrl: "https://portal.example.com",
      isRateLimited: false,
      trustedProxies: [],
      mailDomains: [],
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

async function measure(
  what: string,
  { url, child }: ProviderProcess,
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  let peak = 0;
  const lists: number[] = [];
  const watched = (async () => {
    while (!isOver && child.exitCode === null && child.signalCode === null) {
      peak = Math.max(peak, await residentMiB({ child }));
      const begun = performance.now();
      const answer = await callEndpoint(url, shipmentList, {}, { token: system.dana.token }).catch(
        () => null,
      );
      if (answer) lists.push(answer.code === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY);
      await sleep(EVERY_MS);
    }
  })();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  isOver = true;
  await watched;
  lists.sort((a, b) => a - b);
  const at = (share: number) =>
    lists[Math.min(lists.length - 1, Math.floor(lists.length * share))]!.toFixed(0);
  const { rows: size } = await sql<{ mib: number }>`
    select (pg_database_size(current_database()) / 1048576)::int as mib`.execute(db);
  console.log(
    `${what}: ${rows} in ${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(0)}/s, peak ${peak} MiB, ` +
      `list p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, database ${size[0]!.mib} MiB, load ${loadavg()[0]!.toFixed(1)}`,
  );
}

async function residentMiB({ child: { pid } }: Pick<ProviderProcess, "child">): Promise<number> {
  const [, kib = "0"] =
    /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")) ?? [];
  return Math.round(Number(kib) / 1024);
}
