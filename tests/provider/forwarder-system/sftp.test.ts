/** @module-tag servers */

import { chmod, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { ConfigError, readProviderConfig } from "#app/provider/config.ts";
import { openPlace } from "#app/provider/forwarder-system/open.ts";
import { startSystemImports } from "#app/provider/forwarder-system/worker.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { type SftpServer, startSftpServer } from "#tests/support/sftp-server.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { csvOf, forwarderSystem, type System } from "./fixture.ts";

let provider: TestProvider;
let system: System;
let server: SftpServer;
let folder: string;
beforeAll(async () => {
  provider = await startProvider();
  system = await forwarderSystem(provider);
  server = await startSftpServer();
  folder = await tempFolder("sftp");
  await chmod(folder, 0o777);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const settings = (given: Record<string, string> = {}) =>
  readProviderConfig({
    IMPORT_FROM: `sftp://${server.username}@127.0.0.1:${server.port}${folder}`,
    IMPORT_AS: system.staff.userName,
    IMPORT_HOST_KEY: server.hostKey,
    IMPORT_KEY_FILE: server.keyFile,
    ...given,
  }).imports!;

test("files are taken from a server and put away there with their reports, links are left alone", async () => {
  await writeFile(join(folder, "shipments-s.csv"), csvOf(system, "SF", 800, { faulty: [7] }));
  await writeFile(join(folder, "shipments-t.csv"), "a;b\n1;2\n");
  await writeFile(join(folder, "hidden.csv"), csvOf(system, "HID", 1));
  await symlink(join(folder, "hidden.csv"), join(folder, "shipments-link.csv"));
  const imports = settings();
  const worker = startSystemImports({
    database: provider.db,
    open: () => openPlace(imports),
    actingAs: imports.actingAs,
    log: pino({ level: process.env.TEST_LOG ?? "silent" }),
    shared: {
      publicUrl: "https://portal.example.com",
      secrets: secretBox(["a key of the tests only and of nothing else"]),
      outside: { privateHosts: [], dnsServers: [] },
      files: provider.files,
    },
    pollMs: 100,
  });
  try {
    await expect
      .poll(async () => (await readdir(folder)).sort(), { timeout: 60_000 })
      .toEqual(["done", "failed", "hidden.csv", "shipments-link.csv"]);
  } finally {
    await worker.stop();
  }
  expect((await readdir(join(folder, "done"))).sort()).toEqual([
    expect.stringMatching(/^shipments-s\.\d+\.csv$/),
    expect.stringMatching(/^shipments-s\.\d+\.csv\.report\.csv$/),
  ]);
  expect(await readdir(join(folder, "failed"))).toHaveLength(2);
  const { rows } = await provider.db
    .selectFrom("system_import")
    .select(["added", "refused", "source"])
    .where("state", "=", "DONE")
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows).toEqual([{ added: 799, refused: 1, source: "shipments-s.csv" }]);
});

test("a file that another process puts away meanwhile has one report", async () => {
  const place = await openPlace(settings());
  const report = join(await tempFolder("report"), "report.csv");
  await writeFile(report, "line\n");
  const away = (asName: string) => place.putAway({ name: "shipments-x.csv", to: "failed", asName, report });
  await writeFile(join(folder, "shipments-x.csv"), "a");
  await away("shipments-x.1.csv");
  await away("shipments-x.1-5.csv");
  await away("shipments-x.1.csv");
  await place.close();
  const names = (await readdir(join(folder, "failed"))).filter((name) => name.startsWith("shipments-x"));
  expect(names.sort()).toEqual(["shipments-x.1.csv", "shipments-x.1.csv.report.csv"]);
});

test("a server with another host key is not spoken to", async () => {
  const other = `SHA256:${"A".repeat(43)}`;
  await expect(openPlace(settings({ IMPORT_HOST_KEY: other }))).rejects.toThrow(/[Hh]ost/);
});

test("settings without a host key, a way in or a person are refused, and a password in the address is", () => {
  const faulty: Record<string, string>[] = [
    { IMPORT_HOST_KEY: "" },
    { IMPORT_KEY_FILE: "" },
    { IMPORT_AS: "" },
    { IMPORT_FROM: "sftp://me:secret@host/folder" },
    { IMPORT_FROM: "ftp://me@host/folder" },
    { IMPORT_HOST_KEY: "MD5:12" },
  ];
  for (const given of faulty) expect(() => settings(given)).toThrow(ConfigError);
});
