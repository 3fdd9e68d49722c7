/** @module-tag slow */

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const COMMAND = new URL("../../../app/provider/cli/factor.ts", import.meta.url).pathname;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await tempFolder("factors");
});
afterAll(() => database.drop());

async function run(...given: string[]): Promise<{ status: number; out: string; err: string }> {
  const done = await promisify(execFile)(process.execPath, [COMMAND, ...given], {
    env: { ...process.env, DATABASE_URL: database.url },
  }).catch((error) => error);
  return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
}

const HEAD = "code,mode,carrierCode,edition,unit,ttw,wtt,distanceShare,vehicle,source,licence\n";
const row = (code: string, carrier = "") =>
  `${code},VESSEL,${carrier},2025,TKM,0.0075,0.0010,0.15,Fleet,GLEC,own\n`;
async function file(content: string): Promise<string> {
  const path = join(folder, "factors.csv");
  await writeFile(path, content);
  return path;
}

it("an operator imports factors from a table, sees and removes them; a fault imports nothing", async () => {
  const listed = await run("list");
  expect(listed.out.trim().split("\n")).toHaveLength(6);
  const path = await file(HEAD + row("FLEET") + row("HAPAG", "HLCU"));
  expect((await run("import", path, "--dry")).out).toBe("2 factors could be imported\n");
  expect((await run("list")).out).not.toContain("FLEET");
  expect((await run("import", path)).out).toContain("2 factors imported");
  expect((await run("list")).out).toContain('"code":"HAPAG"');
  for (const [wrong, said] of [
    [HEAD + row("NEW") + row("NONE", "QQQQ"), "NONE: no carrier QQQQ"],
    [HEAD + row("NEW") + row("UK-2025-VESSEL"), "UK-2025-VESSEL: came with the product"],
    [HEAD + row("NEW") + row("NEW"), "NEW is there twice"],
    [HEAD + row("NEW").replace("0.0075", "x"), "factor 1, ttw"],
  ] as const) {
    const refused = await run("import", await file(wrong));
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining(said)]);
  }
  expect((await run("list")).out).not.toContain('"NEW"');
  expect((await run("remove", "FLEET")).out).toBe("FLEET was removed\n");
  expect((await run("remove", "UK-2025-AIR")).err).toContain(
    "There is no factor UK-2025-AIR of the operator",
  );
  expect((await run("import")).err).toContain("npm run factor");
});
