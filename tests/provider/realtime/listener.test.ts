import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RealtimeEvent } from "#app/provider/db/realtime-event.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { type Listener, startListener } from "#app/provider/realtime/listener.ts";
import { publish } from "#app/provider/realtime/outbox.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let db: Kysely<Database>;
const listeners: Listener[] = [];
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
  await database.drop();
});

/** A listener with its own connection; returns the channels of the reported messages in order. */
async function listen(): Promise<string[]> {
  const told: string[] = [];
  const listener = startListener({
    target: database.connection,
    onEvents: (events) =>
      told.push(...events.map(({ event }) => ("channelId" in event && event.channelId) || "")),
    onReopened: () => {},
    onGap: () => told.push("gap"),
    log: pino({ level: "silent" }),
  });
  listeners.push(listener);
  await listener.isListening;
  return told;
}

const messageIn = (channelId: string): RealtimeEvent => ({
  kind: "message",
  companyId: "1",
  channelId,
  senderId: null,
});

async function until(isSo: () => boolean, waitMs = 10_000): Promise<void> {
  for (const end = Date.now() + waitMs; !isSo() && Date.now() < end; ) await sleep(5);
}

/** Reads as a cursor over ids alone would. */
function plainReader() {
  let last = "0";
  const told: string[] = [];
  return {
    told,
    read: async () => {
      const rows = await db
        .selectFrom("realtime_outbox")
        .select(["id", "event"])
        .where("id", ">", last)
        .orderBy("id")
        .execute();
      told.push(...rows.map(({ event }) => (event as { channelId: string }).channelId));
      last = rows.at(-1)?.id ?? last;
    },
  };
}

test("an event reaches every listener when its transaction commits, and none when it is rolled back", async () => {
  const [first, second] = await Promise.all([listen(), listen()]);
  const undone = await db.startTransaction().execute();
  await publish(undone, messageIn("undone"));
  await undone.rollback().execute();
  const late = await db.startTransaction().execute();
  await publish(late, messageIn("late"));
  await publish(db, messageIn("early"));
  await until(() => first.length > 0 && second.length > 0);
  expect([first, second]).toEqual([["early"], ["early"]]);
  await late.commit().execute();
  await until(() => first.length > 1 && second.length > 1);
  expect([first, second]).toEqual([
    ["early", "late"],
    ["early", "late"],
  ]);
});

test("events in the outbox before the start are not sent", async () => {
  await publish(db, messageIn("before"));
  const told = await listen();
  await publish(db, messageIn("after"));
  await until(() => told.length > 0);
  expect(told).toEqual(["after"]);
});

test("rows that become visible behind higher ids are not missed, as a cursor over ids misses them", async () => {
  const told = await listen();
  const plain = plainReader();
  const long = await db.startTransaction().execute();
  await publish(long, messageIn("long"));
  await publish(db, messageIn("short"));
  await until(() => told.length === 1);
  await plain.read();
  // A transaction that started earlier and inserts only now has a lower transaction id than those already
  // read.
  await publish(long, messageIn("long again"));
  await publish(db, messageIn("short again"));
  await until(() => told.length === 2);
  await plain.read();
  await long.commit().execute();
  await until(() => told.length === 4);
  await plain.read();
  expect(plain.told).toEqual(["short", "short again"]);
  expect(told.slice(0, 2)).toEqual(["short", "short again"]);
  expect(told.slice(2).sort()).toEqual(["long", "long again"]);
});

test("2,000 events of overlapping transactions arrive exactly once, also while listeners' connections are cut", {
  tags: "slow",
}, async () => {
  const [steady, cut] = await Promise.all([listen(), listen()]);
  const expected: string[] = [];
  let isSending = true;
  const writer = async (name: number) => {
    for (let round = 0; round < 50; round++) {
      const trx = await db.startTransaction().execute();
      for (let each = 0; each < 5; each++) {
        expected.push(`${name}-${round}-${each}`);
        await publish(trx, messageIn(`${name}-${round}-${each}`));
        await sleep(Math.random() * (name % 4 === 0 ? 20 : 2));
      }
      await trx.commit().execute();
    }
  };
  const cutter = async () => {
    let cuts = 0;
    while (isSending) {
      await sleep(60);
      const { rows } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'fairlead realtime'
        order by backend_start desc limit 1`,
      );
      cuts += rows.length;
    }
    return cuts;
  };
  const cutting = cutter();
  await Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)));
  isSending = false;
  expect(await cutting).toBeGreaterThan(3);
  await until(() => steady.length >= expected.length && cut.length >= expected.length);
  await sleep(200);
  expect(expected).toHaveLength(2_000);
  expected.sort();
  expect(steady.sort()).toEqual(expected);
  expect(cut.sort()).toEqual(expected);
});

test("a lost notification delays an event by one second", async () => {
  const told = await listen();
  await db
    .insertInto("realtime_outbox")
    .values({ event: JSON.stringify(messageIn("unheard")) })
    .execute();
  const start = performance.now();
  await until(() => told.length > 0);
  expect(told).toEqual(["unheard"]);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("it stops at once while there is no database", async () => {
  const listener = startListener({
    target: { ...database.connection, port: 1 },
    onEvents: () => {},
    onReopened: () => {},
    onGap: () => {},
    log: pino({ level: "silent" }),
  });
  await sleep(100);
  const start = performance.now();
  await listener.stop();
  expect(performance.now() - start).toBeLessThan(4_000);
});
