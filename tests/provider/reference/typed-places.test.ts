import { afterAll, beforeAll, expect, it } from "vitest";
import { loadReference } from "#app/provider/reference/load.ts";
import { placeCodesOf, placeNames, placeOf, typedPlaces } from "#app/provider/reference/place-names.ts";
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

it.each([
  ["OCEAN", "Los Angeles", "USLAX"],
  ["AIR", "Los Angeles", "LAX"],
  ["ROAD", "洛杉矶", "USLAX"],
  ["OCEAN", "hong kong", "HKHKG"],
  ["AIR", "香港", "HKG"],
  ["AIR", "USLAX", "USLAX"],
  ["OCEAN", "LAX", "LAX"],
  ["OCEAN", "Los Angeles (LAX)", "LAX"],
  ["AIR", "CNPVG", "PVG"],
  ["AIR", "Hamburg", "DEHAM"],
])("by %s, %j is %s", async (mode, typed, code) => {
  expect(await placeOf(database.db, typed, mode)).toEqual({ code });
});

it("asks which of two that share a name, unless one of them is well-known", async () => {
  const row = { kind: "PORT" as const, name_zh: "", time_zone: "UTC", latitude: 0, longitude: 0 };
  const add = (code: string, name: string) => ({
    ...row,
    code,
    name,
    un_locode: code,
    country_code: code.slice(0, 2),
    is_well_known: false,
  });
  await database.db
    .insertInto("place")
    .values([add("USPDX", "Portland"), add("USPWM", "Portland"), add("USHGH", "Hamburg")])
    .execute();
  // Places are read anew after a second when a code is not known.
  await new Promise((resolve) => setTimeout(resolve, 1_001));
  await placeNames(database.db, "en", ["USPDX"]);
  expect(await placeOf(database.db, "portland", "OCEAN")).toEqual({
    fault: "placeAmbiguous",
    values: { place: "portland", choices: "Portland (USPDX), Portland (USPWM)" },
  });
  expect(await placeOf(database.db, "Portland (USPWM)", "OCEAN")).toEqual({ code: "USPWM" });
  expect(await placeOf(database.db, "Hamburg", "OCEAN")).toEqual({ code: "DEHAM" });
});

it.each([
  ["Los Angeles", ["LAX", "USLAX"]],
  ["Los Angeles (LAX, USLAX)", ["LAX", "USLAX"]],
  ["USLAX", ["USLAX"]],
  ["Atlantis (LAX, XXXXX)", []],
  ["Atlantis", []],
])("%j names %j", async (typed, codes) => {
  expect(await placeCodesOf(database.db, typed)).toEqual(codes);
});
