import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { NEW_SPACE } from "#app/launcher/kept-process.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { percentile, startBenchServer } from "./seeded-provider.ts";
import type { Account, ClientsOrder, ClientsReport } from "./socket-clients.ts";
import { makeAccounts } from "./socket-people.ts";
import { COLLECTOR, memoryOf, sharesOf, watched } from "./watched-process.ts";

/**
 * The sockets of targets "Sockets": 5,000 or 20,000 on one process with heartbeats every 3 s. Prints memory, processor
 * share, the time from sending a message to its frame, and what a reconnection of all at once takes, with other calls
 * meanwhile, each with its ratio to the aim. `--profile` names the functions that hold the provider's loop up, and costs
 * some 0.05 of a core. All run on this machine: whose processor time it was, is printed too, with that of programs that
 * do not belong to the bench, since on two busy cores every figure here is that of the queue for them.
 *
 * Each socket is an open file of the provider: 20,000 need `ulimit -n 65536` before, where the hard limit allows it.
 *
 *   node tests/bench/sockets.ts [--sockets 5000] [--rate 100] [--seconds 20] [--profile]
 */

/** Each has an address of its own: 20,000 that come back at once are more than the ports of one. */
const SOCKETS_PER_CLIENT = 2_500;
/** How long frames are waited for after the last message was answered. */
const WAIT_MS = 30_000;
const OPEN_PER_SECOND = 500;
const SETTLE_MS = 8_000;
const PROBE_EVERY_MS = 50;
/** Warm-up: a process grows with its first calls, with or without sockets. */
const WARM_CALLS = 5_000;
const WHO = "/api/portalUser/getUser";

const { values } = parseArgs({
  options: {
    sockets: { type: "string", default: "5000" },
    rate: { type: "string", default: "100" },
    seconds: { type: "string", default: "20" },
    profile: { type: "boolean", default: false },
  },
});
const wanted = Number(values.sockets);
const rate = Number(values.rate);
const seconds = Number(values.seconds);

/** What is aimed at with 5,000 sockets and with four times as many. */
const aims = wanted > 5_000 ? { heartbeats: 0.3, backSeconds: 30 } : { heartbeats: 0.15, backSeconds: 15 };
const of = (value: number, aim: number, unit: string) =>
  `${(value / aim).toFixed(2)}x of the aim ${aim}${unit}`;

/** When each message was sent and to whose channel, by channel. */
type Sent = Map<string, { at: number; companyId: string }>;

const server = await startBenchServer();
const connection = { ...server.connection, database: `sockets_${process.pid}` };
const admin = new pg.Client(server.adminConnection);
await admin.connect();
await admin.query(`create database ${connection.database} owner ${connection.user}`);
await migrate(connection);
const { db, pool, close } = openDatabase(connection, { isUnhurried: true, poolSize: 2 });

