/** @module-tag slow */

import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { readProviderConfig } from "#app/provider/config.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { connectionUrl, testPostgresBin } from "#tests/support/database.ts";
import { makeCompany } from "#tests/support/people.ts";
import { endProcesses, startProviderProcess } from "#tests/support/provider-process.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { countMoved, departure, store } from "./fixture.ts";

const run = promisify(execFile);
const CLI = join(import.meta.dirname, "../../../app/provider/cli");

/** Runs an operator's command on a data folder; its output. */
const command = async (name: string, args: string[], dataDir: string) => {
  const env = { ...process.env, POSTGRES_BIN: testPostgresBin() ?? "", DATA_DIR: dataDir };
  return (await run(process.execPath, [join(CLI, `${name}.ts`), ...args], { env })).stdout;
};

test("providers move contents only where it is set, once, and a restored backup has them", async () => {
  const folder = await mkdtemp(join(inject("testServerDir"), "contents-"));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const server = await startEmbedded({ dataDir, log, postgresBin: testPostgresBin() });
  const { db, close } = openDatabase(server.connection);
  try {
    await migrate(server.connection);
    await loadReference(db);
    await makeShipment(db, await makeCompany(db), { house_number: "FLOLD1" });
    const events = [0, 1, 2].map((index) => departure(`e-${index}`, "FLOLD1"));
    expect(await store(db, events)).toMatchObject({ accepted: 3 });
    await sql`update event set stored_at = now() - interval '3 months'`.execute(db);
    const start = (given: Record<string, string>) =>
      startProviderProcess(connectionUrl(server.connection), { DATA_DIR: dataDir, ...given });

    const without = await start({});
    await sleep(1_000);
    await endProcesses([without]);
    expect(await countMoved(db)).toBe(0);
    const younger = await start({ EVENT_CONTENT_MONTHS: "4" });
    await sleep(1_000);
    await endProcesses([younger]);
    expect(await countMoved(db)).toBe(0);
    const both = await Promise.all([1, 2].map(() => start({ EVENT_CONTENT_MONTHS: "2" })));
    await expect.poll(() => countMoved(db)).toBe(3);
    await endProcesses(both);
    const files = await db
      .selectFrom("event_file")
      .select("entries")
      .where("moved_at", "is not", null)
      .execute();
    expect(files).toEqual([{ entries: 3 }]);

    const backup = join(folder, "backup.tar.gz");
    await command("backup", [backup], dataDir);
    const restored = join(folder, "restored");
    await command("restore", [backup], restored);
    await rm(join(dataDir, "files"), { recursive: true });
    const told = JSON.parse(await command("event", ["MAEU:e-1"], restored));
    expect(told).toMatchObject({ eventId: "MAEU:e-1", replacedAt: null, sent: events[1] });
    await expect(command("event", ["MAEU:e-1"], dataDir)).rejects.toThrow(/FileMissing/);
    await expect(command("event", ["MAEU:e-9"], restored)).rejects.toThrow("No event has the id MAEU:e-9");
  } finally {
    await close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test.for(["0", "241", "some"])("EVENT_CONTENT_MONTHS=%s is refused", (value) => {
  expect(() => readProviderConfig({ EVENT_CONTENT_MONTHS: value })).toThrow(
    /^EVENT_CONTENT_MONTHS is malformed: give a number of months from 1 to 240$/,
  );
});
