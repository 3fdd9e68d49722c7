import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { noticeList } from "#app/contract/notification.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { openPlace } from "#app/provider/forwarder-system/open.ts";
import { startSystemImports } from "#app/provider/forwarder-system/worker.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { somebody } from "../quotes/fixture.ts";
import { csvOf, forwarderSystem, type System } from "./fixture.ts";

let provider: TestProvider;
let system: System;
let folder: string;
beforeAll(async () => {
  provider = await startProvider();
  system = await forwarderSystem(provider);
});
beforeEach(async () => {
  folder = await tempFolder("imports-news");
});
afterAll(() => provider?.stop());

/** Takes the files, in two workers at once. */
async function take(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const workers = [0, 1].map(() =>
    startSystemImports({
      database: provider.db,
      open: () => openPlace({ from: folder, actingAs: system.staff.userName }),
      actingAs: system.staff.userName,
      log: pino({ level: "silent" }),
      shared: {
        publicUrl: "https://portal.example.com",
        secrets: secretBox(["a key of the tests only and of nothing else"]),
        outside: { privateHosts: [], dnsServers: [] },
        files: provider.files,
      },
      pollMs: 50,
    }),
  );
  const left = async () => (await readdir(folder)).filter((name) => name.endsWith(".csv"));
  try {
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

const told = async (token: string, language: "en" | "zh" = "en") =>
  (await provider.call(noticeList, {}, { token, language })).data.rows.filter(
    ({ kind }) => kind === "importFaulty",
  );

test("the desk is told once of a file with refusals, with the way to its report, and not of one without", async () => {
  const faulty = csvOf(system, "NEWS", 3, { faulty: [2] });
  await take({ "shipments-good.csv": csvOf(system, "SOUND", 2), "shipments-faulty.csv": faulty });
  const { id } = await provider.db
    .selectFrom("system_import")
    .select("id")
    .where("source", "=", "shipments-faulty.csv")
    .executeTakeFirstOrThrow();
  const news = await told(system.staff.token);
  expect(news).toMatchObject([{ path: `/freightForwarder/import/${id}` }]);
  expect(news[0]!.title).toContain("shipments-faulty.csv");
  const [chinese] = await told(system.staff.token, "zh");
  expect(chinese!.title).toMatch(/未能全部收入：shipments-faulty\.csv/);
  // The same content again is nothing new.
  await take({ "shipments-again.csv": faulty });
  expect(await told(system.staff.token)).toHaveLength(1);
});

test("who may not open the report is not told, nor who has switched it off; a file that fails is told with the reason", async () => {
  const other = await somebody(provider, system.staff.companyId, { role: "desk", name: "Otto Off" });
  await provider.db.insertInto("notice_off").values({ user_id: other.id, kind: "importFaulty" }).execute();
  await take({ "shipments-broken.csv": "a,b,c\n1,2,3\n" });
  expect((await told(system.staff.token))[0]!.title).toContain("shipments-broken.csv");
  expect(await told(other.token)).toEqual([]);
  expect(await told(system.dana.token)).toEqual([]);
  const { rows } = (await provider.call(noticeList, {}, { token: system.dana.token })).data;
  expect(rows).toEqual([]);
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body"])
    .where("subject", "like", "%shipments-broken.csv%")
    .execute();
  expect(mails.length).toBeGreaterThan(0);
  for (const { body } of mails) expect(body).toContain("sourceReference");
});
