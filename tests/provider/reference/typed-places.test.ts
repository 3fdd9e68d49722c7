import { afterAll, beforeAll, expect, it } from "vitest";
import { loadReference } from "#app/provider/reference/load.ts";
import { typedPlaces } from "#app/provider/reference/place-names.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await loadReference(database.db);
});
afterAll(() => database.drop());

it.each([
  ["zh", "Shanghai", "上海"],
  ["zh", " hamburg (DEHAM) ", "汉堡 (DEHAM)"],
  ["en", "上海", "Shanghai"],
  ["en", "cnsha", "Shanghai"],
  ["zh", "Our shed behind the mill", "Our shed behind the mill"],
  ["zh", "", ""],
] as const)("in %s, %j is %j", async (language, typed, shown) => {
  const laneOf = await typedPlaces(database.db, language);
  expect(laneOf({ origin: typed, destination: "" })).toEqual({ origin: shown, destination: "" });
});
