import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servicePrefixes } from "#app/provider/call/route.ts";
import { routes } from "#app/provider/http/server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { freshBrowser } from "#tests/support/fresh-browser.ts";
import { listeningAt } from "#tests/support/listening.ts";
import type { Browser } from "#tests/support/portal.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { freePorts, type Product, startProduct } from "#tests/support/product.ts";
import { DEMO_PASSWORD } from "#tests/support/provider.ts";
import { endProcesses, startProviderProcess } from "#tests/support/provider-process.ts";
import { routeTable } from "#tests/support/route-table.ts";
import { type Sample, scrape, sumOf, valuesOf } from "#tests/support/scrape.ts";
import { servePortal, spawnPortal } from "./serve.ts";

/** The product with two processes of the portal, read as Prometheus reads it. */
let product: Product;
let portalPort: number;
let providerPort: number;
let browser: Browser;

beforeAll(async () => {
  [portalPort = 0, providerPort = 0] = await freePorts(2);
  product = await startProduct({
    PORTAL_PROCESSES: "2",
    METRICS_PORT: String(portalPort),
    PROVIDER_METRICS_PORT: String(providerPort),
    LOG_LEVEL: "fatal",
  });
  browser = freshBrowser(product.url);
  const form = { userName: "demo", password: DEMO_PASSWORD };
  expect((await browser.post("/login", form)).status).toBe(302);
});
afterAll(() => product?.stop());

const portal = async () => (await scrape(portalPort)).samples;
const provider = async () => (await scrape(providerPort)).samples;
const REQUESTS = "fairlead_portal_requests_total";
const LIST = { route: "/shipments/index", method: "GET", status: "200" };
const workers = () =>
  descendants(Number(product.launcher.pid)).filter(({ command }) =>
    /end-with-launcher\S+ \S+@react-router\/serve\//.test(command),
  );

/** Asks for the list so many times, over a new connection each. */
async function openList(times: number): Promise<void> {
  const copies = Array.from({ length: times }, () => freshBrowser(product.url, browser));
  for (const { status } of await Promise.all(copies.map((copy) => copy.get("/shipments/index"))))
    expect(status).toBe(200);
}

test("requests of all processes of a portal are in one sum, while they go on and after one of them was killed", {
  tags: "slow",
}, async () => {
  await openList(1);
  const before = sumOf(await portal(), REQUESTS, LIST);
  await openList(24);
  await expect.poll(async () => sumOf(await portal(), REQUESTS, LIST)).toBe(before + 24);
  const samples = await portal();
  expect(sumOf(samples, "fairlead_portal_processes")).toBe(2);
  expect(sumOf(samples, "fairlead_portal_request_seconds_count", { route: LIST.route })).toBe(before + 24);
  // Both have answered, or it would not be a sum.
  const pids = workers().map(({ pid }) => pid);
  process.kill(pids[0]!, "SIGKILL");
  await expect.poll(() => workers().filter(({ pid }) => !pids.includes(pid)).length).toBe(1);
  expect(sumOf(await portal(), REQUESTS, LIST)).toBe(before + 24);
  await expect.poll(async () => sumOf(await portal(), "fairlead_portal_processes")).toBe(2);
  await openList(6);
  await expect.poll(async () => sumOf(await portal(), REQUESTS, LIST)).toBe(before + 30);
});

test("a process that does not answer is counted as it was before, and a scrape does not wait for it for long", {
  tags: "slow",
}, async () => {
  const counted = sumOf(await portal(), REQUESTS);
  const [held] = workers();
  process.kill(held!.pid, "SIGSTOP");
  try {
    const begun = performance.now();
    expect(sumOf(await portal(), REQUESTS)).toBe(counted);
    expect(performance.now() - begun).toBeLessThan(9_000);
  } finally {
    process.kill(held!.pid, "SIGCONT");
  }
});

