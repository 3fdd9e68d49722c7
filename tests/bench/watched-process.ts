import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** A Node process whose memory, processor time and event loop a bench watches; it is started with `--expose-gc`. */

/** To import before its program: collects garbage and tells live objects, watches the loop, takes a CPU profile. */
export const COLLECTOR = `data:text/javascript,import { Session } from "node:inspector";
import { monitorEventLoopDelay } from "node:perf_hooks";
const session = new Session();
session.connect();
const delay = monitorEventLoopDelay({ resolution: 5 });
const ms = (nanoseconds) => nanoseconds / 1e6 - 5;
const told = (profile) => process.send({ profile, p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) });
process.on("SIGUSR2", () => {
  gc();
  process.send({ heapUsed: process.memoryUsage().heapUsed });
});
process.on("message", (order) => {
  if (order === "watch" || order === "profile") { delay.reset(); delay.enable(); }
  if (order === "profile") { session.post("Profiler.enable"); session.post("Profiler.start"); }
  if (order === "watched") { delay.disable(); told(); }
  if (order === "profiled") session.post("Profiler.stop", (_, { profile }) => told(profile));
});
process.channel?.unref()`.replaceAll("\n", "");

interface Watched {
  profile?: Profiler.Profile;
  /** By how many milliseconds the loop was late. */
  p50: number;
  p99: number;
  max: number;
}

/** Resident memory and size of live objects, in MiB. */
export async function memoryOf(child: ChildProcess): Promise<{ resident: number; objects: number }> {
  let heapUsed = 0;
  for (let times = 0; times < 2; times++) {
    const answer = once(child, "message") as Promise<[{ heapUsed: number }]>;
    child.kill("SIGUSR2");
    [{ heapUsed }] = await answer;
    await sleep(500);
  }
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return {
    resident: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024,
    objects: heapUsed / 1_024 / 1_024,
  };
}

/**
 * Prints what the process does during the work: its processor time, how late its loop is, and with a profile which
 * functions take the time.
 * @returns share of a core
 */
export async function watched(
  child: ChildProcess,
  what: string,
  isProfiled: boolean,
  work: () => Promise<unknown>,
): Promise<number> {
  const pid = Number(child.pid);
  child.send(isProfiled ? "profile" : "watch");
  const [ms, start] = [processorMs(pid), performance.now()];
  await work();
  const share = (processorMs(pid) - ms) / (performance.now() - start);
  child.send(isProfiled ? "profiled" : "watched");
  const [{ profile, ...late }] = (await once(child, "message")) as [Watched];
  const [p50, p99, max] = [late.p50, late.p99, late.max].map((each) => Math.max(0, each).toFixed(0));
  console.log(
    `${what}: ${share.toFixed(3)} of a core; the loop was late by p50 ${p50}, p99 ${p99}, max ${max} ms`,
  );
  if (profile) console.log(`${what}, where the time goes:\n${longest(profile).join("\n")}`);
  return share;
}

/**
 * Prints how much of a core each group of processes takes during the work, PostgreSQL with its process for each
 * connection, and what other programs of the machine take.
 */
export async function sharesOf(
  groups: Record<string, number[]>,
  postmaster: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const read = () => ({
    at: performance.now(),
    machine: machineMs(),
    own: [
      ...Object.values(groups).map((pids) => pids.reduce((sum, pid) => sum + processorMs(pid), 0)),
      postgresMs(postmaster),
    ],
  });
  const before = read();
  await work();
  const after = read();
  const shareOf = (one: number, other: number) => (one - other) / (after.at - before.at);
  const shares = after.own.map((ms, index) => shareOf(ms, before.own[index]!));
  const busy = shareOf(after.machine, before.machine);
  shares.push(busy - shares.reduce((sum, share) => sum + share, 0));
  const names = [...Object.keys(groups), "PostgreSQL", "other programs"];
  const named = names.map((name, index) => `${name} ${shares[index]!.toFixed(2)}`);
  console.log(`cores: ${named.join(", ")}; together ${busy.toFixed(2)} of ${availableParallelism()}`);
}

/** With connections that have ended, which count as the postmaster's children. */
function postgresMs(postmaster: number): number {
  let ms = msOf(statOf(postmaster), [13, 14]);
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statOf(Number(name));
      if (Number(name) === postmaster || Number(fields[1]) === postmaster) ms += msOf(fields, [11, 12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ms;
}

/** Processor milliseconds of a process so far. */
export const processorMs = (pid: number): number => msOf(statOf(pid), [11, 12]);

const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
const msOf = (fields: readonly string[], indexes: readonly number[]) =>
  indexes.reduce((sum, index) => sum + Number(fields[index]) * 10, 0);

/** All but idling and waiting for the disk. */
function machineMs(): number {
  const [user, nice, system, , , interrupt, soft, stolen] = readFileSync("/proc/stat", "utf8")
    .split("\n")[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return [user, nice, system, interrupt, soft, stolen].reduce<number>(
    (sum, each) => sum + (each ?? 0) * 10,
    0,
  );
}

/** The functions with most time of their own. */
function longest({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || "anonymous"} ${url.split("/").slice(-2).join("/")}:${lineNumber + 1}`,
    ]),
  );
  const spent = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? "";
    if (!name.startsWith("(idle)")) spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
  return [...spent]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 20)
    .map(([name, each]) => `${((each / all) * 100).toFixed(1).padStart(6)} %  ${name}`);
}
