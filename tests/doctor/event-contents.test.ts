import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openForLook } from "#app/doctor/database.ts";
import { lookAtEventContents } from "#app/doctor/event-contents.ts";
import type { Finding } from "#app/doctor/finding.ts";
import { readProviderConfig } from "#app/provider/config.ts";
import { limitOf } from "#app/provider/event-contents/behind.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { s3Store } from "#app/provider/file-store/s3.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { departure, store } from "#tests/provider/event-contents/fixture.ts";
import { blankDatabase, connectionUrl, type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { startFaultyBucket } from "#tests/support/faulty-bucket.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startS3 } from "#tests/support/s3-server.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const DAY_MS = 86_400_000;
const MONTHS = 12;
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  database = await testDatabase();
  cleanups.push(() => database.drop());
  dataDir = await tempFolder("doctor-contents");
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Looks as the command does. */
async function look(given: Record<string, string> = {}, url = database.url): Promise<Finding> {
  const config = readProviderConfig({ DATABASE_URL: url, ...given });
  const opened = await openForLook({} as Parameters<typeof openForLook>[0], config);
  return lookAtEventContents(opened, { dataDir }, config).finally(opened.close);
}
const ON = { EVENT_CONTENT_MONTHS: String(MONTHS) };

async function openShipment(): Promise<void> {
  const { db } = database;
  await loadReference(db);
  await makeShipment(db, await makeCompany(db), { house_number: "FLDOC1" });
}

/** An event whose content reached its age so many days ago. */
async function tell(id: string, days: number): Promise<void> {
  const { db } = database;
  expect(await store(db, [departure(id, "FLDOC1")])).toMatchObject({ accepted: 1 });
  const stored_at = new Date(limitOf(MONTHS, new Date()).getTime() - days * DAY_MS);
  await db.updateTable("event").set({ stored_at }).where("event_id", "=", `MAEU:${id}`).execute();
}

const move = (files = folderStore(join(dataDir, "files")), now = new Date()) =>
  moveContents({ database: database.db, files, before: limitOf(MONTHS, now), now });

test("off, and a database of before, are skipped", { tags: "slow" }, async () => {
  expect(await look()).toEqual({
    state: "skipped",
    found: "EVENT_CONTENT_MONTHS is not set: what carriers sent stays in the database",
  });
  const blank = await blankDatabase();
  cleanups.push(() => blank.drop());
  expect(await look(ON, connectionUrl(blank.connection))).toMatchObject({ state: "skipped" });
});

test("how much is behind is told, and what to do when nothing moves it", { tags: "slow" }, async () => {
  await openShipment();
  expect(await look(ON)).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/^all that is older than 12 months is in 0 files/),
  });
  await tell("e-1", 3);
  expect(await look(ON)).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/^1 contents are older than 12 months by up to 3 days, and wait for a file/),
  });
  await tell("e-2", 40);
  expect(await look(ON)).toEqual({
    state: "warning",
    found: "2 contents are older than 12 months by up to 40 days",
    todo: expect.stringContaining("EVENT_CONTENT_MONTHS, and what its log says"),
  });
  await move();
  expect(await look(ON)).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/^all that is older than 12 months is in 1 files; the first and the last/),
  });
  expect(await look()).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/^EVENT_CONTENT_MONTHS is not set: nothing more moves into the 1 files/),
  });
  // Much to do, and the job is at it.
  await tell("e-3", 40);
  await sql`update event_walk set after_at = '1970-01-01'`.execute(database.db);
  expect(await look(ON)).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/^1 contents are .* 40 days; they are being moved, the last file 0 min/),
  });
  await sql`update event_file set moved_at = moved_at - interval '2 hours'`.execute(database.db);
  await sql`update event_walk set begun_at = begun_at - interval '1 day'`.execute(database.db);
  expect(await look(ON)).toMatchObject({ state: "warning" });
});

test("files that are not there, or not what was written, are a fault", async () => {
  await openShipment();
  await tell("e-1", 40);
  await move();
  const [file] = await database.db.selectFrom("event_file").select("storage_key").execute();
  const key = file!.storage_key;
  await writeFile(join(dataDir, "files", key.slice(0, 2), key), "other");
  expect(await look(ON)).toMatchObject({
    state: "fault",
    found: expect.stringContaining("is not what was written"),
    todo: expect.stringContaining("restore the file from a backup"),
  });
  await rm(join(dataDir, "files"), { recursive: true });
  expect(await look()).toMatchObject({
    state: "fault",
    found: `${join(dataDir, "files")} has no ${key}, which holds contents of events`,
    todo: expect.stringContaining("lead to the store that the files were written to"),
  });
});

test("files in a bucket are read there, and a bucket that is another or refuses is told without its key", {
  tags: "slow",
}, async () => {
  await openShipment();
  await tell("e-1", 40);
  const s3 = await startS3(join(dataDir, "s3"), "papers");
  cleanups.push(() => s3.stop());
  const bucket = await startFaultyBucket(s3.url("papers/fairlead"));
  cleanups.push(() => bucket.close());
  const files = s3Store(bucket.url);
  cleanups.push(() => files.close());
  await move(files);
  const given = { ...ON, FILES_S3_URL: bucket.url };
  expect(await look(given)).toMatchObject({ state: "ok" });
  bucket.faults.GET = 403;
  const refused = await look(given);
  expect(refused).toMatchObject({
    state: "warning",
    found: expect.stringContaining("cannot be read (AccessDenied)"),
  });
  expect(JSON.stringify(refused)).not.toContain("S3RVER");
  bucket.faults = {};
  const other = { ...given, FILES_S3_URL: s3.url("papers/other") };
  expect(await look(other)).toMatchObject({ state: "fault", found: expect.stringMatching(/^the bucket of/) });
});
