import { once } from "node:events";
import { connect as openConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServer } from "#app/provider/http/server.ts";
import { createLog } from "#app/provider/log.ts";
import { SocketClient, ticketOf } from "#tests/provider/realtime/client.ts";
import { keptConnection } from "#tests/support/kept-connection.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";

let provider: TestProvider;
const lines: string[] = [];
beforeAll(async () => {
  provider = await startProvider({ log: createLog("info", { write: (line) => lines.push(line) }) });
});
afterAll(() => provider.stop());

async function probe(url: string, path: "live" | "ready", headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/health/${path}`, { headers });
  const { status, headers: given } = answer;
  return { status, body: await answer.json(), cache: given.get("cache-control") };
}
const told = (status: number, word: string) => ({ status, body: { status: word }, cache: "no-store" });

test("both probes are answered by the address of the machine, and stay out of the log", async () => {
  lines.length = 0;
  expect(await probe(provider.url, "live")).toEqual(told(200, "live"));
  expect(await probe(provider.url, "ready")).toEqual(told(200, "ready"));
  await fetch(`${provider.url}/openapi.json`);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(lines.join("")).not.toContain("/health/");
});

test("calls that hold all connections do not make it unready", async () => {
  const { pool } = provider.database;
  const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  await sleep(1_100);
  expect(await probe(provider.url, "ready")).toEqual(told(200, "ready"));
  for (const client of held) client.release();
});

test("many probes cost the database one look a second", async () => {
  const seen = `select state_change from pg_stat_activity
    where datname = current_database() and application_name = 'fairlead health'`;
  // On a busy machine the second may end meanwhile, and the looks are compared again.
  await vi.waitFor(async () => {
    await probe(provider.url, "ready");
    const first = await provider.database.pool.query(seen);
    await Promise.all(Array.from({ length: 20 }, () => probe(provider.url, "ready")));
    const last = await provider.database.pool.query(seen);
    expect(last.rows).toHaveLength(1);
    expect(last.rows).toEqual(first.rows);
  }, 30_000);
});

test("a database of another version, and one that is away, make it unready, but it is alive", async () => {
  const own = await startProvider();
  const config = {
    publicUrl: "https://portal.example.com",
    isRateLimited: false,
    trustedProxies: [],
    socketOrigins: { listed: [], isOwnHostEnough: true },
  };
  const shared = { files: own.files, config, log: createLog("silent") };
  const secretKeys: [string] = ["a key of the tests only and of nothing else"];
  const target = "postgres://nobody:nothing@127.0.0.1:1/none";
  const lost = await createServer({ ...shared, secretKeys, database: own.db, target });
  try {
    await own.database.pool.query(
      "delete from kysely_migration where name = (select max(name) from kysely_migration)",
    );
    expect(await probe(own.url, "ready")).toEqual(told(503, "not migrated"));
    expect(await probe(own.url, "live")).toEqual(told(200, "live"));
    const answer = await lost.inject("/health/ready");
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: "away" }]);
    expect((await lost.inject("/health/live")).statusCode).toBe(200);
  } finally {
    await lost.close();
    await own.stop();
  }
});

/** Waits in the database until the lock is given up. */
async function slowCall(url: string) {
  const holder = await provider.database.pool.connect();
  await holder.query("begin; lock table app_user");
  const body = new URLSearchParams({ email: "nobody@example.com" });
  const answer = fetch(`${url}/api/api/forgotPassword`, { method: "POST", body });
  answer.catch(() => {});
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%as "links"%'`;
  await expect.poll(async () => (await provider.database.pool.query(waiting)).rowCount).toBe(1);
  const giveUp = async () => {
    await holder.query("commit");
    holder.release();
  };
  return { answer, giveUp };
}

async function runProvider(environment: Record<string, string>): Promise<ProviderProcess> {
  return startProviderProcess(provider.database.url, {
    LOG_LEVEL: "fatal",
    DATA_DIR: provider.filesFolder,
    ...environment,
  });
}

async function socketOf({ url }: ProviderProcess) {
  const person = await makePerson(provider.db, await makeCompany(provider.db));
  const token = await makeSession(provider.db, person.id);
  const client = await new SocketClient(url, await ticketOf({ url }, token)).opened();
  client.authorise(person);
  await client.take(1);
  return client;
}

test("at a stop it is unready first and still answers; then sockets are told, and requests under way end", {
  tags: "slow",
}, async () => {
  const running = await runProvider({ DRAIN_SECONDS: "10" });
  const exit = once(running.child, "exit");
  try {
    const { url } = running;
    const socket = await socketOf(running);
    const closed = socket.closed.then((code) => ({ code, at: performance.now() }));
    const { answer, giveUp } = await slowCall(url);
    const kept = keptConnection(url);
    expect((await kept.ask("/health/live")).status).toBe(200);
    expect(await probe(url, "ready")).toEqual(told(200, "ready"));

    const stoppedAt = performance.now();
    running.child.kill("SIGTERM");
    await expect.poll(() => probe(url, "ready")).toEqual(told(503, "stopping"));
    expect(await probe(url, "live")).toEqual(told(200, "live"));
    expect((await fetch(`${url}/openapi.json`)).headers.get("connection")).toBe("close");
    // The first is answered on the kept connection, and ends it.
    expect(await kept.ask("/openapi.json")).toMatchObject({ status: 200, isReused: true });
    expect(await kept.ask("/openapi.json")).toMatchObject({ status: 200, isReused: false });
    const { code, at } = await closed;
    expect(code).toBe(1001);
    expect(at - stoppedAt).toBeGreaterThan(9_900);
    await expect.poll(() => fetch(url).catch(() => "closed")).toBe("closed");
    await giveUp();
    expect(await (await answer).json()).toMatchObject({ code: 200 });
    expect((await exit)[0]).toBe(0);
    kept.close();
  } finally {
    await endProcesses([running]);
  }
});

test("sockets are closed one part after the other, so that others are not met by all at once", {
  tags: "slow",
}, async () => {
  const running = await runProvider({ DRAIN_SECONDS: "1" });
  try {
    const sockets = [];
    for (let count = 0; count < 15; count++) sockets.push(await socketOf(running));
    const times = Promise.all(sockets.map(({ closed }) => closed.then(() => performance.now())));
    running.child.kill("SIGTERM");
    const sorted = (await times).sort((one, other) => one - other);
    const span = sorted.at(-1)! - sorted[0]!;
    expect(span).toBeGreaterThan(1_000);
  } finally {
    await endProcesses([running]);
  }
});

test("a request that does not end is cut after the limit", { tags: "slow" }, async () => {
  const running = await runProvider({ STOP_SECONDS: "1" });
  const exit = once(running.child, "exit");
  const stuck = openConnection(Number(new URL(running.url).port), "127.0.0.1");
  try {
    stuck.on("error", () => {});
    const isTaken = once(stuck, "data");
    stuck.write("POST /api/api/forgotPassword HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n");
    // The answer to the expectation says that the head has been read.
    stuck.write("expect: 100-continue\r\ncontent-type: application/x-www-form-urlencoded\r\n\r\nemail=");
    expect(String((await isTaken)[0])).toContain("100 Continue");
    const stoppedAt = performance.now();
    running.child.kill("SIGTERM");
    await once(stuck, "close");
    expect(performance.now() - stoppedAt).toBeGreaterThan(900);
    expect((await exit)[0]).toBe(0);
  } finally {
    stuck.destroy();
    await endProcesses([running]);
  }
});
