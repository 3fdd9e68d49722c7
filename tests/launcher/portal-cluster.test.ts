import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type KeptProcess, keepRunning } from "#app/launcher/kept-process.ts";
import type { ClusterPlan } from "#app/launcher/settings.ts";
import { keptConnection } from "#tests/support/kept-connection.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { freePorts } from "#tests/support/product.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const never = new AbortController().signal;
/** Time-out for starting or ending a Node program on a busy machine. */
const PATIENCE = { timeout: 60_000 };
const PLAN: ClusterPlan = { portalProcesses: 2, stopGraceMs: 35_000 };

let folder: string;
let origin: string;
let first: number;
let kept: KeptProcess;
let connections: ReturnType<typeof keptConnection>[];

beforeEach(async () => {
  folder = await tempFolder("cluster");
  const [port] = await freePorts(1);
  origin = `http://127.0.0.1:${port}`;
  connections = [];
  kept = keepRunning({
    name: "The cluster",
    args: ["app/launcher/portal-cluster.ts", JSON.stringify(PLAN), "tests/support/peer-program.ts"],
    cwd: process.cwd(),
    environment: { ...process.env, PORT: String(port) },
    untilReady: async (child) => {
      first = child.pid ?? 0;
      await expect.poll(workersThatAnswer, PATIENCE).toHaveLength(2);
    },
    say: () => {},
  });
  await kept.ready;
});
afterEach(async () => {
  for (const { close } of connections) close();
  await kept.stop(5_000, never);
  await rm(folder, { recursive: true });
});

async function ask(connection: ReturnType<typeof keptConnection>, path: string, given = "") {
  const { body } = await connection.ask(`${path}?of=${encodeURIComponent(given)}`);
  return JSON.parse(body);
}

/** A connection to each worker that answers, found by opening more of them. */
async function workersThatAnswer() {
  const byPid = new Map<number, ReturnType<typeof keptConnection>>();
  for (let tries = 0; tries < 10; tries++) {
    const connection = keptConnection(origin);
    connections.push(connection);
    const pid = await ask(connection, "/pid").catch(() => 0);
    if (pid) byPid.set(pid, connection);
  }
  return [...byPid].map(([pid, connection]) => ({
    pid,
    ask: (path: string, given?: string) => ask(connection, path, given),
  }));
}

async function twoWorkers() {
  const [one, other] = await vi.waitFor(async () => {
    const workers = await workersThatAnswer();
    expect(workers).toHaveLength(2);
    return workers;
  }, PATIENCE);
  if (!one || !other) throw new Error("Not both answer");
  return { one, other };
}

/** A further connection to the worker. */
function another(pid: number) {
  return vi.waitFor(async () => {
    const found = (await workersThatAnswer()).find((worker) => worker.pid === pid);
    if (!found) throw new Error(`${pid} does not answer`);
    return found;
  }, PATIENCE);
}

/** What a question over a connection of its own comes to. One that was open before is served while processes stop. */
async function newConnection() {
  const { ask, close } = keptConnection(origin);
  const outcome = await ask("/pid").then(
    ({ status }) => status,
    ({ code }) => code,
  );
  close();
  return outcome;
}

const untilBegun = (file: string) =>
  expect.poll(() => readFile(file, "utf8").catch(() => ""), PATIENCE).toBe("begun\n");

test("what one process learns, the others know", async () => {
  const { one, other } = await twoWorkers();
  await one.ask("/tell", "news");
  await expect.poll(() => other.ask("/heard")).toEqual(["news"]);
  expect(await one.ask("/heard")).toEqual([]);
});

test("a limit counts what all of them were asked", { tags: "slow" }, async () => {
  const { one, other } = await twoWorkers();
  const answers = [];
  for (const worker of [one, other, one, other]) answers.push(await worker.ask("/limit", "somebody"));
  expect(answers).toEqual(["passed", "passed", "passed", "refused"]);
  expect(await other.ask("/limit", "somebody else")).toBe("passed");
});

test("work that two are asked for at once is done once, and both tell its outcome", {
  tags: "slow",
}, async () => {
  const { one, other } = await twoWorkers();
  const file = join(folder, "work");
  const under = [one, other].map((worker) => worker.ask("/once", file));
  await untilBegun(file);
  await writeFile(`${file}.end`, "");
  const answers = await Promise.all(under);
  const later = await other.ask("/once", file);
  expect([one.pid, other.pid]).toContain(later.doneBy);
  expect(answers).toEqual([later, later]);
  expect(await readFile(file, "utf8")).toBe("begun\n");
});

test("a killed process takes its own work along: who waits for it is told, and the next may begin anew", {
  tags: "slow",
}, async () => {
  const { one, other } = await twoWorkers();
  const file = join(folder, "work");
  const lost = one.ask("/once", file).catch(({ code }) => code);
  await untilBegun(file);
  const beside = await another(other.pid);
  const waiting = other.ask("/once", file);
  await expect.poll(() => beside.ask("/asked")).toBe(1);
  // Comes to the first process after that question.
  await beside.ask("/limit", "anybody");
  process.kill(one.pid, "SIGKILL");
  expect(await lost).toBe("ECONNRESET");
  expect(await waiting).toEqual({ error: "The process that did it has ended" });
  await writeFile(`${file}.end`, "");
  expect(await other.ask("/once", file)).toEqual({ doneBy: other.pid });
});

test("a killed process is replaced, and no connection waits for it", { tags: "slow" }, async () => {
  const { one, other } = await twoWorkers();
  let isOver = false;
  const outcomes = { answered: 0, broken: 0 };
  const visitors = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const connection = keptConnection(origin);
      await ask(connection, "/pid").then(
        () => outcomes.answered++,
        () => outcomes.broken++,
      );
      connection.close();
    }
  });
  process.kill(one.pid, "SIGKILL");
  await expect.poll(workersThatAnswer, PATIENCE).toHaveLength(2);
  expect((await workersThatAnswer()).map(({ pid }) => pid)).not.toContain(one.pid);
  expect(await other.ask("/pid")).toBe(other.pid);
  isOver = true;
  await Promise.all(visitors);
  expect(outcomes.answered).toBeGreaterThan(8);
  // Each had at most one request in the process that died.
  expect(outcomes.broken).toBeLessThanOrEqual(8);
});

test("a stop lets requests end, and ends all processes", { tags: "slow" }, async () => {
  const { one, other } = await twoWorkers();
  const files = ["one", "other"].map((name) => join(folder, name));
  const slow = [one.ask("/once", files[0]), other.ask("/once", files[1])];
  for (const file of files) await untilBegun(file);
  const processes = descendants(first).map(({ pid }) => pid);
  expect(processes).toHaveLength(2);
  const stopped = kept.stop(60_000, never);
  await expect.poll(newConnection, PATIENCE).toBe("ECONNREFUSED");
  for (const file of files) await writeFile(`${file}.end`, "");
  await stopped;
  expect(await Promise.all(slow)).toEqual([{ doneBy: one.pid }, { doneBy: other.pid }]);
  expect(processes.filter((pid) => isAlive(pid))).toEqual([]);
});

test("none outlives the first process", { tags: "slow" }, async () => {
  const processes = descendants(first).map(({ pid }) => pid);
  process.kill(first, "SIGKILL");
  await expect.poll(() => processes.filter((pid) => isAlive(pid)), PATIENCE).toEqual([]);
});

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
