/** @module-tag slow */

import { once } from "node:events";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportJobFile } from "#app/contract/export-job.ts";
import { memberExport } from "#app/contract/member.ts";
import { servicePrefixes } from "#app/provider/call/route.ts";
import { roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { customer } from "../quotes/fixture.ts";

const MEMBERS = 100_000;

let base: TestProvider;
let folder: string;
const processes: ProviderProcess[] = [];

beforeAll(async () => {
  base = await startProvider();
  folder = await tempFolder("export-processes");
});
afterAll(async () => {
  await endProcesses(processes);
  await base.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function startProcess(): Promise<ProviderProcess> {
  const started = await startProviderProcess(base.database.url, { DATA_DIR: folder });
  processes.push(started);
  return started;
}

/** What lies below the folder of files, by name, with its bytes. */
async function filesThere(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const inside = join(folder, "files");
  for (const entry of await readdir(inside, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const known = await stat(path).catch(() => null);
    if (known) found.set(entry.name, known.size);
  }
  return found;
}

const job = () => base.db.selectFrom("export_job").selectAll().executeTakeFirstOrThrow();

test("when its process is killed in the middle of a file, another makes the whole file, and tells of it once", async () => {
  const admin = await customer(base, ["MEMBER_MANAGE"]);
  const viewer = await roleId(base.db, "viewer");
  await sql`
    insert into app_user (company_id, role_id, user_name, name)
    select ${admin.companyId}, ${viewer}, 'killed-' || n, 'Pat' from generate_series(1, ${sql.lit(MEMBERS)}) n
  `.execute(base.db);
  await base.call(memberExport, { format: "csv" }, { token: admin.token });
  const first = await startProcess();
  await expect
    .poll(async () => Math.max(0, ...(await filesThere()).values()), { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(0);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const left = await job();
  expect(left).toMatchObject({ state: "running", attempts: 1 });
  expect([...(await filesThere()).keys()]).toEqual([
    expect.stringMatching(new RegExp(`^${left.file_key}.+`)),
  ]);

  // As if the minute of its lease had passed.
  await base.db
    .updateTable("export_job")
    .set({ leased_until: new Date(0) })
    .execute();
  const second = await startProcess();
  await expect.poll(async () => (await job()).state, { timeout: 120_000, interval: 100 }).toBe("ready");
  const made = await job();
  expect(made).toMatchObject({ attempts: 2, rows: MEMBERS + 1 });
  expect([...(await filesThere()).keys()]).toEqual([made.file_key]);

  const answer = await fetch(`${second.url}${servicePrefixes.api}${exportJobFile.path}`, {
    method: "POST",
    body: new URLSearchParams({ id: made.id }),
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  const [head, ...rows] = parse(await answer.text());
  const column = head!.indexOf("User name");
  expect(new Set(rows.map((row) => row[column])).size).toBe(MEMBERS + 1);
  expect(rows).toHaveLength(MEMBERS + 1);
  expect(
    await base.db.selectFrom("notice").selectAll().where("user_id", "=", admin.id).execute(),
  ).toHaveLength(1);
});
