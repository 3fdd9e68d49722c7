import { execFile } from "node:child_process";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import type { CheckResult } from "#app/doctor/finding.ts";
import { runChecks, skipped } from "#app/doctor/finding.ts";
import { withoutSecrets } from "#app/doctor/report.ts";
import { startExampleProxy } from "#tests/support/example-proxy.ts";
import { openMailbox } from "#tests/support/mailbox.ts";
import { freePorts, startProduct } from "#tests/support/product.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const COMMAND = new URL("../../app/doctor/command.ts", import.meta.url).pathname;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await tempFolder("doctor");
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** `npm run doctor`, as an operator runs it. */
async function doctor(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const done = await promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  }).catch((error) => error);
  return { status: (done.code as number) ?? 0, out: String(done.stdout), err: String(done.stderr) };
}

async function resultsOf(environment: NodeJS.ProcessEnv) {
  const { status, out, err } = await doctor(environment, "--json");
  const { isSound, checks } = JSON.parse(out) as { isSound: boolean; checks: CheckResult[] };
  expect({ isSound, err }).toEqual({ isSound: status === 0, err: "" });
  return { status, out, of: (name: string) => checks.find(({ check }) => check === name)!, checks };
}

test("the whole product behind a proxy is looked at while it runs, and after it has stopped", {
  tags: "servers",
}, async () => {
  const [port = 0] = await freePorts(1);
  const publicUrl = `https://localhost:${port}`;
  const mailbox = await openMailbox(async () => expect.unreachable("a mail was sent"));
  cleanups.push(() => mailbox.close());
  const product = await startProduct({ PUBLIC_URL: publicUrl });
  cleanups.push(() => product.stop());
  const proxy = await startExampleProxy("nginx", {
    port,
    portal: product.url,
    provider: product.providerUrl,
  });
  cleanups.push(() => proxy.close());
  const certificate = join(await folder(), "certificate.pem");
  await writeFile(certificate, proxy.certificate);
  const environment = {
    DATA_DIR: product.dataDir,
    PUBLIC_URL: publicUrl,
    SMTP_URL: mailbox.url,
    PORT: new URL(product.url).port,
    PROVIDER_PORT: new URL(product.providerUrl).port,
    NODE_EXTRA_CA_CERTS: certificate,
  };

  const running = await resultsOf(environment);
  const states = Object.fromEntries(running.checks.map(({ check, state }) => [check, state]));
  expect(states).toEqual({
    settings: "ok",
    versions: "ok",
    disk: "ok",
    clock: "ok",
    database: "ok",
    migrations: "ok",
    "time zones": "ok",
    demonstration: "ok",
    connections: "ok",
    replication: "ok",
    standby: "skipped",
    tables: "ok",
    statements: "ok",
    "statement history": "skipped",
    archive: "warning",
    mail: "warning",
    storage: "ok",
    "event contents": "skipped",
    "virus scanner": "warning",
    imports: "skipped",
    provider: "ok",
    portal: "ok",
    "public address": "ok",
    websocket: "ok",
    // It ends in two days.
    certificate: "warning",
  });
  expect(running.status).toBe(0);
  expect(running.of("database").found).toContain("embedded and running");
  expect(running.of("certificate").found).toMatch(/, 1 more days, and its chain is whole$/);

  // Without TLS browsers open the websocket at the provider's own port, as on the first day of docs/install.md. This one serves
  // pages of the proxy only.
  const near = await resultsOf({ ...environment, PUBLIC_URL: product.url });
  expect(near.of("websocket").found).toBe(
    `ws://localhost:${environment.PROVIDER_PORT}/ws refuses pages of ${product.url}`,
  );

  await product.end();
  const stopped = await resultsOf({
    ...environment,
    PUBLIC_URL: publicUrl.replace("localhost", "127.0.0.2"),
  });
  expect(stopped.status).toBe(1);
  expect(stopped.of("database").found).toContain("embedded, started for this look");
  for (const name of ["provider", "portal"]) expect(stopped.of(name).state).toBe("warning");
  for (const name of ["public address", "certificate", "websocket"])
    expect(stopped.of(name).state).toBe("fault");
});

test("a malformed setting is a fault without its value, and nothing else can be looked at", {
  tags: "slow",
}, async () => {
  const { status, out } = await doctor({ DATABASE_URL: "mysql://ada:pass-word-1@db.example/x" });
  const lines = out.trim().split("\n");
  expect(status).toBe(1);
  expect(lines[0]).toMatch(/^FAULT {4}settings: DATABASE_URL is malformed: give an address such as/);
  expect(out).not.toContain("pass-word-1");
  expect(lines.at(-1)).toMatch(/^1 faults, 0 warnings, 1 ok, \d+ skipped$/);
  const portal = await doctor({ EMBEDDED_PAGES: "{" });
  expect(portal.out).toMatch(/^FAULT {4}settings: EMBEDDED_PAGES /);
});

test("settings that others may read are a warning, and a provider of the operator is left to them", {
  tags: "slow",
}, async () => {
  const dataDir = await folder();
  await writeFile(join(dataDir, "settings.env"), "SMTP_URL=smtp://u:pass-word-1@mail.example\n");
  await chmod(join(dataDir, "settings.env"), 0o644);
  const upstream = "http://127.0.0.1:9";
  const { out, of } = await resultsOf({
    DATA_DIR: dataDir,
    API_URL: `${upstream}/api`,
    TRACKING_API_URL: `${upstream}/tracking`,
  });
  expect(of("settings")).toMatchObject({ state: "warning", todo: expect.stringContaining("chmod 600") });
  expect(of("database")).toMatchObject({ state: "skipped", found: expect.stringContaining("API_URL") });
  expect(of("provider")).toMatchObject({ state: "fault", todo: expect.stringContaining("API_URL") });
  expect(out).not.toContain("pass-word-1");
});

test("an option that is not there prints what there is, and exits with 2", { tags: "slow" }, async () => {
  expect(await doctor({}, "--fix")).toEqual({
    status: 2,
    out: "",
    err: expect.stringContaining("npm run doctor -- [--json]"),
  });
});

test("a check that is not answered in time is a fault, and keeps no other waiting", async () => {
  const from = performance.now();
  const results = await runChecks([
    { name: "silent", look: () => new Promise(() => {}), withinMs: 100 },
    { name: "quick", look: async () => skipped("nothing to look at") },
    { name: "broken", look: () => Promise.reject(new TypeError("with pass-word-1")) },
  ]);
  expect(results.map(({ check, state, found }) => `${check} ${state} ${found}`)).toEqual([
    "silent fault it was not answered within 0.1 s",
    "quick skipped nothing to look at",
    "broken fault the check failed (TypeError)",
  ]);
  expect(performance.now() - from).toBeLessThan(2_000);
});

test("no secret of a setting is printed, whoever has put it into a line", () => {
  const given = {
    SMTP_URL: "smtp://u:pass%40word@mail.example",
    SESSION_SECRET: "first-secret, second-secret",
    DATABASE_URL: "postgres://u:db-word-1@db.example/x",
  };
  const line = "pass%40word pass@word first-secret second-secret db-word-1 mail.example";
  expect(withoutSecrets(line, given)).toBe("(secret) (secret) (secret) (secret) (secret) mail.example");
});
