import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DEMO_PASSWORD } from "#app/provider/demo/accounts.ts";
import { type FuzzRequest, fuzzRequests, type Harvest, harvest, initOf } from "#tests/support/fuzz.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { startProduct } from "#tests/support/product.ts";
import { routeTable } from "#tests/support/route-table.ts";

/**
 * Names and values of all kinds for every action and loader, in turn as a visitor, a customer and staff
 * (issue 9: no answer above a second of CPU, no 500, memory back to its start). Linux only.
 * node tests/bench/fuzz.ts [--minutes 10] [--seed 1]
 */
const { values: given } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});
const firstSeed = Number(given.seed ?? Math.floor(Date.now() / 1000));
const startedAt = Date.now();
const until = startedAt + Number(given.minutes) * 60_000;
const ROUND = 200;
const TICK_MS = 10;
const SLOW_MS = 1_000;

const product = await startProduct({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
const programs = descendants(product.launcher.pid ?? 0).filter(({ command }) =>
  /react-router-serve|serve\/bin\.cjs|provider\/server\.ts/.test(command),
);
const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
const cpuMs = () =>
  programs.reduce((sum, { pid }) => {
    const stat = statOf(pid);
    return sum + (Number(stat[11]) + Number(stat[12])) * TICK_MS;
  }, 0);
const residentMiB = () =>
  programs.map(
    ({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
  );

class Person {
  #cookie = "";
  readonly account: string | null;
  constructor(account: string | null) {
    this.account = account;
  }
  async enter(): Promise<void> {
    this.#cookie = "";
    if (!this.account) return;
    const body = new URLSearchParams({ userName: this.account, password: DEMO_PASSWORD });
    const { status } = await this.send("/login", { method: "POST", body });
    if (status !== 302) throw new Error(`${this.account} could not sign in: ${status}`);
  }
  async send(
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; html: string; isSignedOut: boolean }> {
    const body = init.body ? new Response(init.body) : null;
    const answer = await fetch(new URL(path, product.url), {
      ...init,
      ...(body ? { body: await body.arrayBuffer() } : {}),
      redirect: "manual",
      headers: {
        origin: product.url,
        cookie: this.#cookie,
        ...(body ? { "content-type": body.headers.get("content-type") ?? "" } : {}),
      },
    });
    const session = answer.headers.getSetCookie().find((line) => line.startsWith("session="));
    if (session) this.#cookie = /Max-Age=0|1970/i.test(session) ? "" : (session.split(";")[0] ?? "");
    const html = await answer.text();
    return { status: answer.status, html, isSignedOut: this.account !== null && this.#cookie === "" };
  }
}

async function found(person: Person, paths: string[]): Promise<Harvest> {
  const all: Harvest = { paths: [...paths], fields: [] };
  for (const path of paths) {
    const { paths: links, fields } = harvest((await person.send(path, {})).html);
    all.paths.push(...links.filter((link) => !/^\/(assets|logout)/.test(link)).slice(0, 12));
    all.fields.push(...fields);
  }
  return { ...all, paths: [...new Set(all.paths)] };
}

const failures: string[] = [];
const slow: { ms: number; line: string }[] = [];
const counts = new Map<number, number>();
const lineOf = ({ method, path, fields }: FuzzRequest, seed: number, account: string | null) =>
  `${account ?? "stranger"} ${method} ${path.slice(0, 80)} seed ${seed} ${fields
    .map(([name, value]) => `${name.slice(0, 40)}=${value.slice(0, 20)}`)
    .join(" ")
    .slice(0, 300)}`;

try {
  const paths = (await routeTable()).map((route) => route.path);
  const people = [null, "demo", "desk"].map((account) => new Person(account));
  for (const person of people) await person.enter();
  for (const person of people) await found(person, paths);
  const before = residentMiB();
  // Memory of a new process grows at first: whether it keeps growing is seen over the minutes.
  const course: string[] = [];
  let seed = firstSeed;
  while (Date.now() < until) {
    if (course.length * 60_000 < Date.now() - startedAt) course.push(residentMiB().map(Math.round).join("/"));
    for (const person of people) {
      for (const request of fuzzRequests(await found(person, paths), ROUND, seed)) {
        const { path, init } = initOf(request);
        const begun = cpuMs();
        // A refused body may close the connection before the answer is read; a crash shows in `cpuMs`.
        const { status, isSignedOut } = await person
          .send(path, init)
          .catch(() => ({ status: 0, isSignedOut: false }));
        slow.push({ ms: cpuMs() - begun, line: lineOf(request, seed, person.account) });
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status >= 500) failures.push(`${status} ${lineOf(request, seed, person.account)}`);
        if (isSignedOut) await person.enter();
      }
      slow.sort((a, b) => b.ms - a.ms).splice(10);
      seed += 1;
    }
  }
  const after = residentMiB();
  console.log(
    `${[...counts.values()].reduce((sum, count) => sum + count, 0)} requests from seed ${firstSeed}`,
  );
  console.log(
    [...counts]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", "),
  );
  console.log(`${failures.length} of 500 and above`);
  for (const line of failures.slice(0, 20)) console.log(`  ${line}`);
  console.log(`${slow.filter(({ ms }) => ms > SLOW_MS).length} above a second of CPU; the slowest:`);
  for (const { ms, line } of slow.slice(0, 5)) console.log(`  ${ms} ms ${line}`);
  for (const [index, { command }] of programs.entries())
    console.log(
      `${/provider/.test(command) ? "provider" : "portal"}: ${before[index]?.toFixed(0)} MiB before, ${after[index]?.toFixed(0)} after`,
    );
  const names = programs.map(({ command }) => (/provider/.test(command) ? "provider" : "portal")).join("/");
  console.log(`MiB each minute, ${names}: ${course.join(" ")}`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await product.stop();
}
