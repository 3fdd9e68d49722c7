import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitOf } from "#app/provider/event-contents/behind.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { readSent } from "#app/provider/event-contents/read.ts";
import { startEventContents } from "#app/provider/event-contents/worker.ts";
import { s3Store } from "#app/provider/file-store/s3.ts";
import { type Fault, type FaultyBucket, startFaultyBucket } from "#tests/support/faulty-bucket.ts";
import { makeCompany } from "#tests/support/people.ts";
import { freePorts } from "#tests/support/product.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, startProviderProcess } from "#tests/support/provider-process.ts";
import { startS3 } from "#tests/support/s3-server.ts";
import { scrape } from "#tests/support/scrape.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { beginMove, countMoved, departure, digestOf, FUTURE, moveAll, payloadsOf, store } from "./fixture.ts";

const HOUR_MS = 3_600_000;
/** After which a silent store is given up here, by those who shall see that it is silent: a busy machine is silent for longer. */
const IDLE_MS = 300;

let provider: TestProvider;
let bucket: FaultyBucket;
let files: ReturnType<typeof s3Store>;
let impatient: ReturnType<typeof s3Store>;
let folder: string;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  provider = await startProvider();
  cleanups.push(() => provider.stop());
  folder = await tempFolder("contents-bucket");
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const s3 = await startS3(folder, "papers");
  cleanups.push(() => s3.stop());
  bucket = await startFaultyBucket(s3.url("papers/fairlead"));
  cleanups.push(() => bucket.close());
  files = s3Store(bucket.url);
  impatient = s3Store(bucket.url, IDLE_MS);
  cleanups.push(() => files.close());
  cleanups.push(() => impatient.close());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** So many events of one shipment, one of them corrected. */
async function told(count: number): Promise<Map<string, unknown>> {
  const { db } = provider;
  await makeShipment(db, await makeCompany(db), { house_number: "FLMOVE1" });
  await store(
    db,
    Array.from({ length: count }, (_, index) => departure(`e-${index}`, "FLMOVE1")),
  );
  const correction = departure("e-1", "FLMOVE1", { day: "2026-11-01", created: "2026-11-03T08:00:00Z" });
  await store(db, [correction], new Date("2026-11-03T09:00:00Z"));
  return payloadsOf(db);
}

/** Every version is what it was, in its row or in the bucket. */
async function expectAll(before: ReadonlyMap<string, unknown>): Promise<void> {
  const ids = new Set([...before.keys()].map((key) => key.split(" ")[0]!));
  const found: unknown[] = [];
  for (const id of ids)
    for (const { sent } of await readSent(provider.db, files, id)) found.push(JSON.parse(sent));
  const sorted = (values: Iterable<unknown>) => [...values].map((each) => JSON.stringify(each)).sort();
  expect(sorted(found)).toEqual(sorted(before.values()));
}

/** Keys of the objects in the bucket. */
async function objects(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.flatMap((name) => /\/fairlead\/([\w-]+)\._S3rver_object$/.exec(name)?.[1] ?? []).sort();
}
const named = async () => {
  const rows = await provider.db
    .selectFrom("event_file")
    .select("storage_key")
    .where("moved_at", "is not", null)
    .execute();
  return rows.map(({ storage_key }) => storage_key).sort();
};

const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["app/provider/cli/event.ts", ...args], {
    env: { ...process.env, DATABASE_URL: provider.database.url, FILES_S3_URL: bucket.url },
  });

test("contents move into a bucket, and the operator's command reads them from there", {
  tags: "slow",
}, async () => {
  const before = await told(40);
  const rows = await digestOf(provider.db);
  await moveAll({ db: provider.db, files });
  expect(await countMoved(provider.db)).toBe(41);
  expect(await digestOf(provider.db)).toEqual(rows);
  expect(await objects()).toEqual(await named());
  await expectAll(before);
  const { stdout } = await command("MAEU:e-1");
  const versions = stdout.trim().split("\n");
  expect(versions.map((line) => JSON.parse(line).sent.eventDateTime)).toEqual([
    "2026-11-01T06:00:00Z",
    "2026-11-02T06:00:00Z",
  ]);
  // Without the object, or the right to read it, the command says so in a line.
  bucket.faults.GET = 403;
  await expect(command("MAEU:e-1")).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /^The file \S+ with what was sent cannot be read \(AccessDenied\): [^\n]+\n$/,
    ),
  });
  bucket.faults = {};
  for (const key of await named()) await files.remove(key);
  await expect(command("MAEU:e-1")).rejects.toMatchObject({
    stderr: expect.stringContaining("cannot be read (FileMissing)"),
  });
});

