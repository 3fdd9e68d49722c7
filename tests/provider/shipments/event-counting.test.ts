import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { draws } from "#tests/support/is-all.ts";
import { addShipment, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2, type EventGiven } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

let serial = 0;
const house = () => `FLCOUNT${++serial}`;
const store = (message: unknown[], now = NOW) => storeEvents(world.db, message, { source: "TEST", now });
const add = (number: string) =>
  addShipment(world.db, world.own, {
    house_number: number,
    updated_at: new Date(at(-90)),
    booking_at: new Date(at(-90)),
  });
const told = (number: string, { id, ...given }: EventGiven) =>
  dcsa2({ ...given, id: `${number}-${id}`, references: [{ type: "FF", value: number }] });

/** All that events change of a shipment. */
async function row(id: string) {
  const { rows } = await sql`
    select status, etd, atd, eta, ata, first_eta, vessel_imo, voyage, updated_at, dates, delay_due_at, delay_reason, reached,
      last_milestone, next_milestone, reported_reason, heard_at, free_time_day
    from shipment where id = ${id}`.execute(world.db);
  return rows[0];
}
const digested = async (id: string) => {
  const { rows } = await sql<{ links: number; facts: string | null }>`
    select (select count(*)::int from event_shipment where shipment_id = ${id} and is_digested) as links,
      (select facts from event_digest where shipment_id = ${id}) as facts`.execute(world.db);
  return { links: rows[0]!.links, events: rows[0]!.facts?.split("\x1d").length ?? 0 };
};

const eta = (index: number, day: number, received: number): EventGiven => ({
  id: `eta-${index}`,
  code: "ARRI",
  classifier: "EST",
  day,
  received,
  place: "DEHAM",
  voyage: "001W",
});
const etas = (count: number) =>
  Array.from({ length: count }, (_, index) => eta(index, 20 - ((index * 7) % 13), -70 + index));

it("does not read again what later estimates have replaced", { tags: "slow" }, async () => {
  const number = house();
  const id = await add(number);
  for (const each of etas(40)) await store([told(number, each)]);
  const { links, events } = await digested(id);
  expect(links).toBe(40);
  expect(events).toBeLessThan(4);
  expect(await row(id)).toMatchObject({
    eta: new Date(at(20 - ((39 * 7) % 13))),
    first_eta: new Date(at(20)),
    heard_at: NOW,
  });
});

it("reads all again for an actual that came late, a correction, and an event that goes to another shipment", async () => {
  const [number, whole] = [house(), house()];
  const [id, wholeId] = [await add(number), await add(whole)];
  const given = etas(20);
  for (const each of given) await store([told(number, each)]);
  const first: EventGiven = { id: "ata", code: "ARRI", day: -57, received: -56.5, place: "DEHAM" };
  await store([told(number, first)]);
  await store([...given, first].map((each) => told(whole, each)));
  expect(await row(id)).toEqual(await row(wholeId));

  const corrected = { ...given.at(-1)!, day: 30, received: -5 };
  await store([told(number, corrected)]);
  await store([told(whole, corrected)]);
  expect(await row(id)).toEqual(await row(wholeId));

  const other = house();
  await add(other);
  const taken = (from: string) =>
    dcsa2({
      ...given[19]!,
      day: 30,
      received: -4,
      id: `${from}-eta-19`,
      references: [{ type: "FF", value: other }],
    });
  await store([taken(number)]);
  await store([taken(whole)]);
  expect(await row(id)).toMatchObject({ updated_at: new Date(at(-52)) });
  expect(await row(id)).toEqual(await row(wholeId));
});

it("counts the same in whatever parts and order the events come", { tags: "slow" }, async () => {
  const moments = { day: fc.integer({ min: -20, max: 20 }), received: fc.integer({ min: -30, max: -1 }) };
  const anyEvent = fc.record({
    ...moments,
    code: fc.constantFrom("DEPA", "ARRI", "ARRI", "GTOT"),
    classifier: fc.constantFrom(
      "EST" as const,
      "EST" as const,
      "EST" as const,
      "PLN" as const,
      "ACT" as const,
    ),
    sequence: fc.constantFrom(undefined, undefined, undefined, 1, 2),
    version: fc.constantFrom(0, 0, 0, 0, 1),
  });
  const examples: [(EventGiven & { version: number })[], number][] = [
    [etas(30).map((each) => ({ ...each, version: 0 })), 3],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEvent, { minLength: 12, maxLength: 40 }) as fc.Arbitrary<(typeof examples)[0][0]>,
      fc.integer({ min: 1, max: 12 }),
      async (given, size) => {
        const [parts, whole] = [house(), house()];
        const [partsId, wholeId] = [await add(parts), await add(whole)];
        const messages = (number: string) =>
          given.map(({ version, ...each }, index) =>
            told(number, {
              ...each,
              // Of two versions of one time, the one whose content has the greater digest counts, house number included.
              received: each.received! + version / (index + 2),
              // Nothing is quarantined, which would hide a correction.
              day: each.classifier === "ACT" ? Math.min(each.day, each.received!) : each.day,
              id: `e-${String(index - (index > 4 ? version * 4 : 0)).padStart(3, "0")}`,
              place: each.code === "ARRI" ? "DEHAM" : "CNSHA",
            }),
          );
        const split = messages(parts);
        for (let start = 0; start < split.length; start += size)
          await store(split.slice(start, start + size));
        await store(messages(whole));
        expect(await row(partsId)).toEqual(await row(wholeId));
      },
    ),
    { numRuns: draws(15), examples },
  );
});

it("loses nothing when imports of one shipment run at the same time", async () => {
  const [number, whole] = [house(), house()];
  const [id, wholeId] = [await add(number), await add(whole)];
  const given = [
    ...etas(60),
    { id: "atd", code: "DEPA", day: -45, received: -44, place: "CNSHA" },
    { ...eta(10, 25, -3) },
    { ...eta(59, 28, -2) },
  ];
  await store(etas(20).map((each) => told(number, each)));
  const parts = [0, 1, 2, 3].map((part) => given.filter((_, index) => index % 4 === part));
  await Promise.all(parts.map((part) => store(part.map((each) => told(number, each)))));
  await store(given.map((each) => told(whole, each)));
  expect(await row(id)).toEqual(await row(wholeId));
});
