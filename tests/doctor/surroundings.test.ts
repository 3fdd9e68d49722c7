import { execFileSync } from "node:child_process";
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { ask, clockOf } from "#app/doctor/ask.ts";
import { lookAtImports } from "#app/doctor/imports.ts";
import { lookAtClock, lookAtDisk, lookAtVersions } from "#app/doctor/machine.ts";
import { lookAtPortal, lookAtProvider } from "#app/doctor/programs.ts";
import { lookAtCertificate, lookAtWebsocket } from "#app/doctor/public-address.ts";
import { lookAtMail, lookAtScanner, lookAtStorage } from "#app/doctor/services.ts";
import type { Subject } from "#app/doctor/subject.ts";
import { readProviderConfig } from "#app/provider/config.ts";
import { makeCertificate } from "#tests/support/certificate.ts";
import { startClamd } from "#tests/support/clamd.ts";
import { testDatabase } from "#tests/support/database.ts";
import { freePorts } from "#tests/support/product.ts";
import { endProcesses, startProviderProcess } from "#tests/support/provider-process.ts";
import { startS3 } from "#tests/support/s3-server.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await tempFolder("doctor");
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

const NOWHERE: Subject = {
  provider: undefined,
  dataDir: "/nowhere",
  publicUrl: null,
  websocketUrl: "ws://127.0.0.1:9/ws",
  portalUrl: "http://127.0.0.1:9",
  providerUrl: "http://127.0.0.1:9",
};
const OWN = readProviderConfig({});

test("a Node that is too old is a fault", async () => {
  expect(await lookAtVersions()).toMatchObject({ state: "ok" });
  for (const version of ["20.20.2", "22.21.0"])
    expect(await lookAtVersions(version)).toMatchObject({ state: "fault" });
});

test.skipIf(process.getuid?.() !== 0)("a disk that is nearly full is a fault", async () => {
  const dataDir = await folder();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "doctor", dataDir]);
  cleanups.push(() => execFileSync("umount", [dataDir]));
  expect(await lookAtDisk({ ...NOWHERE, dataDir })).toEqual({
    state: "fault",
    found: `1 MB (100 %) are free on the disk of ${dataDir}`,
    todo: "make room there, or move DATA_DIR to a larger disk",
  });
});

test("a clock that differs from another server's is a warning, then a fault", async () => {
  let ahead = 0;
  const server = createServer((_, answer) => {
    answer.setHeader("date", new Date(Date.now() + ahead).toUTCString()).end("{}");
  }).listen(0, "127.0.0.1");
  cleanups.push(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const look = async () => lookAtClock([(await clockOf(ask(url), "the provider"))!]);
  expect(await look()).toMatchObject({ state: "ok", found: "as the provider" });
  ahead = 12_000;
  expect(await look()).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/^1[12]\S* s behind/),
  });
  ahead = -3_600_000;
  expect(await look()).toMatchObject({
    state: "fault",
    found: expect.stringContaining("ahead of the provider"),
  });
});

/** A mail server, and the mails that it was given. */
async function mailServer(options: SMTPServerOptions): Promise<{ port: number; mails: number[] }> {
  const mails: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    ...options,
    onMailFrom: (_address, _session, done) => {
      mails.push(1);
      done();
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

test("mail: unset, printed, away, refused, and without TLS; nothing is sent", {
  tags: "servers",
}, async () => {
  const look = (smtpUrl: string | undefined) => lookAtMail({ ...OWN, smtpUrl });
  expect(await look(undefined)).toMatchObject({ state: "warning", found: expect.stringContaining("outbox") });
  expect(await look("log:")).toMatchObject({ state: "warning", found: expect.stringContaining("printed") });

  const [port = 0] = await freePorts(1);
  expect(await look(`smtp://127.0.0.1:${port}`)).toMatchObject({
    state: "fault",
    todo: expect.stringContaining("check host and port in SMTP_URL"),
  });

  const plain = await mailServer({ disabledCommands: ["STARTTLS", "AUTH"] });
  expect(await look(`smtp://127.0.0.1:${plain.port}`)).toMatchObject({
    state: "warning",
    found: expect.stringContaining("takes us, but without TLS"),
  });

  const strict = await mailServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`${password} is wrong`)),
  });
  const refused = await look(`smtp://ada:pass-word-1@127.0.0.1:${strict.port}`);
  expect(refused).toMatchObject({ state: "fault", todo: expect.stringContaining("user and password") });
  expect(JSON.stringify(refused)).not.toMatch(/pass-word-1|ada/);

  const { key, cert } = await makeCertificate();
  const own = await mailServer({ key, cert });
  expect(await look(`smtp://localhost:${own.port}`)).toMatchObject({
    state: "fault",
    todo: expect.stringContaining("certificate of the mail server"),
  });
  expect([...plain.mails, ...strict.mails, ...own.mails]).toEqual([]);
});

