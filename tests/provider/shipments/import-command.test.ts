import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const COMMAND = new URL("../../../app/provider/cli/import.ts", import.meta.url).pathname;
const FIXTURES = new URL("../../fixtures/dcsa/", import.meta.url).pathname;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "fairlead-import-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function run(...files: string[]): Promise<{ status: number; out: string; err: string }> {
  const done = await promisify(execFile)(process.execPath, [COMMAND, ...files], {
    env: { ...process.env, DATABASE_URL: database.url },
  }).catch((error) => error);
  return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
}
async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

it("takes the published messages, says what came of each, and repeats nothing", {
  tags: "slow",
}, async () => {
  const files = ["tnt-220-response.json", "tnt-300-response.json"].map((name) => FIXTURES + name);
  const first = await run(...files);
  expect(first).toMatchObject({ status: 0, err: "" });
  expect(first.out).toContain("tnt-220-response.json: 7 accepted, 0 repeated, 7 unmatched, 0 rejected");
  expect(first.out).toContain("tnt-300-response.json: 5 accepted, 0 repeated, 5 unmatched, 0 rejected");
  expect(first.out).toContain(
    "warning: event 1 (evt-resp-trans-001): the vessel's IMO number 7654321 should end in 9",
  );
  expect((await run(...files)).out).toContain("0 accepted, 7 repeated");
  const { rows } = await database.pool.query(
    "select count(*)::int as events from event where event_id <> 'cli-1'",
  );
  expect(rows[0].events).toBe(12);
});

it("fails when everything was rejected, and not when something was taken", { tags: "slow" }, async () => {
  const event = {
    eventID: "cli-1",
    eventCreatedDateTime: "2026-11-20T00:00:00Z",
    airWaybillNumber: "020-81140743",
    statusCode: "RCS",
    eventClassifierCode: "ACT",
    eventDateTime: "2026-11-20T00:00:00Z",
    station: "PVG",
  };
  const bad = await file("bad.json", '{"events":[{"eventID":"x"},7]}');
  const rejected = await run(bad);
  expect(rejected.status).toBe(1);
  expect(rejected.out).toContain("0 accepted, 0 repeated, 0 unmatched, 2 rejected, 0 in quarantine");
  expect(rejected.out).toContain("rejected: event 0 (x): is neither an event of Track & Trace");
  const single = await file("single.json", `\uFEFF${JSON.stringify(event)}`);
  expect(await run(bad, single)).toMatchObject({ status: 0 });
});

it.each([
  ["no file", [], /^Name the files to import/],
  ["a file that is not there", ["nowhere.json"], /nowhere\.json cannot be read \(ENOENT\)/],
  ["a file that is no JSON", [`${FIXTURES}README.md`], /README\.md is neither JSON nor/],
])("says in one line what to do about %s", { tags: "slow" }, async (_, files, text) => {
  const { status, out, err } = await run(...files);
  expect(status).toBe(1);
  expect(out).toBe("");
  expect(err).toMatch(text);
  expect(err.trim().split("\n")).toHaveLength(1);
});

it("takes the text of FSU messages, and names the lines that it cannot read", { tags: "slow" }, async () => {
  const [, , month, date] = /^(\w+), (\w+) (\d+)/.exec(
    new Date(Date.now() - 2 * 86_400_000).toLocaleDateString("en-US", {
      weekday: "long",
      month: "short",
      day: "2-digit",
      timeZone: "UTC",
    }),
  )!;
  const day = `${date}${month!.toUpperCase()}`;
  const text = `FSU/12\n020-40000041PVGFRA/T5K80\nRCS/${day}1430/PVG/T5\nXYZ/${day}1500/PVG/T5\nDEP/LH8401/PVGFRA\n`;
  const { status, out, err } = await run(await file("fsu.txt", text));
  expect([status, err]).toEqual([0, ""]);
  expect(out).toMatch(/fsu\.txt: 1 accepted, 0 repeated, 1 unmatched, 1 rejected, 1 in quarantine/);
  expect(out).toContain("in quarantine: event 1 (02040000041 XYZ PVG");
  expect(out).toContain('rejected: event 2: line 5, "DEP/LH8401/PVGFRA": has no day');
});