test("the portal's calls are those that the provider has answered", { tags: "slow" }, async () => {
  const countBoth = async (): Promise<[number, number]> => [
    sumOf(await portal(), "fairlead_portal_calls_total", { call: "shipment.list", outcome: "ok" }),
    sumOf(await provider(), "fairlead_provider_requests_total", {
      route: "/api/shipment/list",
      status: "200",
    }),
  ];
  const [calls, answers] = await countBoth();
  await openList(5);
  await expect.poll(countBoth).toEqual([calls + 5, answers + 5]);
});

test("a refusal and an unknown address are counted as such", async () => {
  await freshBrowser(product.url).post("/login", { userName: "demo", password: "not-the-Password-1" });
  await freshBrowser(product.url).get("/nowhere/of/this/name");
  await expect
    .poll(async () => sumOf(await portal(), "fairlead_portal_calls_total", { outcome: "refused" }))
    .toBeGreaterThan(0);
  expect(valuesOf(await portal(), "route").join()).not.toContain("nowhere");
});

test("labels are patterns and names of the code: no id, address, token or anything typed", {
  tags: "slow",
}, async () => {
  const list = await browser.open("/shipments/index");
  const [detail = ""] = /\/shipments\/detail\/[\w-]+/.exec(list.markup) ?? [];
  expect(detail).not.toBe("");
  const profile = await browser.open("/account/index");
  const [email = ""] = /[\w.+-]+@[\w.-]+\.\w+/.exec(profile.markup) ?? [];
  expect(email).not.toBe("");
  await browser.get(detail);
  await browser.get(`${detail}.data`);
  await browser.get("/shipments/index?keyword=typed-keyword");
  await browser.get("/quote/index");
  await browser.get(`/shipments/detail/${encodeURIComponent(email)}`);
  await browser.post("/login", { userName: email, password: "typed-password" });
  await fetch(`${product.url}/${email}`, { method: "PROPFIND" }).catch(() => {});
  await fetch(`${product.providerUrl}/api/${email}?token=typed-token`);
  const both = [await scrape(portalPort), await scrape(providerPort)];
  const text = both.map((one) => one.text).join("\n");
  const id = detail.split("/").at(-1)!;
  const session = [...browser.cookies.values()].filter((value) => value.length > 20);
  expect(session).not.toEqual([]);
  // Not by `toContain`, which would print all of it.
  const secrets = [email, email.split("@")[0]!, "typed", ...session];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(both.flatMap(({ samples }) => samples).filter(({ labels }) => isIn(id, labels))).toEqual([]);

  const [ours = [], theirs = []] = both.map((one) => own(one.samples));
  const patterns = (await routeTable()).map(({ pattern }) => pattern);
  expect(
    valuesOf(ours, "route").filter((route) => ![...patterns, "/*", "asset", "other"].includes(route)),
  ).toEqual([]);
  const names = endpoints.map(({ name }) => name);
  expect(valuesOf(ours, "call").filter((name) => !names.includes(name))).toEqual([]);
  const served = routes.map(
    ({ endpoint: { service, path } }) => servicePrefixes[service] + path.replace(/\{(\w+)\}/g, ":$1"),
  );
  const further = ["unknown", "/health", "/health/live", "/health/ready", "/openapi.json"];
  expect(valuesOf(theirs, "route").filter((route) => ![...served, ...further].includes(route))).toEqual([]);
  const labels = [...ours, ...theirs].flatMap((sample) => Object.keys(sample.labels));
  expect([...new Set(labels)].sort()).toEqual([
    "call",
    "le",
    "method",
    "outcome",
    "route",
    "state",
    "status",
    "task",
  ]);
});

/** An id may be as short as a bucket's bound. */
const isIn = (id: string, { le: _, ...labels }: Sample["labels"]) =>
  Object.values(labels).some((value) => value.split(/[^\w-]/).includes(id));
const own = (samples: Sample[]) => samples.filter(({ name }) => name.startsWith("fairlead_"));

test("browsers are not told the pattern of a route", async () => {
  const page = await browser.get("/shipments/index");
  expect([...page.headers.keys()].filter((name) => name.startsWith("x-route"))).toEqual([]);
});

