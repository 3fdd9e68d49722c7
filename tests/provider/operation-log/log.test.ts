import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#app/provider/call/context.ts";
import { transaction } from "#app/provider/db/database.ts";
import {
  actorOf,
  append,
  appendMany,
  lastEntry,
  type NewEntry,
  NO_ENTRIES,
  readLog,
} from "#app/provider/operation-log/log.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { addQuote, customer, NOW, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  dana = await customer(provider);
});
afterAll(() => provider.stop());

const NOT_THERE = "999999";

const entryOf = (subjectId: string, given: Partial<NewEntry> = {}): NewEntry => ({
  subject: "quote",
  subjectId,
  actor: { id: dana.id, name: "Pat", isForwarder: false },
  action: "quote.updated",
  changes: [],
  at: NOW,
  ...given,
});

const headOf = (id: string) =>
  provider.db
    .selectFrom("quote")
    .select(["log_sequence", "log_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

async function newQuote() {
  const id = await addQuote(provider, dana);
  return { id, head: await headOf(id) };
}

test("an entry can only be appended at the end of a chain", async () => {
  const { id, head } = await newQuote();
  await append(provider.db, head, entryOf(id));
  await expect(append(provider.db, head, entryOf(id))).rejects.toThrow();
  expect((await verifyChains(provider.db)).broken).toBeNull();
});

test("there is no entry of a quote that is not there", async () => {
  const written = transaction(provider.db, (trx) => append(trx, NO_ENTRIES, entryOf(NOT_THERE)));
  await expect(written).rejects.toThrow("was changed by another writer");
  expect(await readLog(provider.db, "quote", NOT_THERE, { hasCharges: true, language: "en" })).toEqual([]);
});

test("a log is read oldest first, without prices and bookings for people who may not see them", async () => {
  const { id, head } = await newQuote();
  const paths = ["status", "bookingNumber", "options.0.total"];
  const changes = paths.map((path) => ({ path, before: null, after: "x" }));
  await append(provider.db, head, entryOf(id, { changes, action: "quote.booked" }));
  const shown = async (rights: Parameters<typeof readLog>[3]) => {
    const log = await readLog(provider.db, "quote", id, rights);
    expect(log.map(({ action }) => action)).toEqual(["quote.requested", "quote.booked"]);
    expect(log[1]).toMatchObject({ at: "2026-11-20 12:00:00", actor: "Pat", isForwarder: false });
    return log[1]!.changes.map(({ path }) => path);
  };
  expect(await shown({ hasCharges: true, language: "en" })).toEqual(paths);
  expect(await shown({ hasCharges: false, language: "en" })).toEqual(["status", "bookingNumber"]);
  expect(await shown({ hasCharges: true, hasBooking: false, language: "en" })).toEqual([
    "status",
    "options.0.total",
  ]);
  expect(await shown({ hasCharges: false, hasBooking: false, language: "en" })).toEqual(["status"]);
});

test("the last entry says who came last; without entries there is none", async () => {
  const { id, head } = await newQuote();
  const actor = { id: dana.id, name: "Late Comer", isForwarder: true };
  await append(provider.db, head, entryOf(id, { actor }));
  expect(await lastEntry(provider.db, "quote", id, "en")).toEqual({
    actor: "Late Comer",
    isForwarder: true,
    action: "quote.updated",
    at: "2026-11-20 12:00:00",
  });
  expect(await lastEntry(provider.db, "quote", NOT_THERE, "en")).toBeNull();
});

test("the last entry is looked for among actions where any are named", async () => {
  const { id, head } = await newQuote();
  await append(provider.db, head, entryOf(id));
  const last = async (...actions: string[]) =>
    (await lastEntry(provider.db, "quote", id, "en", actions))?.action;
  expect(await last()).toBe("quote.updated");
  expect(await last("quote.requested")).toBe("quote.requested");
  expect(await last("quote.booked")).toBeUndefined();
});

test("many entries of many quotes are added at once, those of one quote in their order", async () => {
  const [one, other] = [await newQuote(), await newQuote()];
  const entries = [one, other, one].map(({ id, head }, at) => ({
    head,
    entry: entryOf(id, { action: at === 2 ? "quote.booked" : "quote.updated" }),
  }));
  await transaction(provider.db, (trx) => appendMany(trx, entries));
  const actionsOf = async (id: string) =>
    (await readLog(provider.db, "quote", id, { hasCharges: true, language: "en" })).map(
      ({ action }) => action,
    );
  expect(await actionsOf(one.id)).toEqual(["quote.requested", "quote.updated", "quote.booked"]);
  expect(await actionsOf(other.id)).toEqual(["quote.requested", "quote.updated"]);
  // The ends have moved: further entries follow them.
  for (const { id } of [one, other]) await append(provider.db, await headOf(id), entryOf(id));
});

test("of many entries none is added where one chain has moved on; no entries are no fault", async () => {
  const [one, other] = [await newQuote(), await newQuote()];
  await append(provider.db, one.head, entryOf(one.id));
  const entries = [other, one].map(({ id, head }) => ({ head, entry: entryOf(id) }));
  await expect(transaction(provider.db, (trx) => appendMany(trx, entries))).rejects.toThrow();
  const log = await readLog(provider.db, "quote", other.id, { hasCharges: true, language: "en" });
  expect(log).toHaveLength(1);
  const gone = [{ head: NO_ENTRIES, entry: entryOf(NOT_THERE) }];
  await expect(transaction(provider.db, (trx) => appendMany(trx, gone))).rejects.toThrow(
    `of quote ${NOT_THERE} was changed by another writer`,
  );
  await appendMany(provider.db, []);
});

test("what a program did names the person who made its key, and the key", () => {
  const caller = { userId: "7", name: "Pat", isForwarder: false, program: null } as Caller;
  expect(actorOf(caller)).toEqual({ id: "7", name: "Pat", isForwarder: false });
  const program = { name: "ERP" } as Caller["program"];
  expect(actorOf({ ...caller, program }).name).toBe("Pat · ERP");
});
