import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
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

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
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
