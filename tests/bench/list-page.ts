import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { signIn } from "#app/contract/auth.ts";
import { freePorts, startProduct } from "#tests/support/product.ts";
import { callEndpoint, DEMO_PASSWORD } from "#tests/support/provider.ts";
import { type Load, listOf, pinApart, saturate, type Target } from "./portal-load.ts";

/**
 * Three pages in turns: the shipment list of a signed-in person; the same list as an ordinary application draws it, from
 * the same three calls, with `Link`, session and i18n as their documentation shows (`same-list-app`); and a table with
 * made-up rows (`bare-app`). Each server has the first core to itself; provider, database and this process share the
 * others. Aims (issue 18): pages a second of the bare table 0.40x, 0.46x, 0.80x (identity, gzip, br), and of the same list
 * 1.5x, 1.5x, 2.5x. On 2026-11-25, before its first slice, they were 0.12x, 0.17x, 0.27x of the bare table.
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

interface Application {
  target: Target;
  child: ChildProcess;
}

async function startApplication(name: string, environment: NodeJS.ProcessEnv): Promise<Application> {
  const root = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  const bin = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
  execFileSync(process.execPath, [bin("@react-router/dev/bin.cjs"), "build"], { cwd: root, stdio: "ignore" });
  const [port] = await freePorts(1);
  const child = spawn(process.execPath, [bin("@react-router/serve/bin.cjs"), "build/server/index.js"], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.stdout.resume();
  return { target: { name, url: `http://127.0.0.1:${port}/`, pids: [Number(child.pid)], cookie: "" }, child };
}

/** Signs in at the provider, and gives the token to the application. */
async function openSession({ target }: Application, providerUrl: string): Promise<void> {
  const signedIn = await callEndpoint<{ token: string }>(providerUrl, signIn, {
    userName: "demo",
    password: DEMO_PASSWORD,
  });
  const answer = await fetch(`${target.url}login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: target.url.replace(/\/$/, "") },
    body: new URLSearchParams({ token: signedIn.data.token }),
  });
  target.cookie = answer.headers.getSetCookie().join("").split(";", 1)[0] ?? "";
  const page = await (await fetch(target.url, { headers: { cookie: target.cookie } })).text();
  if (page.split("<tr").length < 26) throw new Error("The list to compare with has no rows");
}

const product = await startProduct({ RATE_LIMITS: "off" });
const bare = await startApplication("bare-app", {});
const sameList = await startApplication("same-list-app", { API_URL: `${product.providerUrl}/api` });
try {
  await openSession(sameList, product.providerUrl);
  const ours = await listOf(product);
  const targets = [bare.target, sameList.target, ours];
  pinApart([product], targets);
  console.log(
    "| encoding | target | pages/s | of bare | of same list | p50 ms | p99 ms | CPU ms a page | bytes |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const encoding of ["identity", "gzip", "br"]) {
    const rounds = new Map<Target, Load[]>(targets.map((target) => [target, []]));
    for (const target of targets) await saturate(target, { encoding, seconds: 2, connections });
    for (let round = 0; round < Number(given.rounds); round++)
      for (const target of targets)
        rounds.get(target)?.push(await saturate(target, { encoding, seconds, connections }));
    const of = (target: Target, name: keyof Load) =>
      median((rounds.get(target) ?? []).map((round) => round[name]));
    for (const target of targets) {
      const cells = [of(target, "perSecond").toFixed(0)];
      for (const other of [bare.target, sameList.target])
        cells.push(`${(of(target, "perSecond") / of(other, "perSecond")).toFixed(2)}x`);
      for (const name of ["p50", "p99", "cpuMs"] as const) cells.push(of(target, name).toFixed(2));
      console.log(
        `| ${encoding} | ${target.name} | ${cells.join(" | ")} | ${of(target, "bytes").toFixed(0)} |`,
      );
    }
  }
} finally {
  bare.child.kill();
  sameList.child.kill();
  await product.stop();
}