test.for<[method: "PUT" | "GET", fault: Fault]>([
  ["PUT", 503],
  ["PUT", 403],
  ["PUT", "lost"],
  ["PUT", "silent"],
  ["GET", 503],
  ["GET", 403],
  ["GET", "lost"],
  ["GET", "cut"],
  ["GET", "short"],
  ["GET", "silent"],
  ["GET", "stalled"],
])(
  "a store that fails for a while (%s, %s) leaves everything in the database",
  { tags: "slow" },
  async ([method, fault]) => {
    const { db } = provider;
    const before = await told(6);
    const now = new Date();
    bucket.faults = { [method]: fault };
    for (const minutes of [0, 10]) {
      const at = new Date(now.getTime() + minutes * 60_000);
      await expect(
        moveContents({ database: db, files: impatient, before: FUTURE, now: at }),
      ).rejects.toThrow();
      expect(await payloadsOf(db)).toEqual(before);
      expect(await named()).toEqual([]);
    }
    bucket.faults = {};
    await moveAll({ db, files }, { now: new Date(now.getTime() + 20 * 60_000) });
    expect(await countMoved(db)).toBe(7);
    await expectAll(before);
    await moveAll({ db, files }, { now: new Date(now.getTime() + 2 * HOUR_MS) });
    expect(await objects()).toEqual(await named());
    expect(await db.selectFrom("event_file").select("id").where("moved_at", "is", null).execute()).toEqual(
      [],
    );
  },
);

test("an answer that is lost once is asked for again, and one file is made", { tags: "slow" }, async () => {
  const before = await told(6);
  bucket.faults = { PUT: "lost" };
  bucket.failures = 1;
  await moveAll({ db: provider.db, files });
  expect(bucket.failures).toBe(0);
  await expectAll(before);
  expect(await objects()).toEqual(await named());
  expect(bucket.asked.filter((method) => method === "PUT").length).toBeGreaterThan((await named()).length);
});

test("a store that removes nothing does not hold up what is to be moved, and is told", {
  tags: "slow",
}, async () => {
  const { db } = provider;
  const before = await told(6);
  const now = new Date();
  bucket.faults = { GET: 503 };
  await expect(moveAll({ db, files }, { now })).rejects.toThrow();
  bucket.faults = { DELETE: 403 };
  const later = new Date(now.getTime() + 2 * HOUR_MS);
  await expect(moveAll({ db, files }, { now: later })).rejects.toMatchObject({ name: "AccessDenied" });
  expect(await countMoved(db)).toBe(7);
  await expectAll(before);
  expect((await objects()).length).toBe((await named()).length + 1);
  bucket.faults = {};
  await moveAll({ db, files }, { now: later });
  expect(await objects()).toEqual(await named());
});

const startJob = (warnings: string[] = []) => {
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  const job = startEventContents({ database: provider.db, files, months: 2, log, pauseMs: 100 });
  cleanups.push(() => job.stop());
  return job;
};
const makeOld = async () => {
  await sql`update event set stored_at = stored_at - interval '5 months'`.execute(provider.db);
  await sql`update event_replaced set replaced_at = replaced_at - interval '5 months'`.execute(provider.db);
};

test("the job goes on by itself when the store is back, and warns meanwhile", { tags: "slow" }, async () => {
  await told(6);
  await makeOld();
  const before = await payloadsOf(provider.db);
  bucket.faults = { PUT: 503 };
  const warnings: string[] = [];
  startJob(warnings);
  await expect.poll(() => warnings.length).toBeGreaterThan(1);
  expect(warnings[0]).toContain("could not be moved into files");
  expect(await countMoved(provider.db)).toBe(0);
  bucket.faults = {};
  await expect.poll(() => countMoved(provider.db)).toBe(7);
  await expectAll(before);
});