async function startProvider(): Promise<{ child: ChildProcess; url: string }> {
  const { host, port, user, password, database } = connection;
  const child = spawn(
    process.execPath,
    [NEW_SPACE, "--expose-gc", `--import=${COLLECTOR}`, "app/provider/server.ts"],
    {
      env: {
        PATH: process.env.PATH,
        PROVIDER_PORT: "0",
        DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
        DATA_DIR: `/tmp/fairlead-bench-${process.pid}`,
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const [ready] = (await once(child, "message")) as [{ port: number }];
  return { child, url: `http://127.0.0.1:${ready.port}` };
}

const clients = Array.from({ length: Math.ceil(wanted / SOCKETS_PER_CLIENT) }, (_, index) =>
  fork(new URL("./socket-clients.ts", import.meta.url).pathname, [`127.0.0.${index + 2}`]),
);

async function order(orders: ClientsOrder[]): Promise<ClientsReport[]> {
  return Promise.all(
    clients.map(async (client, index) => {
      client.send(orders[index]!);
      return (await once(client, "message"))[0] as ClientsReport;
    }),
  );
}

const all = (given: ClientsOrder): ClientsOrder[] => clients.map(() => given);

async function openSockets(url: string, accounts: Account[]): Promise<void> {
  const shares = clients.map((_, index) => accounts.filter((__, at) => at % clients.length === index));
  await order(
    shares.map((share) => ({
      order: "open",
      url,
      accounts: share,
      perSecond: OPEN_PER_SECOND / clients.length,
    })),
  );
}

async function call<Data>(url: string, path: string, { token }: Account, body?: unknown): Promise<Data> {
  const answer = await fetch(url + path, {
    method: path === WHO ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": randomUUID() }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { code, data, message } = (await answer.json()) as { code: number; data: Data; message: string };
  if (code !== 200) throw new Error(`${path}: ${answer.status} ${code} ${message}`);
  return data;
}

/**
 * Open loop: each message is sent at its scheduled time. A channel is used again only after so long that its
 * event identifies the message.
 */
async function sendMessages(url: string, writers: Map<string, Account>): Promise<Sent> {
  const { rows } = await pool.query<{ id: string; company_id: string }>(
    "select id, company_id from channel order by md5(id::text)",
  );
  const sentAt: Sent = new Map();
  const count = Math.min(rate * seconds, rows.length);
  const start = performance.now();
  const answered: number[] = [];
  const failures: Record<string, number> = {};
  await Promise.all(
    rows.slice(0, count).map(async ({ id, company_id }, index) => {
      await sleep(Math.max(0, start + (index * 1_000) / rate - performance.now()));
      sentAt.set(id, { at: performance.timeOrigin + performance.now(), companyId: company_id });
      const began = performance.now();
      const message = { channelId: id, text: "The container is at the gate", clientId: randomUUID() };
      try {
        await call(url, "/api/message/sendMessage", writers.get(company_id)!, message);
        answered.push(performance.now() - began);
      } catch (error) {
        sentAt.delete(id);
        failures[String(error)] = (failures[String(error)] ?? 0) + 1;
      }
    }),
  );
  console.log(
    `sent ${count} in ${((performance.now() - start) / 1_000).toFixed(1)} s, answered ${times(answered)}`,
  );
  if (Object.keys(failures).length > 0) console.log("not sent", failures);
  return sentAt;
}

/** Waits until each message has reached all sockets that hear it, or no longer. */
async function receiptsOf(sent: Sent, hearers: Map<string, number>): Promise<void> {
  const took: number[] = [];
  const told = new Map<string, number>();
  let clientsLate = 0;
  const missing = () =>
    [...sent].filter(([id, { companyId }]) => (told.get(id) ?? 0) < hearers.get(companyId)!).length;
  for (const end = performance.now() + WAIT_MS; missing() > 0 && performance.now() < end; await sleep(250))
    for (const report of await order(all({ order: "report" })))
      if (report.kind === "report") {
        for (const [channelId, at] of report.receipts) {
          const message = sent.get(channelId);
          if (message) took.push(at - message.at);
          told.set(channelId, (told.get(channelId) ?? 0) + 1);
        }
        if (Object.keys(report.closes).length > 0) console.log("closed meanwhile", report.closes);
        clientsLate = Math.max(clientsLate, report.late);
      }
  const [p50, p99] = [of(percentile(took, 0.5), 15, " ms"), of(percentile(took, 0.99), 100, " ms")];
  console.log(`send to receipt: ${took.length} frames, ${times(took)}: p50 ${p50}, p99 ${p99}`);
  const late = took.filter((ms) => ms > 1_000).length;
  console.log(`frames later than a second ${late}; messages that did not reach every socket ${missing()}`);
  console.log(`the loops of clients were late by p99 ${clientsLate.toFixed(0)} ms`);
}

/** Makes other calls during the work. */
async function probing(
  what: string,
  url: string,
  account: Account,
  work: () => Promise<void>,
): Promise<void> {
  const took: Record<string, number[]> = {};
  const failures: Record<string, number> = {};
  let isGoing = true;
  const probe = async (path: string, body?: unknown) => {
    took[path] = [];
    const under: Promise<void>[] = [];
    for (; isGoing; await sleep(PROBE_EVERY_MS)) {
      const began = performance.now();
      under.push(
        call(url, path, account, body).then(
          () => void took[path]!.push(performance.now() - began),
          (error) => {
            failures[String(error)] = (failures[String(error)] ?? 0) + 1;
          },
        ),
      );
    }
    await Promise.all(under);
  };
  const probes = [probe(WHO), probe("/api/message/countUnReadMsg")];
  await work();
  isGoing = false;
  await Promise.all(probes);
  for (const [path, each] of Object.entries(took))
    console.log(`${what}: ${path} ${each.length} answers, ${times(each)}`);
  if (Object.keys(failures).length > 0) console.log(`${what}: failed`, failures);
}

function times(each: readonly number[]): string {
  const ms = (share: number) => `${percentile(each, share).toFixed(1)} ms`;
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, max ${Math.max(0, ...each).toFixed(1)} ms`;
}

try {
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
  const { accounts, writers, hearers } = await makeAccounts(db, pool, wanted);
  const { child, url } = await startProvider();
  for (let at = 0; at < WARM_CALLS; at += 50)
    await Promise.all(
      accounts.slice(at, at + 50).map((account) => call(url, "/api/realtime/ticket", account)),
    );
  await sleep(3_000);
  const empty = await memoryOf(child);
  console.log(`memory after ${WARM_CALLS} calls, without sockets: ${empty.resident.toFixed(1)} MiB`);
  const steps = [wanted / 5, wanted / 2, wanted].map(Math.floor);
  for (const [at, step] of steps.entries()) {
    const start = performance.now();
    await openSockets(url, accounts.slice(steps[at - 1] ?? 0, step));
    const took = ((performance.now() - start) / 1_000).toFixed(1);
    await sleep(SETTLE_MS);
    const memory = await memoryOf(child);
    const each = (kind: keyof typeof memory) => (memory[kind] - empty[kind]) / (step / 1_000);
    console.log(
      `${step} sockets: ${memory.resident.toFixed(1)} MiB, ${each("resident").toFixed(1)} per 1,000: ` +
        `${of(each("resident"), 20, " MiB")}; live objects ${each("objects").toFixed(1)}; the last opened in ${took} s`,
    );
  }
  const { profile } = values;
  const beating = await watched(child, "heartbeats alone", profile, () => sleep(20_000));
  console.log(`heartbeats alone: ${of(beating, aims.heartbeats, " of a core")}`);
  let sentAt: Sent = new Map();
  // Only what is late from now on.
  await order(all({ order: "report" }));
  await sharesOf(
    { provider: [child.pid!], clients: clients.map(({ pid }) => pid!), bench: [process.pid] },
    server.pid()!,
    () =>
      watched(child, `${rate} messages a second`, profile, async () => {
        sentAt = await sendMessages(url, writers);
      }),
  );
  await receiptsOf(sentAt, hearers);
  await probing("quiet", url, accounts.at(-1)!, () => sleep(5_000));
  const storm = async () => {
    const reports = await order(all({ order: "storm" }));
    const back = reports.flatMap((report) => (report.kind === "storm" ? report.backAfter : []));
    const last = Math.max(...back) / 1_000;
    console.log(
      `storm: ${back.length} back ${last.toFixed(1)} s after the cut, ${of(last, aims.backSeconds, " s")}; half after ` +
        `${(percentile(back, 0.5) / 1_000).toFixed(1)} s; they wait 3 s first`,
    );
    for (const report of reports)
      if (report.kind === "storm" && report.failures > 0)
        console.log("storm: tries failed", report.failureKinds);
  };
  await probing("storm", url, accounts.at(-1)!, async () => {
    await watched(child, "storm", profile, storm);
  });
  await sleep(SETTLE_MS);
  console.log(`memory after the storm: ${(await memoryOf(child)).resident.toFixed(1)} MiB`);
  const stop = performance.now();
  child.kill("SIGTERM");
  await once(child, "exit");
  console.log(`stopped in ${((performance.now() - stop) / 1_000).toFixed(1)} s`);
  await order(all({ order: "report" })).then((reports) =>
    console.log("closed by", ...reports.map((report) => report.kind === "report" && report.closes)),
  );
} finally {
  for (const client of clients) client.disconnect();
  await close();
  await admin.query(`drop database if exists ${connection.database} with (force)`);
  await admin.end();
  await server.stop();
}