test("the object store: works, and knows no such bucket", async () => {
  const s3 = await startS3(await folder(), "papers");
  cleanups.push(() => s3.stop());
  const look = (path: string) => lookAtStorage(NOWHERE, { ...OWN, filesS3Url: s3.url(path) });
  expect(await look("papers/fairlead")).toMatchObject({ state: "ok" });
  expect(await look("others")).toMatchObject({
    state: "fault",
    found: expect.stringContaining("NoSuchBucket"),
  });
});

test("the folder of files: works without a trace, and belongs to somebody else", async () => {
  const dataDir = await folder();
  await mkdir(join(dataDir, "files"));
  const look = () => lookAtStorage({ ...NOWHERE, dataDir }, OWN);
  expect(await look()).toMatchObject({ state: "ok" });
  expect(execFileSync("find", [dataDir, "-mindepth", "2"]).toString()).toBe("");
  if (process.getuid?.() !== 0) return;
  await chown(join(dataDir, "files"), 65_534, 65_534);
  expect(await look()).toMatchObject({
    state: "warning",
    found: expect.stringContaining("another user (id 65534)"),
  });
  // A file where the folder should be.
  await rm(join(dataDir, "files"), { recursive: true });
  await writeFile(join(dataDir, "files"), "");
  expect(await look()).toMatchObject({ state: "fault", found: expect.stringContaining("ENOTDIR") });
});

test("without a virus scanner what customers send is not scanned, which is a warning", async () => {
  expect(await lookAtScanner({ ...OWN, clamdUrl: undefined })).toEqual({
    state: "warning",
    found: expect.stringContaining("CLAMD_URL is not set"),
    todo: expect.stringContaining("set CLAMD_URL"),
  });
});

test("the virus scanner: answers, and is away", { tags: "servers" }, async () => {
  const clamd = await startClamd();
  cleanups.push(() => clamd.stop());
  expect(await lookAtScanner({ ...OWN, clamdUrl: clamd.url })).toMatchObject({ state: "ok" });
  const [port = 0] = await freePorts(1);
  expect(await lookAtScanner({ ...OWN, clamdUrl: `tcp://127.0.0.1:${port}` })).toMatchObject({
    state: "fault",
    found: expect.stringContaining("ECONNREFUSED"),
  });
});

test("the folder of files to import: unset, there, a server that is away", async () => {
  expect(await lookAtImports(OWN)).toMatchObject({ state: "skipped" });
  const from = await folder();
  await writeFile(join(from, "shipments-1.csv"), "sourceReference\n");
  const imports = { from, actingAs: "maria" };
  expect(await lookAtImports({ ...OWN, imports })).toMatchObject({
    state: "ok",
    found: expect.stringContaining("1 files"),
  });
  await rm(from, { recursive: true });
  expect(await lookAtImports({ ...OWN, imports })).toMatchObject({
    state: "fault",
    found: expect.stringContaining("ENOENT"),
  });
  const [port = 0] = await freePorts(1);
  const server = { host: "127.0.0.1", port, username: "fairlead", folder: "/import" };
  const access = { ...server, hostKey: "SHA256:none", password: "pass-word-1", keyFile: undefined };
  const away = await lookAtImports({ ...OWN, imports: { from: access, actingAs: "maria" } });
  expect(away).toMatchObject({ state: "fault", found: expect.stringContaining("127.0.0.1/import") });
  expect(JSON.stringify(away)).not.toContain("pass-word-1");
});

