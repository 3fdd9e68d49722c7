import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "#tests/support/product.ts";
import { DEMO_PASSWORD } from "#tests/support/provider.ts";
import { percentile } from "./seeded-provider.ts";
import { processorMs } from "./watched-process.ts";

/** A page that is requested repeatedly, and the processes that serve it. */
export interface Target {
  name: string;
  url: string;
  pids: number[];
  /** Session cookie; empty for a public page. */
  cookie: string;
}

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the serving processes for each page, in milliseconds. */
  cpuMs: number;
  /** Bytes of the page's body as sent. */
  bytes: number;
}

/** The list of shipments of the demonstration's account, and the portal's processes. */
export async function listOf(product: Product): Promise<Target> {
  const portal = childrenOf(Number(product.launcher.pid)).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("@react-router/serve"),
  );
  if (!portal) throw new Error("The portal's process was not found");
  const workers = childrenOf(portal);
  const cookie = await signIn(product.url);
  const pids = workers.length > 0 ? workers : [portal];
  return { name: "shipment list", url: `${product.url}/shipments/index`, pids, cookie };
}

/**
 * Gives each process of a target a core of the first ones, the same to all targets, which take turns; other processes
 * share the others, if there are any.
 */
export function pinApart(products: readonly Product[], targets: readonly Target[]): void {
  const launchers = products.map(({ launcher }) => Number(launcher.pid));
  const most = Math.max(...targets.map(({ pids }) => pids.length));
  if (most >= availableParallelism()) {
    console.log("Too few cores: no process has one of its own");
    return;
  }
  for (const pid of [process.pid, ...launchers, ...launchers.flatMap(childrenOf)]) pin(pid, `${most}-63`);
  for (const { pids } of targets) for (const [core, pid] of pids.entries()) pin(pid, String(core));
}

function pin(pid: number, cores: string): void {
  execFileSync("taskset", ["-a", "-p", "-c", cores, String(pid)], { stdio: "ignore" });
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

const cpuMsOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + processorMs(pid), 0);

/** Resident memory of the processes together, in MiB. */
export function residentMiB({ pids }: Pick<Target, "pids">): number {
  const each = pids.map((pid) => {
    const [, kB = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kB) / 1024;
  });
  return each.reduce((sum, one) => sum + one, 0);
}

/** Requests pages one after the other on each connection. */
export async function saturate(
  target: Target,
  { encoding, seconds, connections }: { encoding: string; seconds: number; connections: number },
): Promise<Load> {
  const end = performance.now() + seconds * 1_000;
  return measured(target, encoding, connections, async (one) => {
    const worker = async () => {
      while (performance.now() < end) await one();
    };
    await Promise.all(Array.from({ length: connections }, worker));
  });
}

/** Requests so many pages a second, whether or not earlier ones were answered. */
export async function atRate(
  target: Target,
  { encoding, seconds, perSecond }: { encoding: string; seconds: number; perSecond: number },
): Promise<Load> {
  return measured(target, encoding, 256, async (one) => {
    const start = performance.now();
    const under: Promise<void>[] = [];
    for (let index = 0; index < seconds * perSecond; index++) {
      await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
      under.push(one());
    }
    await Promise.all(under);
  });
}

async function measured(
  target: Target,
  encoding: string,
  connections: number,
  drive: (one: () => Promise<void>) => Promise<void>,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { cookie: target.cookie, "accept-encoding": encoding };
  const times: number[] = [];
  let bytes = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const start = performance.now();
      get(target.url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${target.name}: ${answer.statusCode}`));
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => {
          times.push(performance.now() - start);
          resolve();
        });
      }).on("error", reject);
    });
  const cpuBefore = cpuMsOf(target.pids);
  const start = performance.now();
  await drive(one);
  const spent = (performance.now() - start) / 1_000;
  agent.destroy();
  return {
    perSecond: times.length / spent,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMs: (cpuMsOf(target.pids) - cpuBefore) / times.length,
    bytes: bytes / times.length,
  };
}

/** Gives the cookies of a new session of a demonstration account. */
export async function signIn(url: string, userName = "demo"): Promise<string> {
  const page = await fetch(`${url}/login`);
  const cookies = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair);
    }
  };
  keep(page);
  const requestId = /name="requestId" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, cookie: [...cookies.values()].join("; ") },
    body: new URLSearchParams({ requestId, userName, password: DEMO_PASSWORD }),
  });
  if (answer.status !== 302) throw new Error(`Sign-in answered ${answer.status}`);
  keep(answer);
  return [...cookies.values()].join("; ");
}
