import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ruleMilestones } from "#app/contract/notification-code.ts";
import { DAY_MS, formatDay, SECOND_MS } from "#app/lib/date-time.ts";
import type { NotificationRule } from "#app/lib/notification-rule.ts";
import { nextSend, type Schedule, sendsBetween } from "#app/lib/schedule.ts";
import { dispatchDue } from "#app/provider/notifications/dispatcher.ts";
import { rehearse } from "#app/provider/notifications/told.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { isAll } from "#tests/support/is-all.ts";
import { makeCompany, makePerson, type Person } from "#tests/support/people.ts";
import { type GivenEvent, makeShipment, tellEvents } from "#tests/support/shipments.ts";

const START = new Date("2026-09-20T10:30:00Z");
const DAYS = 30;
const END = new Date(START.getTime() + DAYS * DAY_MS);
const log = pino({ level: "silent" });

let database: TestDatabase;
let serial = 0;
beforeAll(async () => {
  database = await testDatabase();
  await loadReference(database.db);
});
afterAll(() => database.drop());

const rule: fc.Arbitrary<NotificationRule> = fc.oneof(
  fc.constantFrom<NotificationRule[]>(
    { kind: "mode", value: "OCEAN" },
    { kind: "mode", value: "AIR" },
    { kind: "status", value: "TRANSIT" },
    { kind: "status", value: "COMPLETED" },
    { kind: "origin", value: "CNSHA" },
    { kind: "destination", value: "DEHAM" },
    { kind: "delayed", value: "yes" },
    { kind: "container", value: "CSQU3054383" },
    { kind: "po", value: "PO-7" },
    { kind: "shippedBy", value: "secret factory" },
  ),
  fc.constantFrom(...ruleMilestones).map((value) => ({ kind: "milestone" as const, value })),
  fc
    .tuple(fc.constantFrom("etaWithin", "etaSlipped", "lastFreeDay"), fc.integer({ min: 1, max: 20 }))
    .map(([kind, days]) => ({ kind, value: String(days) }) as NotificationRule),
);

