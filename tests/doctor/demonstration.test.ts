import { afterEach, beforeEach, expect, test } from "vitest";
import { openForLook } from "#app/doctor/database.ts";
import { lookAtDemonstration } from "#app/doctor/database-state.ts";
import type { Finding } from "#app/doctor/finding.ts";
import { readProviderConfig } from "#app/provider/config.ts";
import { DEMO_PREFIX } from "#app/provider/identity/demo-company.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { blankDatabase, connectionUrl, type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeCompany, makePerson } from "#tests/support/people.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await loadReference(database.db);
});
afterEach(() => database.drop());

async function look(settings: Record<string, string> = {}, url = database.url): Promise<Finding> {
  const config = readProviderConfig({ DATABASE_URL: url, ...settings });
  const opened = await openForLook({} as Parameters<typeof openForLook>[0], config);
  return lookAtDemonstration(opened, config).finally(opened.close);
}

async function makeDemonstration(): Promise<string> {
  const company = await makeCompany(database.db, [], { code: `${DEMO_PREFIX}MERIDIAN` });
  await makePerson(database.db, company);
  return company;
}

test("a demonstration alone is well, and a fault in production", async () => {
  expect(await look()).toEqual({ state: "ok", found: "no account of the demonstration can sign in" });
  await makeDemonstration();
  expect((await look()).state).toBe("ok");
  const { state, found, todo } = await look({ NODE_ENV: "production" });
  expect({ state, found }).toEqual({
    state: "fault",
    found:
      "1 accounts of the demonstration can sign in, with a password that everybody knows, and NODE_ENV is production",
  });
  expect(todo).toContain("npm run setup");
});

test("its accounts beside a real company are a fault until they are disabled or their company is closed", async () => {
  const company = await makeDemonstration();
  await makePerson(database.db, await makeCompany(database.db));
  expect((await look()).state).toBe("fault");
  await database.db
    .updateTable("app_user")
    .set({ status: "DISABLED" })
    .where("company_id", "=", company)
    .execute();
  expect((await look({ NODE_ENV: "production" })).state).toBe("ok");
  await database.db.updateTable("app_user").set({ status: "ACTIVE" }).execute();
  expect((await look()).state).toBe("fault");
  await database.db
    .updateTable("company")
    .set({ closed_at: new Date(), closed_reason: "of the tests" })
    .where("id", "=", company)
    .execute();
  expect((await look()).state).toBe("ok");
});

test("a database without tables is skipped", async () => {
  const blank = await blankDatabase();
  expect(await look({}, connectionUrl(blank.connection))).toMatchObject({ state: "skipped" });
  await blank.drop();
});