test.for<[method: "PUT" | "GET", fault: Fault]>([
  ["PUT", "silent"],
  ["GET", "silent"],
  ["GET", "stalled"],
])("a stop does not wait for a store that is silent (%s, %s)", { tags: "slow" }, async ([method, fault]) => {
  await told(6);
  await makeOld();
  const before = await payloadsOf(provider.db);
  bucket.faults = { [method]: fault };
  const warnings: string[] = [];
  const job = startJob(warnings);
  await expect.poll(() => bucket.asked).toContain(method);
  await sleep(100);
  const begun = performance.now();
  await job.stop();
  // Half of the time after which the store itself is given up.
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect(warnings).toEqual([]);
  expect(await payloadsOf(provider.db)).toEqual(before);
  const leases = await provider.db.selectFrom("event_walk").select("leased_until").execute();
  expect(leases).toEqual([{ leased_until: null }, { leased_until: null }]);
});

test("a provider's metrics say how far it is behind while the store refuses, and not where it is off", {
  tags: "slow",
}, async () => {
  await told(6);
  await makeOld();
  const before = await payloadsOf(provider.db);
  bucket.faults = { PUT: 403 };
  const name = "fairlead_provider_event_contents_behind_seconds";
  /** Starts a provider, reads the figure when it is as expected, and ends the provider. */
  const read = async (given: Record<string, string>, isAwaited: (values: number[]) => boolean) => {
    const [port = 0] = await freePorts(1);
    const running = await startProviderProcess(provider.database.url, {
      DATA_DIR: folder,
      FILES_S3_URL: bucket.url,
      LOG_LEVEL: "fatal",
      PROVIDER_METRICS_PORT: String(port),
      ...given,
    });
    const figures = async () =>
      (await scrape(port)).samples.filter((sample) => sample.name === name).map(({ value }) => value);
    try {
      await expect.poll(async () => isAwaited(await figures()), { interval: 500 }).toBe(true);
      return await figures();
    } finally {
      await endProcesses([running]);
    }
  };
  expect(await read({}, () => true)).toEqual([]);
  expect(await read({ EVENT_CONTENT_MONTHS: "60" }, (values) => values.length > 0)).toEqual([0]);
  const [behind = 0] = await read({ EVENT_CONTENT_MONTHS: "2" }, () => bucket.asked.includes("PUT"));
  // The versions of 2 November 2026, five months older, against two months before now.
  const due = new Date("2026-06-02T09:00:00Z");
  const limit = limitOf(2, new Date());
  expect(Math.abs(behind - (limit.getTime() - due.getTime()) / 1000)).toBeLessThan(120);
  expect(await payloadsOf(provider.db)).toEqual(before);
  bucket.faults = {};
  expect(await read({ EVENT_CONTENT_MONTHS: "2" }, (values) => values[0] === 0)).toEqual([0]);
  await expectAll(before);
});

test("processes that are killed at any moment lose and double nothing in a bucket", {
  tags: "slow",
}, async () => {
  const { db } = provider;
  const before = await told(1_200);
  const begin = (minutes: number) => beginMove(provider, bucket.url, minutes);
  let killed = 0;
  for (let round = 0; round < 6; round++) {
    const { child, begun, over } = begin(round * 10);
    await begun;
    await sleep(40 + round * 40);
    child.kill("SIGKILL");
    if ((await over)[1] === "SIGKILL") killed++;
    const part = [...before.keys()].filter(
      (key, index) => index % 100 === round && !key.startsWith("MAEU:e-1 "),
    );
    await expectAll(new Map(part.map((key) => [key, before.get(key)])));
  }
  expect(killed).toBeGreaterThan(2);
  expect(await begin(130).over).toEqual([0, null]);
  await moveAll({ db, files }, { now: new Date(Date.now() + 5 * HOUR_MS) });
  const entries = await db.selectFrom("event_file").select("entries").execute();
  const moved = entries.reduce((sum, each) => sum + each.entries, 0);
  expect([await countMoved(db), moved]).toEqual([1_201, 1_201]);
  await expectAll(before);
  expect(await objects()).toEqual(await named());
});
