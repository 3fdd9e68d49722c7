/** @module-tag slow */

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { lookAtArchive } from "#app/doctor/archive.ts";
import { type ProviderConfig, readProviderConfig } from "#app/provider/config.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { openArchive } from "#app/provider/wal-archive/open.ts";
import { Archiver } from "#app/provider/wal-archive/round.ts";
import { testPostgresBin } from "#tests/support/database.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await tempFolder("doctor-archive");
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

const settings = (archiveTo: string): ProviderConfig => ({ ...readProviderConfig({}), archiveTo });

test("an archive that is not kept, or cannot be read, is said", async () => {
  expect(await lookAtArchive(readProviderConfig({}))).toMatchObject({ state: "warning" });
  expect(await lookAtArchive(readProviderConfig({ DATABASE_URL: "postgres://u:p@db/x" }))).toMatchObject({
    state: "skipped",
  });
  const path = await folder();
  expect(await lookAtArchive(settings(join(path, "nothing")))).toMatchObject({
    state: "fault",
    found: expect.stringContaining("holds nothing"),
  });
  const file = join(path, "file");
  await writeFile(file, "");
  expect(await lookAtArchive(settings(file))).toMatchObject({
    state: "fault",
    found: expect.stringMatching(/cannot be read \(ENOTDIR\)/),
  });
});

test("an archive that stands still is a fault, one with a gap a warning", async () => {
  const path = await folder();
  const server = await startEmbedded({
    dataDir: join(path, "data"),
    postgresBin: testPostgresBin(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  cleanups.push(() => server.stop());
  const archiveTo = join(path, "archive");
  const options = { server, dataDir: join(path, "data"), store: openArchive(archiveTo), keptDays: 14 };
  await new Archiver(options).round(new Date());
  expect(await lookAtArchive(settings(archiveTo))).toMatchObject({ state: "ok" });
  expect(await lookAtArchive(settings(archiveTo), new Date(Date.now() + 20 * 60_000))).toMatchObject({
    state: "fault",
    found: expect.stringMatching(/ends 20 minutes ago$/),
  });
  // Log that the server no longer keeps.
  const { pool, close } = openDatabase(server.adminConnection);
  await pool.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots");
  for (const round of [1, 2, 3]) {
    await pool.query(`create table lost_${round} (id int)`);
    await pool.query("select pg_switch_wal()");
    await pool.query("checkpoint");
  }
  await close();
  await new Archiver(options).round(new Date());
  expect(await lookAtArchive(settings(archiveTo))).toMatchObject({
    state: "warning",
    found: expect.stringContaining("the archive was interrupted 1 time"),
  });
});
