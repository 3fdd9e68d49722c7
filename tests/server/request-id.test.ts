import { globSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type OpenDatabase, openDatabase } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { connectionUrl } from "#tests/support/database.ts";
import { freshBrowser } from "#tests/support/fresh-browser.ts";
import { findPostgres } from "#tests/support/machine.ts";
import type { Browser } from "#tests/support/portal.ts";
import { DEMO_PASSWORD } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { type ServedPortal, servePortal } from "./serve.ts";

/** A PostgreSQL of the distribution that logs every statement, a provider on it and a portal before that. */
let folder: string;
let server: EmbeddedServer;
let database: OpenDatabase;
let provider: ProviderProcess;
let portal: ServedPortal;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(inject("testServerDir"), "request-id-"));
  await chmod(folder, 0o755);
  server = await startEmbedded({
    dataDir: folder,
    postgresBin: findPostgres()?.bin,
    log: { info: () => {}, warn: () => {}, error: console.error },
    settings: { fsync: "off" },
  });
  database = openDatabase(server.connection);
  provider = await startProviderProcess(connectionUrl(server.connection), {
    DATA_DIR: folder,
    DEMO_DATA: "on",
    DEMO_CLOCK: "off",
    LOG_LEVEL: "info",
  });
  // Not before: the demonstration's statements would be a log of many megabytes.
  const admin = new pg.Client(server.adminConnection);
  await admin.connect();
  await admin.query("alter system set log_min_duration_statement = 0");
  await admin.query("select pg_reload_conf()");
  await admin.end();
  portal = await servePortal({
    API_URL: `${provider.url}/api`,
    TRACKING_API_URL: `${provider.url}/tracking`,
  });
  browser = freshBrowser(`http://127.0.0.1:${portal.port}`);
  expect((await browser.post("/login", { userName: "demo", password: DEMO_PASSWORD })).status).toBe(302);
});
afterAll(async () => {
  await portal?.stop();
  if (provider) await endProcesses([provider]);
  await database?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const databaseLog = () => readFile(globSync(join(folder, "**/server.log"))[0] ?? "", "utf8");
const lineWith = (log: string, ...words: string[]) =>
  log.split("\n").find((line) => words.every((word) => line.includes(word)));

/** While the table has another name, calls that read it fail with an error that nobody expects. */
async function withoutTable(name: string, work: () => Promise<void>): Promise<void> {
  await database.pool.query(`alter table ${name} rename to ${name}_gone`);
  try {
    await work();
  } finally {
    await database.pool.query(`alter table ${name}_gone rename to ${name}`);
  }
}

test("the number on an error page leads through both logs to the statement that failed", async () => {
  await withoutTable("shipment", async () => {
    const forged = "4bf92f3577b34da6a3ce929d0e0e4736";
    const page = await browser.get("/shipments/index", {
      "x-request-id": forged,
      traceparent: `00-${forged}-00f067aa0ba902b7-01`,
    });
    expect(page.status).toBe(503);
    const [, number = ""] = /Report number: ([\da-f]{8})/.exec(page.markup) ?? [];
    expect(number).not.toBe("");
    const id = page.headers.get("x-request-id") ?? "";
    expect(id).toMatch(new RegExp(`^${number}[\\da-f]{24}$`));
    expect(id).not.toBe(forged);

    await expect.poll(() => lineWith(portal.output(), "GET /shipments/index", id, "503")).toBeTruthy();
    const route = () => lineWith(provider.output(), id, '"route":"/api/shipment/list"');
    await expect.poll(route).toBeTruthy();
    expect(JSON.parse(lineWith(provider.output(), id, "unexpected error") ?? "{}")).toMatchObject({
      requestId: id,
    });
    expect(JSON.parse(route() ?? "{}")).toMatchObject({ requestId: id, status: 500 });
    expect(JSON.parse(lineWith(provider.output(), id, "A statement failed") ?? "{}")).toMatchObject({
      code: "42P01",
      statement: expect.stringContaining("shipment"),
      backend: expect.any(Number),
    });
    await expect.poll(async () => lineWith(await databaseLog(), "STATEMENT:", id)).toBeTruthy();
  });
});

test("navigations of a page's script and pages in Chinese have the number too", async () => {
  await withoutTable("shipment", async () => {
    const navigation = await browser.get("/shipments/index.data");
    const id = navigation.headers.get("x-request-id") ?? "none";
    expect(navigation.html).toContain(`"${id.slice(0, 8)}"`);
    const chinese = await browser.get("/shipments/index?lang=zh", { "accept-language": "zh" });
    expect(chinese.markup).toMatch(/(编号：|number: )[\da-f]{8}/);
  });
});

test("writes are found in the database's log by their request, which names their session", async () => {
  const signIn = () => lineWith(provider.output(), '"route":"/api/auth/token"');
  await expect.poll(signIn).toBeTruthy();
  const { requestId } = JSON.parse(signIn() ?? "{}");
  await expect.poll(async () => lineWith(await databaseLog(), `fairlead ${requestId} LOG:`)).toBeTruthy();
});
