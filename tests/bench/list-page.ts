import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePorts, startProduct } from "#tests/support/product.ts";

/**
 * The shipment list of a signed-in person, and the list of a bare React Router application on the same server, in turns
 * (targets "The server": identity 1.0x, gzip 2.0x, br 2.0x of the bare one). Each server has the first core to itself;
 * provider, database and this process share the others.
 *
 *   node tests/bench/list-page.ts [--seconds 6] [--rounds 3] [--connections 16]
 */
const { values: given } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16" },
  },
});
const CONNECTIONS = Number(given.connections);

interface Target {
  name: string;
  url: string;
  pid: number;
  cookie: string;
}
interface Round {
  perSecond: number;
  p50: number;
  p99: number;
  cpuMs: number;
  bytes: number;
}

/** Milliseconds that the process has run on a core. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function pin(pid: number, cores: string): void {
  execFileSync("taskset", ["-a", "-p", "-c", cores, String(pid)], { stdio: "ignore" });
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

async function load(target: Target, encoding: string, seconds: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let bytes = 0;
  const before = cpuMsOf(target.pid);
  const end = performance.now() + seconds * 1_000;
  const headers = { cookie: target.cookie, "accept-encoding": encoding };
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
  const worker = async () => {
    while (performance.now() < end) await one();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const spent = (performance.now() - start) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / spent,
    p50: times[Math.floor(times.length / 2)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuMs: (cpuMsOf(target.pid) - before) / times.length,
    bytes: bytes / times.length,
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function startBare(): Promise<{ target: Target; child: ChildProcess }> {
  const root = fileURLToPath(new URL("./bare-app/", import.meta.url));
  const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
  execFileSync(process.execPath, [bin("@react-router/dev/bin.cjs"), "build"], { cwd: root, stdio: "ignore" });
  const [port] = await freePorts(1);
  const child = spawn(process.execPath, [bin("@react-router/serve/bin.cjs"), "build/server/index.js"], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.stdout.resume();
  const url = `http://127.0.0.1:${port}/`;
  return { target: { name: "bare React Router", url, pid: Number(child.pid), cookie: "" }, child };
}

async function signIn(url: string): Promise<string> {
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
    body: new URLSearchParams({ requestId, userName: "demo", password: "freight-demo-1" }),
  });
  if (answer.status !== 302) throw new Error(`Sign-in answered ${answer.status}`);
  keep(answer);
  return [...cookies.values()].join("; ");
}

const product = await startProduct({ RATE_LIMITS: "off" });
const bare = await startBare();
try {
  const portal = childrenOf(Number(product.launcher.pid)).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("@react-router/serve"),
  );
  if (!portal) throw new Error("The portal's process was not found");
  const url = `${product.url}/shipments/index`;
  const ours = { name: "shipment list", url, pid: portal, cookie: await signIn(product.url) };
  const targets = [bare.target, ours];
  for (const pid of [process.pid, Number(product.launcher.pid), ...childrenOf(Number(product.launcher.pid))])
    pin(pid, "1-63");
  for (const { pid } of targets) pin(pid, "0");
  console.log("| encoding | target | pages/s | of bare | p50 ms | p99 ms | CPU ms a page | bytes |");
  console.log("|---|---|---|---|---|---|---|---|");
  for (const encoding of ["identity", "gzip", "br"]) {
    const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
    for (const target of targets) await load(target, encoding, 2);
    for (let round = 0; round < Number(given.rounds); round++)
      for (const target of targets)
        rounds.get(target)?.push(await load(target, encoding, Number(given.seconds)));
    const of = (target: Target, name: keyof Round) =>
      median((rounds.get(target) ?? []).map((round) => round[name]));
    for (const target of targets) {
      const ratio = of(target, "perSecond") / of(bare.target, "perSecond");
      const cells = [of(target, "perSecond").toFixed(0), `${ratio.toFixed(2)}x`];
      for (const name of ["p50", "p99", "cpuMs"] as const) cells.push(of(target, name).toFixed(2));
      console.log(
        `| ${encoding} | ${target.name} | ${cells.join(" | ")} | ${of(target, "bytes").toFixed(0)} |`,
      );
    }
  }
} finally {
  bare.child.kill();
  await product.stop();
}