/** A server with the certificate, which answers everything with 200. */
async function secureServer(key: Buffer, cert: Buffer): Promise<string> {
  const server = createSecureServer({ key, cert }, (_, answer) => void answer.end("hello")).listen(0);
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** A certificate that ended in the past. */
async function endedCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const home = await mkdtemp(join(tmpdir(), "fairlead-ended-"));
  cleanups.push(() => rm(home, { recursive: true }));
  const settings = [
    "[ca]",
    "default_ca=own",
    "[own]",
    "database=index",
    "serial=serial",
    "new_certs_dir=.",
    "default_md=sha256",
    "policy=any",
    "[any]",
    "commonName=supplied",
    "",
  ];
  await writeFile(join(home, "settings"), settings.join("\n"));
  await writeFile(join(home, "index"), "");
  await writeFile(join(home, "serial"), "01\n");
  const run = (...args: string[]) => execFileSync("openssl", args, { cwd: home, stdio: "pipe" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run("req", "-new", ...curve, "-subj", "/CN=localhost", "-keyout", "key", "-out", "wish");
  const days = ["-startdate", "20260101000000Z", "-enddate", "20260201000000Z"];
  const ca = ["-batch", "-selfsign", "-config", "settings", "-keyfile", "key"];
  run("ca", ...ca, "-in", "wish", "-out", "cert", "-notext", ...days);
  return { key: await readFile(join(home, "key")), cert: await readFile(join(home, "cert")) };
}

test("the certificate: ended, of nobody whom this machine trusts, and none at all", {
  tags: "servers",
}, async () => {
  const look = (publicUrl: string) => lookAtCertificate({ ...NOWHERE, publicUrl });
  const ended = await endedCertificate();
  expect(await look(await secureServer(ended.key, ended.cert))).toMatchObject({
    state: "fault",
    found: expect.stringContaining("ended on 2026-02-01"),
  });
  const own = await makeCertificate();
  const url = await secureServer(own.key, own.cert);
  expect(await look(url)).toMatchObject({ state: "fault", found: expect.stringContaining("is not trusted") });
  const [port = 0] = await freePorts(1);
  expect(await look(`https://localhost:${port}`)).toMatchObject({
    state: "fault",
    found: expect.stringContaining("no TLS"),
  });
  expect(await look("http://portal.example")).toMatchObject({ state: "warning" });
});

test("a program that is not ours, none, and a provider whose database is gone", {
  tags: "slow",
}, async () => {
  const other = createServer((_, answer) => void answer.end("hello")).listen(0, "127.0.0.1");
  cleanups.push(() => other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const ours: Subject = { ...NOWHERE, provider: OWN, portalUrl: url, providerUrl: url };
  expect(await lookAtPortal(ours, ask(`${url}/health/ready`))).toMatchObject({ state: "fault" });
  expect(await lookAtProvider(ours, ask(`${url}/health/ready`))).toMatchObject({ state: "fault" });
  expect(
    await lookAtWebsocket({ ...ours, publicUrl: url, websocketUrl: url.replace("http", "ws") }),
  ).toMatchObject({
    state: "fault",
    found: expect.stringContaining("does not open (status 200)"),
  });
  // A provider of the operator answers as it likes.
  expect(await lookAtProvider({ ...ours, provider: undefined }, ask(`${url}/health/ready`))).toMatchObject({
    state: "ok",
  });

  const [port = 0] = await freePorts(1);
  const away = `http://127.0.0.1:${port}`;
  const none: Subject = { ...ours, portalUrl: away, providerUrl: away };
  expect(await lookAtPortal(none, ask(away))).toMatchObject({ state: "warning" });
  expect(await lookAtProvider(none, ask(away))).toMatchObject({ state: "warning" });
  expect(await lookAtProvider({ ...none, provider: undefined }, ask(away))).toMatchObject({ state: "fault" });

  const database = await testDatabase();
  const provider = await startProviderProcess(database.url, {
    DATA_DIR: await folder(),
    LOG_LEVEL: "silent",
  });
  cleanups.push(() => endProcesses([provider]));
  const asked = () => ask(`${provider.url}/health/ready`);
  const running: Subject = { ...ours, providerUrl: provider.url };
  expect(await lookAtProvider(running, asked())).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/, version \d+\.\d+\.\d+$/),
  });
  await database.pool.query("delete from kysely_migration");
  await expect
    .poll(async () => lookAtProvider(running, asked()))
    .toMatchObject({ state: "fault", found: expect.stringContaining("not migrated") });
  await endProcesses([provider]);
  await database.drop();
});