const schedule: fc.Arbitrary<Schedule> = fc.record({
  unit: fc.constantFrom("day", "day", "week", "month"),
  every: fc.integer({ min: 1, max: 2 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  monthDay: fc.integer({ min: 1, max: 31 }),
  time: fc.constantFrom("00:00", "08:00", "10:30", "23:45"),
  zone: fc.constantFrom("Europe/Berlin", "Asia/Shanghai", "America/New_York"),
  from: fc.constant(formatDay(START, "UTC")!),
});

interface Report {
  /** Hours after the start at which it is stored. */
  hour: number;
  shipment: number;
  event: GivenEvent;
}

const report: fc.Arbitrary<Report> = fc.record({
  hour: fc.integer({ min: -100, max: DAYS * 24 - 1 }),
  shipment: fc.integer({ min: 0, max: 2 }),
  event: fc
    .record({
      step: fc.constantFrom(
        ...([
          ["GTIN", "CNSHA"],
          ["LOAD", "CNSHA"],
          ["DEPA", "CNSHA"],
        ] as const),
        ...([
          ["ARRI", "DEHAM"],
          ["DISC", "DEHAM"],
          ["GTOT", "DEHAM"],
        ] as const),
      ),
      classifier: fc.constantFrom("ACT", "EST", "PLN"),
      ahead: fc.integer({ min: 0, max: 25 }),
    })
    .map(({ step: [code, place], classifier, ahead }) => ({
      code,
      place,
      classifier,
      container: "CSQU3054383",
      day: classifier === "ACT" ? 0 : ahead,
    })),
});

const scenario = fc.record({
  join: fc.constantFrom("AND", "OR"),
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
  scope: fc.constantFrom("ALL", "ALL", "FOLLOWED"),
  schedule,
  reports: fc.array(report, { maxLength: 25 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** A scenario that must send: the random ones may all be silent. */
const eloquent: Scenario = {
  join: "OR",
  scope: "ALL",
  rules: [
    { kind: "milestone", value: ruleMilestones[0]! },
    { kind: "mode", value: "OCEAN" },
  ],
  schedule: {
    unit: "day",
    every: 1,
    weekday: 1,
    monthDay: 1,
    time: "08:00",
    zone: "Europe/Berlin",
    from: formatDay(START, "UTC")!,
  },
  reports: [30, 80, 200, 500].map((hour) => ({
    hour,
    shipment: 0,
    event: { code: "LOAD", place: "CNSHA", classifier: "ACT", container: "CSQU3054383", day: 0 },
  })),
};

/** A shipment that had ended by its events when it was entered: the third one, two days after the start. */
const enteredLate: Scenario = {
  join: "OR",
  scope: "ALL",
  rules: [
    { kind: "etaWithin", value: "1" },
    { kind: "mode", value: "OCEAN" },
  ],
  schedule: { ...eloquent.schedule, time: "00:00" },
  reports: [
    {
      hour: 0,
      shipment: 2,
      event: { code: "GTOT", place: "DEHAM", classifier: "ACT", container: "CSQU3054383", day: 0 },
    },
  ],
};

async function stage({ scope }: Scenario): Promise<{ owner: Person; houses: string[] }> {
  const { db } = database;
  const companyId = await makeCompany(db);
  const owner = await makePerson(db, companyId);
  const houses: string[] = [];
  for (let index = 0; index < 3; index++) {
    const house = `R${++serial}`;
    const { id } = await makeShipment(db, companyId, {
      house_number: house,
      created_at: new Date(START.getTime() + (index - 1) * 5 * DAY_MS - 3 * DAY_MS),
      eta: new Date(START.getTime() + 12 * DAY_MS),
      poNumbers: index === 0 ? ["PO 7"] : [],
      dates: JSON.stringify({ railRampLastFreeDay: "2026-10-11" }),
    });
    houses.push(house);
    if (scope === "FOLLOWED" && index < 2)
      await db.insertInto("shipment_follow").values({ user_id: owner.id, shipment_id: id }).execute();
  }
  return { owner, houses };
}

/** Stores the events when they are reported, and tells what is due in between, as the engine does day by day. */
async function live({ reports }: Scenario, given: Schedule, houses: string[]): Promise<void> {
  const { db } = database;
  const acts = [
    ...reports.map(({ hour, shipment, event }) => ({
      at: new Date(START.getTime() + hour * 3_600_000 + 1),
      run: (at: Date) => tellEvents(db, houses[shipment]!, [event], at),
    })),
    ...sendsBetween(given, START, END).map((send) => ({
      at: new Date(send.getTime() + 5 * SECOND_MS),
      run: (at: Date) => dispatchDue(db, at, log),
    })),
  ];
  for (const { at, run } of acts.sort((a, b) => a.at.getTime() - b.at.getTime())) await run(at);
}

test("for random rules and event logs, a rehearsal shows what the engine has sent", async () => {
  const told: number[] = [];
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { db } = database;
      const { owner, houses } = await stage(given);
      const { id } = await db
        .insertInto("notification")
        .values({
          company_id: owner.companyId,
          user_id: owner.id,
          name: "Rehearsed",
          join_by: given.join,
          scope: given.scope,
          channel: "EMAIL",
          recipients: [],
          is_on: true,
          schedule: JSON.stringify(given.schedule),
          next_at: nextSend(given.schedule, START),
          told_until: START,
          created_at: START,
          updated_at: START,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("notification_rule")
        .values(given.rules.map((each, position) => ({ notification_id: id, position, ...each })))
        .execute();
      await live(given, given.schedule, houses);
      const sent = await db
        .selectFrom("notice")
        .select(["news_key", "content", "recipient"])
        .where("notification_id", "=", id)
        .orderBy("id")
        .execute();
      const rehearsed = await rehearse(
        db,
        { ...given, companyId: owner.companyId, userId: owner.id },
        DAYS,
        END,
      );
      expect(
        sent.map(({ news_key, content }) => ({ at: news_key.split("-")[2], shipments: content.shipments })),
      ).toEqual(rehearsed.map(({ at, shipments }) => ({ at: String(at.getTime()), shipments })));
      expect(sent.every(({ recipient }) => recipient === owner.email)).toBe(true);
      told.push(sent.length);
      await db.deleteFrom("notification").where("id", "=", id).execute();
    }),
    { numRuns: isAll ? 25 : 8, examples: [[eloquent], [enteredLate]] },
  );
  expect(told[0]).toBeGreaterThan(0);
});
