import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { WebSocket } from "ws";
import { HEARTBEAT_MS, SHIPMENTS_THEME } from "#app/contract/realtime.ts";
import { makeCarrierKey } from "#app/provider/carriers/key.ts";
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
 * A carrier's events over HTTP with its key (target: 1,000 a second sustained on the embedded database, lists and sockets
 * up to date within 2 s): first at the given rate, with the time until the list of a customer shows an event and until
 * the customer's socket tells of it, then as fast as they are taken.
 * node tests/bench/events.ts [--shipments 20000] [--rate 1000] [--seconds 30] [--message 250]
 */
const { values } = parseArgs({
  options: {
    shipments: { type: "string", default: "20000" },
    rate: { type: "string", default: "1000" },
    seconds: { type: "string", default: "30" },
    message: { type: "string", default: "250" },
  },
});
const [shipments, rate, seconds, perMessage] = [
  Number(values.shipments),
  Number(values.rate),
  Number(values.seconds),
  Number(values.message),
];
const SENDERS = 3;
const TICK_MS = 10;

const server = await startBenchServer();
const connection = await seededDatabase(server, shipments);
const { db, close } = openDatabase(connection);
const houses = await db
  .selectFrom("shipment")
  .innerJoin("company", "company.id", "shipment.company_id")
  .innerJoin("app_user", "app_user.company_id", "company.id")
  .select(["house_number", "user_name"])
  .where("shipment.status", "<>", "COMPLETED")
  .where("job_mode", "=", "OCEAN")
  .execute();
const all = [...new Set(houses.map(({ house_number }) => house_number))];
const own = houses.filter(({ user_name }) => user_name === "demo").map(({ house_number }) => house_number);
await db.deleteFrom("carrier_key").execute();
const { key } = await db.transaction().execute((trx) =>
  makeCarrierKey(
    {
      carrierCode: "MAEU",
      requestsPerMinute: 6_000,
      eventsPerMinute: 600_000,
      bodyBytes: 16 * 1024 * 1024,
    },
    { db: trx, now: new Date(), clientAddress: "bench", person: null },
  ),
);
const provider: SeededProvider = await startSeeded(connection);
const address = `${provider.apiUrl.replace(/\/api$/, "")}/tracking/dcsa/v3/events`;

let serial = 0;
function event(house: string, remark?: string): object {
  serial++;
  const now = new Date().toISOString();
  return {
    eventID: randomUUID(),
    eventCreatedDateTime: now,
    eventType: "TRANSPORT",
    eventClassifierCode: "EST",
    eventDateTime: new Date(Date.now() + (serial % 40) * 86_400_000).toISOString(),
    transportEventTypeCode: "ARRI",
    changeRemark: remark,
    transportCall: {
      transportCallID: "c-1",
      UNLocationCode: "DEHAM",
      modeOfTransport: "VESSEL",
      exportVoyageNumber: "001W",
      vessel: { vesselIMONumber: "9321483", vesselName: "Bench" },
    },
    references: [{ referenceType: "FF", referenceValue: house }],
  };
}
const message = () => Array.from({ length: perMessage }, () => event(all[(serial * 7919) % all.length]!));

async function send(events: object[]): Promise<number> {
  const start = performance.now();
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify(events),
  });
  const { data } = (await answer.json()) as { data: { accepted: number; repeated: number } };
  if (data?.accepted + data?.repeated !== events.length) throw new Error(`not taken: ${answer.status}`);
  accepted.push(performance.now());
  return performance.now() - start;
}

/** When messages were accepted of which the customer's socket has not told yet: each concerns some of its shipments. */
let accepted: number[] = [];
const socketLags: number[] = [];
async function listenAsDemo(): Promise<WebSocket> {
  const { id } = await db
    .selectFrom("app_user")
    .select("id")
    .where("user_name", "=", "demo")
    .executeTakeFirstOrThrow();
  const answer = await postAsDemo(provider, "/realtime/ticket", {});
  const { data } = (await answer.json()) as { data: { ticket: string } };
  const socket = new WebSocket(
    `${provider.apiUrl.replace(/^http(.*)\/api$/, "ws$1")}/ws?ticket=${data.ticket}`,
  );
  await once(socket, "open");
  socket.on("message", (text) => {
    if (JSON.parse(String(text)).theme !== SHIPMENTS_THEME) return;
    const now = performance.now();
    socketLags.push(...accepted.map((at) => now - at));
    accepted = [];
  });
  const clientInfo = { channel: "browser", osVersion: "Linux", device: "bench" };
  const authorization = { account: "demo", userId: id, timestamp: Date.now(), clientInfo };
  socket.send(JSON.stringify({ type: "client_authorization", ...authorization }));
  let heart = 0;
  const beat = () => socket.send(JSON.stringify({ type: "client_heartbeat", data: "PONG", heart: ++heart }));
  setInterval(beat, HEARTBEAT_MS).unref();
  return socket;
}

