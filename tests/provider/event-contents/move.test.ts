import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { cutOffList } from "#app/contract/cut-off.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { KEPT_PATHS } from "#app/provider/event-contents/kept-part.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { readSent } from "#app/provider/event-contents/read.ts";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { recomputeShipments } from "#app/provider/shipments/recompute.ts";
import { makeCompany, makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { readModules } from "#tests/support/source-module.ts";
import { beginMove, countMoved, departure, digestOf, FUTURE, moveAll, payloadsOf, store } from "./fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let provider: TestProvider;
beforeEach(async () => {
  provider = await startProvider();
  return () => provider.stop();
});

/** So many events of one shipment. */
async function told(count: number, house = "FLMOVE1"): Promise<string> {
  const { id } = await makeShipment(provider.db, await makeCompany(provider.db), { house_number: house });
  await store(
    provider.db,
    Array.from({ length: count }, (_, index) => departure(`e-${index}`, house)),
  );
  return id;
}

/** Every version is what it was, in its row or in its file. */
async function expectAll(before: ReadonlyMap<string, unknown>): Promise<void> {
  const ids = new Set([...before.keys()].map((key) => key.split(" ")[0]!));
  const found: unknown[] = [];
  for (const id of ids)
    for (const { sent } of await readSent(provider.db, provider.files, id)) found.push(JSON.parse(sent));
  const sorted = (values: Iterable<unknown>) => [...values].map((each) => JSON.stringify(each)).sort();
  expect(sorted(found)).toEqual(sorted(before.values()));
}

test("pages and calls say the same before and after, of all shipments of the demonstration", {
  tags: "slow",
}, async () => {
  const demo = await startProvider({ demo: true });
  try {
    const { db } = demo;
    const people = await db
      .selectFrom("app_user")
      .select(["id", "user_name"])
      .where("user_name", "in", ["demo", "desk"])
      .execute();
    const tokenOf = (name: string) =>
      makeSession(db, people.find(({ user_name }) => user_name === name)!.id, new Date(Date.now() + DAY_MS));
    const [customer, desk] = [await tokenOf("demo"), await tokenOf("desk")];
    const { data: list } = await demo.call(shipmentList, { pageSize: 50 }, { token: customer });
    const seen = async () => {
      const answers = [];
      for (const { id } of list.rows.slice(0, 12)) {
        answers.push((await demo.call(shipmentDetail, { id }, { token: customer })).data);
        answers.push((await demo.call(cutOffList, { shipmentId: id }, { token: customer })).data);
        answers.push((await demo.call(shipmentDesk, { id }, { token: desk })).data);
      }
      answers.push((await demo.call(shipmentList, { pageSize: 50 }, { token: customer })).data);
      return answers;
    };
    const [pages, rows, payloads] = [await seen(), await digestOf(db), await payloadsOf(db, 200)];
    expect(list.rows.length).toBeGreaterThan(20);
    expect(pages).not.toContain(null);
    await moveAll(demo);
    expect(await countMoved(db)).toBeGreaterThan(5_000);
    expect(await digestOf(db)).toEqual(rows);
    expect(await seen()).toEqual(pages);
    expect(payloads.size).toBeGreaterThan(20);
    for (const [key, payload] of payloads) {
      const versions = await readSent(db, demo.files, key.split(" ")[0]!);
      expect(versions.map(({ sent }) => JSON.parse(sent))).toContainEqual(payload);
    }
    // Computed anew from what has stayed, milestones, vessels and voyages are the same.
    const { rows: shipments } = await sql<{
      id: string;
    }>`select id from shipment order by id limit 40`.execute(db);
    const ids = shipments.map(({ id }) => id);
    const computed = async () =>
      (
        await sql`select id, status, eta, etd, ata, atd, vessel_imo, voyage, last_milestone, next_milestone from shipment
          where id = any(${ids}::bigint[]) order by id`.execute(db)
      ).rows;
    const before = await computed();
    await sql`delete from event_digest`.execute(db);
    await sql`update event_shipment set is_digested = false`.execute(db);
    await recomputeShipments(db, ids, new Date());
    expect(await computed()).toEqual(before);
  } finally {
    await demo.stop();
  }
});

test("the row keeps all that statements read of payloads", { tags: "slow" }, () => {
  const read = readModules(["app/provider"])
    .filter(({ path }) => !path.includes("/migrations/") && !path.includes("/event-contents/"))
    .flatMap(({ text }) =>
      [...text.matchAll(/payload\s*(?:->>?|#>>?)\s*'\{?([\w,]+)\}?'/g)].map(([, path]) => path!),
    );
  const kept = KEPT_PATHS.map((path) => path.join(","));
  expect(new Set(read)).toEqual(new Set([...kept, "desk"]));
});

test("a repeated event is refused after its content was moved, and a correction replaces it", async () => {
  await told(3);
  const repeat = departure("e-1", "FLMOVE1");
  await moveAll(provider);
  expect(await countMoved(provider.db)).toBe(3);
  expect(await store(provider.db, [repeat])).toMatchObject({ accepted: 0, corrected: 0, repeated: 1 });
  const correction = departure("e-1", "FLMOVE1", { day: "2026-11-01", created: "2026-11-03T08:00:00Z" });
  expect(await store(provider.db, [correction], new Date("2026-11-03T09:00:00Z"))).toMatchObject({
    corrected: 1,
  });
  const versions = await readSent(provider.db, provider.files, "MAEU:e-1");
  expect(versions.map(({ sent }) => JSON.parse(sent))).toEqual([correction, repeat]);
  expect(versions.map(({ file }) => file === null)).toEqual([true, false]);
  // The present version grows old as well; what was replaced before stays where it is.
  await moveAll(provider, { now: new Date(Date.now() + 40 * DAY_MS) });
  await moveAll(provider, { now: new Date(Date.now() + 80 * DAY_MS) });
  expect(await countMoved(provider.db)).toBe(4);
  const again = await readSent(provider.db, provider.files, "MAEU:e-1");
  expect(again.map(({ sent }) => JSON.parse(sent))).toEqual([correction, repeat]);
});

test("what is younger stays, and a file is written when it is full or its contents have waited a week", async () => {
  await told(30);
  const now = new Date("2026-11-10T00:00:00Z");
  const move = (before: string) =>
    moveAll(provider, { before: new Date(before), now, batch: 50 }).then(() => countMoved(provider.db));
  expect(await move("2026-11-01T00:00:00Z")).toBe(0);
  expect(await move("2026-11-03T00:00:00Z")).toBe(0);
  expect(await move("2026-11-09T10:00:00Z")).toBe(30);
  const files = await provider.db.selectFrom("event_file").selectAll().execute();
  expect(files).toMatchObject([{ entries: 30, moved_at: now, removed_at: null }]);
  const [folder] = await readdir(provider.filesFolder);
  const stored = await readFile(join(provider.filesFolder, folder!, files[0]!.storage_key));
  const lines = gunzipSync(stored).toString().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).eventId)).toHaveLength(30);
  expect(JSON.parse(lines[0]!)).toMatchObject({ eventId: "MAEU:e-0", sent: departure("e-0", "FLMOVE1") });
});

test("what a person entered at the desk is not moved", async () => {
  await told(2);
  await sql`update event set payload = payload || '{"desk": {"by": "1", "reason": "phoned"}}' where event_id = 'MAEU:e-0'`.execute(
    provider.db,
  );
  await moveAll(provider);
  expect(await countMoved(provider.db)).toBe(1);
});

/** A store that fails at one of its steps. */
const failing = (files: FileStore, step: "put" | "lost" | "get" | "changed"): FileStore => ({
  ...files,
  async put(key, content) {
    if (step !== "put") await files.put(key, content);
    if (step === "put" || step === "lost") throw new Error("the store is away");
    if (step === "changed") {
      const path = join(provider.filesFolder, key.slice(0, 2), key);
      const stored = await readFile(path);
      await writeFile(path, stored.subarray(0, -1));
    }
  },
  async get(key) {
    if (step === "get") throw new Error("the store is away");
    return files.get(key);
  },
});

test.for(["put", "lost", "get", "changed"] as const)(
  "a store that fails (%s) leaves everything in the database, and its file is removed later",
  async (step) => {
    await told(5);
    const before = await payloadsOf(provider.db);
    const { db } = provider;
    const now = new Date();
    await expect(moveAll({ db, files: failing(provider.files, step) }, { now })).rejects.toThrow();
    expect(await payloadsOf(db)).toEqual(before);
    const later = new Date(now.getTime() + 2 * HOUR_MS);
    await moveAll(provider, { now: later });
    expect(await countMoved(db)).toBe(5);
    await expectAll(before);
    expect(await db.selectFrom("event_file").select("moved_at").execute()).toEqual([{ moved_at: later }]);
    expect((await filesIn()).length).toBe(1);
  },
);

const countEntries = async () => {
  const files = await provider.db.selectFrom("event_file").select("entries").execute();
  return files.reduce((sum, { entries }) => sum + entries, 0);
};
const filesIn = async () =>
  (await readdir(provider.filesFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

test("a file that was given up while its writer slept is named by no row", async () => {
  await told(5);
  const { db, files } = provider;
  const now = new Date();
  let resume = () => {};
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const sleeping: FileStore = {
    ...files,
    async get(key) {
      const stored = await buffer(await files.get(key));
      reach();
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      return Readable.from([stored]);
    },
  };
  const slow = moveContents({ database: db, files: sleeping, before: FUTURE, now });
  const refused = expect(slow).rejects.toThrow("given up");
  await reached;
  // It wakes while the file is being removed.
  const removing: FileStore = {
    ...files,
    async remove(key) {
      resume();
      await refused;
      await files.remove(key);
    },
  };
  const later = new Date(now.getTime() + 2 * HOUR_MS);
  await moveAll({ db, files: removing }, { before: new Date("2020-01-01"), now: later });
  expect(await filesIn()).toEqual([]);
  expect(await countMoved(db)).toBe(0);
});

test("two at once move each content once", async () => {
  await told(60);
  const before = await payloadsOf(provider.db);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  // The second takes the lease of the first for one that was killed.
  await Promise.all([
    moveAll(provider, { batch: 7, now: at(0) }),
    moveAll(provider, { batch: 5, now: at(10) }),
  ]);
  await moveAll(provider, { now: at(20) });
  expect([await countMoved(provider.db), await countEntries()]).toEqual([60, 60]);
  await expectAll(before);
});

test("a correction that comes while the file is written is not lost", async () => {
  await told(3);
  const { db, files } = provider;
  const correction = departure("e-2", "FLMOVE1", { day: "2026-11-01", created: "2026-11-03T08:00:00Z" });
  const during: FileStore = {
    ...files,
    async put(key, content) {
      await files.put(key, content);
      await store(db, [correction], new Date("2026-11-03T09:00:00Z"));
    },
  };
  await moveContents({ database: db, files: during, before: FUTURE, now: new Date() });
  expect(await countMoved(db)).toBe(2);
  const versions = await readSent(db, files, "MAEU:e-2");
  expect(versions.map(({ sent }) => JSON.parse(sent))).toEqual([correction, departure("e-2", "FLMOVE1")]);
});

test("processes that are killed at any moment lose and double nothing", { tags: "slow" }, async () => {
  await told(1_200);
  const before = await payloadsOf(provider.db);
  const begin = (minutes: number) => beginMove(provider, provider.filesFolder, minutes);
  let killed = 0;
  for (let round = 0; round < 6; round++) {
    const { child, begun, over } = begin(round * 10);
    await begun;
    await sleep(15 + round * 25);
    child.kill("SIGKILL");
    const [, signal] = await over;
    if (signal === "SIGKILL") killed++;
    await expectSome(before);
  }
  expect(killed).toBeGreaterThan(2);
  const last = begin(70 + 60);
  expect(await last.over).toEqual([0, null]);
  expect([await countMoved(provider.db), await countEntries()]).toEqual([1_200, 1_200]);
  await expectAll(before);
  await moveAll(provider, { now: new Date(Date.now() + 5 * HOUR_MS) });
  const named = await provider.db
    .selectFrom("event_file")
    .select("id")
    .where("moved_at", "is not", null)
    .execute();
  expect(await filesIn()).toHaveLength(named.length);
});

/** A part of the versions, since each reads its file. */
const expectSome = (before: ReadonlyMap<string, unknown>) => {
  const keys = [...before.keys()].filter((_, index) => index % 100 === 0);
  return expectAll(new Map(keys.map((key) => [key, before.get(key)])));
};
