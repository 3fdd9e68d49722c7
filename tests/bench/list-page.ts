import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePorts, startProduct } from "#tests/support/product.ts";
import { type Load, listOf, pinApart, saturate, type Target } from "./portal-load.ts";

/**
 * The shipment list of a signed-in person and the list of a minimal React Router application on the same
 * server, in turns (targets "The server": identity 1.0x, gzip 2.0x, br 2.0x of the minimal one). Each server
 * has the first core to itself; provider, database and this process share the others.
 * node tests/bench/list-page.ts [--seconds 6] [--rounds 3] [--connections 16]
 */
const { values: given } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16" },
  },
});
const connections = Number(given.connections);
const seconds = Number(given.seconds);

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
  return { target: { name: "bare React Router", url, pids: [Number(child.pid)], cookie: "" }, child };
}

const product = await startProduct({ RATE_LIMITS: "off" });
const bare = await startBare();
try {
  const ours = await listOf(product);
  const targets = [bare.target, ours];
  pinApart(product, targets);
  console.log("| encoding | target | pages/s | of bare | p50 ms | p99 ms | CPU ms a page | bytes |");
  console.log("|---|---|---|---|---|---|---|---|");
  for (const encoding of ["identity", "gzip", "br"]) {
    const rounds = new Map<Target, Load[]>(targets.map((target) => [target, []]));
    for (const target of targets) await saturate(target, { encoding, seconds: 2, connections });
    for (let round = 0; round < Number(given.rounds); round++)
      for (const target of targets)
        rounds.get(target)?.push(await saturate(target, { encoding, seconds, connections }));
    const of = (target: Target, name: keyof Load) =>
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
