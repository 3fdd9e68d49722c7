/** @module-tag slow */

import { once } from "node:events";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { dispatchDue } from "#app/provider/notifications/dispatcher.ts";
import { makeCompany, makePerson } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { type MailServer, mailServer } from "./fixture.ts";

const RECIPIENTS = 1_000;
/** Mails that each process sends at the same time: the most that a kill may repeat. */
const AT_ONCE = 4;

let base: TestProvider;
let box: MailServer;
const processes: ProviderProcess[] = [];

beforeAll(async () => {
  base = await startProvider();
  box = await mailServer();
});
afterAll(async () => {
  await endProcesses(processes);
  await base.stop();
  await box.close();
});

async function startProcess(): Promise<ProviderProcess> {
  const environment = { SMTP_URL: box.url, MAIL_AT_ONCE: String(AT_ONCE) };
  const started = await startProviderProcess(base.database.url, environment);
  processes.push(started);
  return started;
}

/** A thousand notifications, each for one colleague, that have been told and wait for their mails. */
async function prepare(): Promise<void> {
  const { db } = base;
  const company = await makeCompany(db);
  const owner = await makePerson(db, company);
  const role = await db
    .selectFrom("app_user")
    .select("role_id")
    .where("id", "=", owner.id)
    .executeTakeFirstOrThrow();
  const people = Array.from({ length: RECIPIENTS }, (_, index) => ({
    company_id: company,
    role_id: role.role_id,
    name: `Person ${index}`,
    user_name: `killed-${index}`,
    email: `person-${index}@example.com`,
  }));
  await db.insertInto("app_user").values(people).execute();
  await makeShipment(db, company, {
    house_number: "FLKILLED1",
    created_at: new Date(Date.now() - DAY_MS / 2),
  });
  const now = new Date();
  const schedule = {
    unit: "day",
    every: 1,
    weekday: 1,
    monthDay: 1,
    time: "00:00",
    zone: "+08:00",
    from: "2026-01-01",
  };
  const rows = people.map(({ email }, index) => ({
    company_id: company,
    user_id: owner.id,
    name: `For ${index}`,
    join_by: "AND" as const,
    scope: "ALL" as const,
    channel: "EMAIL" as const,
    recipients: [email],
    is_on: true,
    schedule: JSON.stringify(schedule),
    next_at: new Date(now.getTime() - 3 * MINUTE_MS),
    told_until: new Date(now.getTime() - 2 * DAY_MS),
    created_at: now,
    updated_at: now,
  }));
  const made = await db.insertInto("notification").values(rows).returning("id").execute();
  const rules = made.map(({ id }) => ({
    notification_id: id,
    position: 0,
    kind: "mode" as const,
    value: "OCEAN",
  }));
  await db.insertInto("notification_rule").values(rules).execute();
  // Two minutes ago: the mailers need not wait for more news of the same people.
  await dispatchDue(db, new Date(now.getTime() - 2 * MINUTE_MS), pino({ level: "silent" }));
}

const received = () => Map.groupBy(box.mails, ({ to }) => to);

test("when a process is killed in the middle of 1,000 mails, each arrives once but for those under way", async () => {
  await prepare();
  const [first] = await Promise.all([startProcess(), startProcess()]);
  await expect
    .poll(() => box.mails.length, { timeout: 150_000, interval: 20 })
    .toBeGreaterThan(RECIPIENTS / 3);
  first!.child.kill("SIGKILL");
  await once(first!.child, "exit");
  const before = box.mails.length;
  expect(before).toBeLessThan(RECIPIENTS);
  // Somebody starts it again, as the launcher does.
  await startProcess();
  await expect.poll(() => received().size, { timeout: 150_000, interval: 100 }).toBe(RECIPIENTS);
  const open = () => base.db.selectFrom("mail_outbox").select("id").where("sent_at", "is", null).execute();
  await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(0);
  const repeated = [...received().values()].filter((mails) => mails.length > 1);
  expect(repeated.every((mails) => mails.length === 2)).toBe(true);
  expect(repeated.length).toBeLessThanOrEqual(AT_ONCE);
  // What arrived twice has the same Message-ID, by which mail programs show it once.
  for (const [one, other] of repeated)
    expect(one!.headers.get("message-id")).toBe(other!.headers.get("message-id"));
  const told = await base.db
    .selectFrom("notice")
    .select("state")
    .where("recipient", "is not", null)
    .execute();
  expect(told).toHaveLength(RECIPIENTS);
  expect(told.every(({ state }) => state === "MAILED")).toBe(true);
});
