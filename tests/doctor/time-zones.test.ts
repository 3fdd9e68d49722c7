import { afterAll, beforeAll, expect, test } from "vitest";
import { openForLook } from "#app/doctor/database.ts";
import { lookAtZones } from "#app/doctor/database-state.ts";
import { readProviderConfig } from "#app/provider/config.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { loadZoneRules } from "#app/provider/reference/zone-rules.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await loadReference(database.db);
});
afterAll(() => database.drop());

async function look() {
  const config = readProviderConfig({ DATABASE_URL: database.url });
  const opened = await openForLook({} as Parameters<typeof openForLook>[0], config);
  return lookAtZones(opened).finally(opened.close);
}

test("zones that were never compared are a warning; compared ones are well, and those that follow our rules are named", {
  tags: "slow",
}, async () => {
  expect((await look()).state).toBe("warning");
  await loadZoneRules(database.db);
  expect((await look()).state).toBe("ok");
  await database.db.deleteFrom("zone_rule").execute();
  expect((await look()).found).toContain("agree");
  const from_at = new Date("2024-01-01T00:00:00Z");
  await database.db
    .insertInto("zone_rule")
    .values({ zone: "Asia/Tokyo", from_at, offset_minutes: 600 })
    .execute();
  expect(await look()).toMatchObject({ state: "ok", found: expect.stringContaining("Asia/Tokyo") });
});
