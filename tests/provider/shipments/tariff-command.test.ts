import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTariffFile } from "#app/provider/free-time/tariff-file.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeCompany } from "#tests/support/people.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const COMMAND = new URL("../../../app/provider/cli/tariff.ts", import.meta.url).pathname;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await tempFolder("tariffs");
  await makeCompany(database.db, [], { code: "NORTHWIND" });
});
afterAll(() => database.drop());

async function run(...given: string[]): Promise<{ status: number; out: string; err: string }> {
  const done = await promisify(execFile)(process.execPath, [COMMAND, ...given], {
    env: { ...process.env, DATABASE_URL: database.url },
  }).catch((error) => error);
  return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const HEAD =
  "code,type,carrierCode,startEvent,dayOne,freeDays,unit,holidays,tiers,currency,validFrom,source\r\n";

it("an operator imports tariffs from a table, sees, replaces and removes them", {
  tags: "slow",
}, async () => {
  const path = await file(
    "tariffs.csv",
    `\uFEFF${HEAD}D1,DEM,MAEU,discharge,event-day,7,working,2026-12-25 2027-01-01,5:50.00 *:75.50,USD,2026-01-01,"Contract, new"\r\nD2,DET,,gateOut,next-day,10,calendar,,*:40.00,USD,2026-01-01,General\r\n`,
  );
  expect(await run("import", "NORTHWIND", path)).toMatchObject({ status: 0, out: "2 tariffs imported\n" });
  const listed = (await run("list", "NORTHWIND")).out.trim().split("\n");
  expect(listed.map((line) => JSON.parse(line))).toMatchObject([
    {
      code: "D1",
      carrierCode: "MAEU",
      freeDays: 7,
      holidays: ["2026-12-25", "2027-01-01"],
      source: "Contract, new",
      tiers: [
        { days: 5, perDay: "50.00" },
        { days: null, perDay: "75.50" },
      ],
    },
    { code: "D2", type: "DET", carrierCode: null, sizeType: null, validTo: null },
  ]);
  expect(await run("remove", "NORTHWIND", "D1")).toMatchObject({ status: 0, out: "D1 was removed\n" });
});

it("imports nothing of a file with a fault, and names each", { tags: "slow" }, async () => {
  const path = await file(
    "wrong.json",
    JSON.stringify([
      {
        code: "OK",
        type: "DEM",
        startEvent: "discharge",
        dayOne: "event-day",
        freeDays: 1,
        unit: "calendar",
      },
      {
        code: "NO",
        type: "DET",
        startEvent: "discharge",
        dayOne: "event-day",
        freeDays: 1,
        unit: "calendar",
        tiers: [{ days: null, perDay: "0.00" }],
        currency: "USD",
        validFrom: "2026-02-30",
        source: "x",
        extra: 1,
      },
    ]),
  );
  const { tariffs, faults } = readTariffFile(await readFile(path, "utf8"), path);
  expect(tariffs).toEqual([]);
  for (const fault of ["tariff 1, tiers", "tariff 2, tiers.0.perDay", "tariff 2, validFrom"])
    expect(faults.join()).toContain(fault);
  expect(readTariffFile("{}", path).faults).toEqual(["a list of tariffs is needed"]);
  expect(readTariffFile("[", path).faults).toHaveLength(1);
  const unknown = await file(
    "unknown.csv",
    `${HEAD}D9,DEM,NOBODY,discharge,event-day,7,calendar,,*:50.00,USD,2026-01-01,General\n`,
  );
  const answer = await run("import", "NORTHWIND", unknown);
  expect(answer).toMatchObject({ status: 1, out: "" });
  expect(answer.err).toContain("nothing was imported\nD9: no carrier NOBODY");
});