test("the provider tells its connections, jobs and what waits for them", { tags: "slow" }, async () => {
  const samples = await provider();
  expect(sumOf(samples, "fairlead_provider_pool_connections", { state: "all" })).toBeGreaterThan(0);
  expect(sumOf(samples, "fairlead_provider_pool_connections", { state: "waiting" })).toBe(0);
  expect(sumOf(samples, "fairlead_provider_sockets")).toBe(0);
  const jobs = [
    "carrier-bookings",
    "carrier-events",
    "emissions",
    "exports",
    "figures",
    "key-endings",
    "mail",
    "notifications",
    "purge",
    "report-mails",
    "text-index",
    "wanted-papers",
    "webhook-tests",
    "webhooks",
  ];
  await expect.poll(async () => valuesOf(await provider(), "task")).toEqual(jobs);
  const last = samples.filter(({ name }) => name === "fairlead_provider_job_last_success_timestamp_seconds");
  for (const { value } of last) expect(Date.now() / 1000 - value).toBeLessThan(600);
  expect(sumOf(samples, "fairlead_provider_waiting", { task: "exports" })).toBe(0);
  expect(sumOf(samples, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
});

test("the ports are open on this machine only, for this one address", async () => {
  const all = descendants(Number(product.launcher.pid)).flatMap(({ pid }) => listeningAt(pid));
  for (const port of [portalPort, providerPort]) {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
    expect(all.filter((address) => address.endsWith(`:${port}`))).toEqual([`127.0.0.1:${port}`]);
  }
});

test("a stop closes them", { tags: "slow" }, async () => {
  expect(await product.end()).toBe(0);
  for (const port of [portalPort, providerPort]) {
    const refused = new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve("open"));
      socket.once("error", ({ message }) => resolve(message));
    });
    expect(await refused).toContain("ECONNREFUSED");
  }
});

/** Nobody is there. */
const away = { API_URL: "http://127.0.0.1:1/api", TRACKING_API_URL: "http://127.0.0.1:1/tracking" };

test("a portal of one process is read at a port too, and counts what no route has answered", {
  tags: "slow",
}, async () => {
  const [port = 0] = await freePorts(1);
  const alone = await servePortal({ ...away, METRICS_PORT: String(port) });
  try {
    await alone.ask("/login");
    await alone.ask("/login", { method: "PROPFIND" });
    await alone.ask("/home", { headers: { host: "a b/@c" } });
    await alone.ask("/health/ready");
    const read = async () => (await scrape(port)).samples;
    await expect
      .poll(async () => sumOf(await read(), REQUESTS, { route: "/login", method: "GET", status: "200" }))
      .toBe(1);
    const samples = await read();
    expect(sumOf(samples, REQUESTS, { method: "other", status: "405" })).toBe(1);
    expect(sumOf(samples, REQUESTS, { route: "other", status: "400" })).toBe(1);
    // Probes are not what people wait for.
    expect(valuesOf(samples, "route").join()).not.toContain("health");
  } finally {
    await alone.stop();
  }
});

test("without the settings no further port is open", { tags: "slow" }, async () => {
  const database = await testDatabase();
  const plain = await servePortal(away);
  const plainProvider = await startProviderProcess(database.url, { DEMO_DATA: "off" });
  try {
    expect(listeningAt(Number(plain.process.pid))).toEqual([`127.0.0.1:${plain.port}`]);
    const { port } = new URL(plainProvider.url);
    expect(listeningAt(Number(plainProvider.child.pid))).toEqual([`127.0.0.1:${port}`]);
  } finally {
    await Promise.all([plain.stop(), endProcesses([plainProvider])]);
    await database.drop();
  }
});

test("a port that is taken ends the start with one line that names the setting", {
  tags: "slow",
}, async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const port = String((taken.address() as AddressInfo).port);
  try {
    const [free = 0] = await freePorts(1);
    const refused = spawnPortal({ ...away, PORT: String(free), METRICS_PORT: port });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^METRICS_PORT: .*EADDRINUSE.*\n$/);
    const product = startProduct({ ...away, METRICS_PORT: port });
    await expect(product).rejects.toThrow(
      `Port ${port} is taken: stop the program that uses it, or set METRICS_PORT`,
    );
  } finally {
    taken.close();
  }
});
