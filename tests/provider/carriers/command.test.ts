import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const COMMAND = new URL("../../../app/provider/cli/carrier.ts", import.meta.url).pathname;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function run(...given: string[]): Promise<{ status: number; out: string; err: string }> {
  const done = await promisify(execFile)(process.execPath, [COMMAND, ...given], {
    env: { ...process.env, DATABASE_URL: database.url },
  }).catch((error) => error);
  return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
}

it("an operator makes a carrier's key, replaces it with an overlap, and ends it", {
  tags: "slow",
}, async () => {
  const first = await run("key", "MAEU", "--requests", "30", "--events", "5000");
  expect(first).toMatchObject({ status: 0, err: "" });
  const made = JSON.parse(first.out);
  expect(made).toMatchObject({
    carrierCode: "MAEU",
    requestsPerMinute: 30,
    eventsPerMinute: 5_000,
    madeBy: "operator",
    key: expect.stringMatching(/^flk_[\w-]{43}$/),
  });
  expect((await run("key", "MAEU", "--overlap", "7")).status).toBe(0);
  expect(await run("key", "MAEU")).toMatchObject({ status: 1, err: expect.stringContaining("two keys") });
  const listed = (await run("list", "MAEU")).out.trim().split("\n");
  expect(listed.map((line) => JSON.parse(line).expiresAt === null)).toEqual([true, false]);
  expect(listed.join()).not.toContain(made.key);
  expect(await run("revoke", made.id)).toMatchObject({ status: 0, err: "" });
});

it("says how it is used, and changes nothing, when it is asked for something else", {
  tags: "slow",
}, async () => {
  const wrong = await run("key", "MAEU", "--requests", "many");
  expect(wrong).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("npm run carrier -- list"),
  });
  expect(await run("key", "NOBODY")).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("no carrier with this code"),
  });
});

it("brings past arrivals along, the whole file or nothing, and says which line is wrong", {
  tags: "slow",
}, async () => {
  await database.db.insertInto("company").values({ code: "PAST", name: "Past" }).execute();
  const folder = mkdtempSync(join(tmpdir(), "fairlead-arrivals-"));
  const path = join(folder, "arrivals.json");
  const arrival = {
    reference: "OLD-1",
    carrierCode: "MAEU",
    mode: "OCEAN",
    portOfDeparture: "CNSHA",
    portOfArrival: "DEHAM",
    arrivedAt: "2025-05-04T10:00:00Z",
    etas: { 14: "2025-05-01T00:00:00+02:00" },
  };
  const kept = () => database.db.selectFrom("past_arrival").select(["reference", "etas"]).execute();
  try {
    writeFileSync(path, JSON.stringify([arrival, { ...arrival, reference: "OLD-2", arrivedAt: "May" }]));
    const wrong = await run("arrivals", "PAST", path);
    expect(wrong).toMatchObject({ status: 1, out: "", err: expect.stringContaining("1.arrivedAt") });
    expect(await kept()).toEqual([]);
    writeFileSync(path, JSON.stringify([arrival]));
    expect(await run("arrivals", "NOBODY", path)).toMatchObject({ status: 1, out: "" });
    expect(await run("arrivals", "PAST", join(folder, "none.json"))).toMatchObject({ status: 1, out: "" });
    expect(await run("arrivals", "PAST", path)).toMatchObject({ status: 0, err: "" });
    expect(await kept()).toEqual([{ reference: "OLD-1", etas: arrival.etas }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
