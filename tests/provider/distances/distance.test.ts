import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { distancesOf } from "#app/provider/distances/distance.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await loadReference(database.db);
});
beforeEach(() => database.db.deleteFrom("place_distance").execute());
afterAll(() => database.drop());

const stored = () => database.db.selectFrom("place_distance").selectAll().execute();
const sea = { way: "SEA", from: "CNSHA", to: "DEHAM" } as const;

it("computes a pair once, for many calls at the same time and for both directions", {
  tags: "slow",
}, async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => distancesOf(database.db, [sea])));
  expect(new Set(all.map(([found]) => found!.km)).size).toBe(1);
  const rows = await stored();
  expect(rows).toMatchObject([{ way: "SEA", from_code: "CNSHA", to_code: "DEHAM" }]);

  const [there] = all[0]!;
  const [back] = await distancesOf(database.db, [{ ...sea, from: "DEHAM", to: "CNSHA" }]);
  expect(back).toEqual({ km: there!.km, line: there!.line.toReversed() });
  expect((await stored()).map(({ computed_at }) => computed_at)).toEqual(rows.map((row) => row.computed_at));
});

it("answers from the table, until a place is moved or the rules are other ones", {
  tags: "slow",
}, async () => {
  const { db } = database;
  const [first] = await distancesOf(db, [sea]);
  await db.updateTable("place_distance").set({ km: 5 }).execute();
  expect((await distancesOf(db, [sea]))[0]!.km).toBe(5);
  await db.updateTable("place_distance").set({ edition: "older" }).execute();
  expect((await distancesOf(db, [sea]))[0]!.km).toBe(first!.km);
  await db.updateTable("place").set({ latitude: 53.6 }).where("code", "=", "DEHAM").execute();
  expect(await stored()).toEqual([]);
});

it("takes the great circle by air and by land, and says nothing of places without a position", async () => {
  const { db } = database;
  await db
    .insertInto("place")
    .values({ code: "XXNOW", kind: "INLAND", name: "Nowhere", name_zh: "无", country_code: "XX" })
    .execute();
  const found = await distancesOf(db, [
    { way: "AIR", from: "PVG", to: "FRA" },
    { way: "LAND", from: "DEMUC", to: "DEHAM" },
    { way: "SEA", from: "DEHAM", to: "XXNOW" },
    { way: "LAND", from: "DEHAM", to: "ZZZZZ" },
    { way: "LAND", from: "DEHAM", to: "DEHAM" },
  ]);
  expect(found.map((each) => each?.km ?? null)).toEqual([8_858, expect.any(Number), null, null, 0]);
  expect(Math.abs(found[1]!.km - 615)).toBeLessThan(10);
  expect(found[0]!.line).toEqual([
    [121.805, 31.143],
    [8.57, 50.033],
  ]);
  expect(await distancesOf(db, [])).toEqual([]);
});