/** Milliseconds from the sending of an event until the customer's list shows its shipment as changed. */
async function untilListed(): Promise<number> {
  const house = own[serial % own.length]!;
  const listed = async () => {
    const answer = await postAsDemo(provider, "/shipment/list", { houseNumber: house });
    const { data } = (await answer.json()) as { data: { rows: { updatedAt: string }[] } };
    return data.rows[0]?.updatedAt;
  };
  const before = await listed();
  // The list shows whole seconds.
  await sleep(1_000);
  const start = performance.now();
  await send([event(house)]);
  while ((await listed()) === before) await sleep(10);
  return performance.now() - start;
}

const socket = await listenAsDemo();
const took: number[] = [];
const lags: number[] = [];
const start = performance.now();
let isPacing = true;
const probes = (async () => {
  while (isPacing) lags.push(await untilListed());
})();
const running = new Set<Promise<void>>();
let latest = 0;
for (let sent = 0; sent < rate * seconds; sent += perMessage) {
  const due = start + (sent / rate) * 1_000;
  if (due > performance.now()) await sleep(due - performance.now());
  const job: Promise<void> = send(message()).then((ms) => {
    took.push(ms);
    latest = performance.now();
    running.delete(job);
  });
  running.add(job);
}
await Promise.all(running);
isPacing = false;
await probes;
while (accepted.length > 0) await sleep(10);
const paced = (latest - start) / 1_000;
console.log(
  `paced: ${Math.round((took.length * perMessage) / paced)} events a second for ${Math.round(paced)} s; ` +
    `a message of ${perMessage} takes ${Math.round(percentile(took, 0.5))} ms (p50), ${Math.round(percentile(took, 0.99))} ms (p99)`,
);
console.log(
  `until the list shows it: ${Math.round(percentile(lags, 0.5))} ms (p50), ${Math.round(Math.max(...lags))} ms at most, of ${lags.length}`,
);
console.log(
  `from acceptance until the socket tells it: ${Math.round(percentile(socketLags, 0.5))} ms (p50), ${Math.round(percentile(socketLags, 0.99))} ms (p99), of ${socketLags.length} messages`,
);

/** Fields of /proc/<pid>/stat from the state on; none of a process that has ended. */
const statOf = (pid: string | number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  } catch {
    return [];
  }
};
const ticks = (stat: readonly string[], from: number, count: number) =>
  stat.slice(from, from + count).reduce((sum, each) => sum + Number(each), 0);
/** Processor time so far, which other load of the machine changes little. */
const cpuMs = () => ticks(statOf(provider.child.pid!), 11, 2) * TICK_MS;
/** Of the database: the server, its processes and those that have ended. */
const databaseMs = () => {
  const root = server.pid()!;
  const children = readdirSync("/proc")
    .map(statOf)
    .filter((stat) => Number(stat[1]) === root);
  return (ticks(statOf(root), 11, 4) + children.reduce((sum, stat) => sum + ticks(stat, 11, 2), 0)) * TICK_MS;
};
const flood = performance.now();
const cpuBefore = cpuMs();
const databaseBefore = databaseMs();
let count = 0;
await Promise.all(
  Array.from({ length: SENDERS }, async () => {
    while (performance.now() - flood < seconds * 1_000) {
      const events = message();
      await send(events);
      count += events.length;
    }
  }),
);
const perThousand = (ms: number) => Math.round((ms / count) * 1_000);
const rateOf = (events: number, since: number) => Math.round(events / ((performance.now() - since) / 1_000));
console.log(
  `as fast as they are taken, by ${SENDERS} senders: ${rateOf(count, flood)} events a second; 1,000 events take ${perThousand(cpuMs() - cpuBefore)} ms of one processor, and the database ${perThousand(databaseMs() - databaseBefore)} ms`,
);
const { loose } = await db
  .selectFrom("event_waiting")
  .select((waiting) => waiting.fn.countAll().as("loose"))
  .where("sender", "=", "MAEU")
  .executeTakeFirstOrThrow();
console.log(`${all.length} shipments; ${loose} events wait for one`);
socket.close();
provider.child.disconnect();
await close();
await server.stop();
