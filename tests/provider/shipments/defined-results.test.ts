import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instantToWire } from "#app/lib/date-time.ts";
import { chainOf, containerNumbersOf } from "#app/lib/shipment-chain.ts";
import { attachWaitingEvents, storeEvents } from "#app/provider/shipments/event-store.ts";
import { draws } from "#tests/support/is-all.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (events: unknown[]) => storeEvents(world.db, events, { source: "TEST", now: NOW });
const row = (id: string) =>
  world.db
    .selectFrom("shipment")
    .select([
      "status",
      "vessel_imo",
      "voyage",
      "atd",
      "delivery_at",
      "etd",
      "moved_containers",
      "last_milestone",
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
async function chain(id: string) {
  const found = await call(world, "shipment.detail", { id });
  return chainOf({ events: found.events, containerNumbers: containerNumbersOf(found) }, NOW);
}
let serial = 0;
const next = (prefix: string) => `${prefix}${++serial}`;

describe("a vessel that changes after loading", () => {
  it("is shown by the last actual, and the first one stays in the events of the milestone", async () => {
    const bill = next("VESSELBILL");
    const box = "CSQU3054383";
    const id = await addShipment(world.db, world.own, { master_number: bill, containers: [box] });
    const references = [{ type: "TRD", value: bill }];
    const [planned, actual] = [
      { imo: "9321483", name: "Planned" },
      { imo: "9074729", name: "Actual" },
    ];
    const call1 = { place: "CNSHA", sequence: 1, references };
    const events = [
      dcsa2({ ...call1, code: "LOAD", day: -6, container: box, vessel: planned, voyage: "001E" }),
      dcsa2({
        ...call1,
        code: "DEPA",
        classifier: "PLN",
        day: -5,
        received: -9,
        vessel: planned,
        voyage: "001E",
      }),
      dcsa2({ ...call1, code: "LOAD", day: -4, container: box, vessel: actual, voyage: "202W" }),
      dcsa2({ ...call1, code: "DEPA", day: -3, vessel: actual, voyage: "202W" }),
    ];
    await store(events.toReversed());
    expect(await row(id)).toMatchObject({ vessel_imo: "9074729", voyage: "202W", atd: new Date(at(-3)) });
    const { milestones } = await chain(id);
    const load = milestones.find(({ kind }) => kind === "LOAD")!;
    expect(load.actual?.at).toEqual(new Date(at(-4)));
    expect(load.events.map(({ transport }) => transport)).toEqual(["Planned / 001E", "Actual / 202W"]);
  });
});

describe("an order over two containers", () => {
  it("is known by container: a milestone counts those that have reached it, and is reached with the last", async () => {
    const bill = next("TWOBOXES");
    const boxes = ["CSQU3054383", "MWCU6059784"];
    const id = await addShipment(world.db, world.own, {
      master_number: bill,
      containers: boxes,
      orders: [{ po: "PO-OVER-TWO", sku: "S1" }],
    });
    const references = [{ type: "TRD", value: bill }];
    const out = (container: string, day: number) =>
      dcsa2({ code: "GTOT", empty: "LADEN", day, place: "DEHAM", container, references });
    await store([
      dcsa2({ code: "DEPA", day: -20, place: "CNSHA", references }),
      dcsa2({ code: "ARRI", day: -5, place: "DEHAM", references }),
      out(boxes[0]!, -3),
    ]);
    const gate = async () => (await chain(id)).milestones.find(({ kind }) => kind === "GTOT_LADEN");
    expect(await gate()).toMatchObject({ count: { done: 1, total: 2 }, actual: null });
    expect(await row(id)).toMatchObject({ status: "TRANSIT", delivery_at: null });
    await store([out(boxes[1]!, -1)]);
    expect(await gate()).toMatchObject({ count: { done: 2, total: 2 } });
    expect(await row(id)).toMatchObject({ status: "COMPLETED", delivery_at: new Date(at(-1)) });
  });
});

it("an estimate that was made after the actual is kept and changes nothing", async () => {
  const house = next("FLEST");
  const id = await addShipment(world.db, world.own, { house_number: house });
  const references = [{ type: "FF", value: house }];
  const departure = { code: "DEPA", place: "CNSHA", references };
  const events = [
    dcsa2({ ...departure, day: -5, received: -4.9 }),
    dcsa2({ ...departure, classifier: "EST", day: -2, received: -4.8, id: next("late-estimate") }),
  ];
  await store(events.toReversed());
  expect(await row(id)).toMatchObject({ atd: new Date(at(-5)), etd: null });
  const [milestone] = (await chain(id)).milestones;
  expect(milestone!.ignoredEventIds).toEqual([events[1]!.eventID]);
});

it("of shipments that use one container in turn, each gets the same events in whatever order shipments and events come", async () => {
  const box = "APZU4812090";
  let expected: unknown;
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(order, fc.boolean(), async (indices, isLate) => {
      await world.db.deleteFrom("event").execute();
      await world.db.deleteFrom("shipment").execute();
      const add = async (house_number: string, day: number) => {
        const id = await addShipment(world.db, world.own, {
          house_number,
          containers: [box],
          booking_at: new Date(at(day)),
        });
        await attachWaitingEvents(world.db, [id], NOW);
      };
      const events = [-95, -80, -35, -20].map((day, index) =>
        dcsa2({ id: `turn-${index}`, code: "GTIN", empty: "LADEN", day, place: "CNSHA", container: box }),
      );
      await add("FLTURN1", -100);
      if (!isLate) await add("FLTURN2", -40);
      for (const index of indices) await store([events[index]]);
      if (isLate) await add("FLTURN2", -40);
      const links = await world.db
        .selectFrom("event_shipment")
        .innerJoin("shipment", "shipment.id", "shipment_id")
        .select(["house_number", "event_id"])
        .orderBy("event_id")
        .execute();
      expected ??= links;
      expect(links).toEqual(expected);
    }),
    {
      numRuns: draws(12),
      examples: [
        [[0, 1, 2, 3], true],
        [[3, 2, 1, 0], false],
      ],
    },
  );
  expect(expected).toEqual([
    { house_number: "FLTURN1", event_id: "turn-0" },
    { house_number: "FLTURN1", event_id: "turn-1" },
    { house_number: "FLTURN2", event_id: "turn-2" },
    { house_number: "FLTURN2", event_id: "turn-3" },
  ]);
});

describe("a container that moves to another booking", () => {
  const box = "MSKU6011672";
  const about = (prefix: string, second: string) => [
    dcsa2({ id: `${prefix}-1`, code: "GTIN", empty: "LADEN", day: -20, place: "CNSHA", container: box }),
    dcsa2({
      id: `${prefix}-2`,
      code: "GTIN",
      empty: "LADEN" as const,
      day: -15,
      place: "CNNGB",
      container: box,
      references: [{ type: "BKG", value: second }],
    }),
    dcsa2({ id: `${prefix}-3`, code: "LOAD", day: -14, place: "CNNGB", container: box }),
    dcsa2({ id: `${prefix}-4`, code: "DISC", day: -1, place: "DEHAM", container: box }),
  ];
  async function bookings(containers = [box]) {
    await world.db.deleteFrom("event").execute();
    await world.db.deleteFrom("shipment").execute();
    const given = { booking_at: new Date(at(-30)) };
    const first = await addShipment(world.db, world.own, {
      ...given,
      booking_number: next("FIRSTBKG"),
      containers,
    });
    const second = next("SECONDBKG");
    return {
      first,
      second: await addShipment(world.db, world.own, { ...given, booking_number: second }),
      number: second,
    };
  }
  const ofShipment = async (id: string) =>
    (await call(world, "shipment.detail", { id })).events.map(({ id: event }: { id: string }) =>
      event.slice(-1),
    );

  it("takes its later events there, and the earlier ones stay in the old booking, in any order of the events", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 1, 2], { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (order, size) => {
          const { first, second, number } = await bookings();
          const events = about("move", number);
          for (let start = 0; start < order.length; start += size)
            await store(order.slice(start, start + size).map((index) => events[index]));
          expect(await ofShipment(first)).toEqual(["1"]);
          expect(await ofShipment(second)).toEqual(["2", "3", "4"]);
        },
      ),
      { numRuns: draws(12), examples: [[[3, 2, 1, 0, 1, 2], 1]] },
    );
  });

  it("is counted in the old shipment no more: list, detail and strangers say the same, and the detail says where it is", async () => {
    const { first, second, number } = await bookings([box, "CSQU3054383", "APZU4812090"]);
    const out = (container: string, day: number) =>
      dcsa2({ code: "GTIN", empty: "LADEN", day, place: "CNSHA", container });
    const [before, ...after] = about("count", number);
    await store([before!, out("CSQU3054383", -19)]);
    const gate = async () => (await chain(first)).milestones.find(({ kind }) => kind === "GTIN_LADEN");
    expect(await gate()).toMatchObject({ count: { done: 2, total: 3 }, actual: null });
    await store(after);
    expect(await gate()).toMatchObject({ count: { done: 1, total: 2 }, actual: null });
    await store([out("APZU4812090", -18)]);
    expect(await gate()).toMatchObject({ count: { done: 2, total: 2 } });
    expect(await row(first)).toMatchObject({
      moved_containers: [box],
      last_milestone: { kind: "GTIN_LADEN", at: new Date(at(-18)).toISOString() },
    });
    const { containers, events } = await call(world, "shipment.detail", { id: first });
    expect(containers[0]).toMatchObject({
      containerNumber: box,
      moved: { at: instantToWire(new Date(at(-15))), shipment: { id: second } },
    });
    expect(containers.slice(1).map(({ moved }: { moved: unknown }) => moved)).toEqual([null, null]);
    expect(events.filter(({ hasMoved }: { hasMoved?: boolean }) => hasMoved)).toHaveLength(1);
    const listed = await call(world, "shipment.list", { page: 1, pageSize: 10 });
    const line = listed.rows.find(({ id }: { id: string }) => id === first);
    expect(line.containerNumbers).toEqual(["CSQU3054383", "APZU4812090"]);
    const freeTime = await call(world, "shipment.freeTime", { id: first });
    expect(
      freeTime.containers.map(({ containerNumber }: { containerNumber: string }) => containerNumber),
    ).toEqual(["CSQU3054383", "APZU4812090"]);

    await store([{ ...after[0], eventCreatedDateTime: at(-0.5), documentReferences: [] }]);
    expect(await row(first)).toMatchObject({ moved_containers: [] });
    expect(await gate()).toMatchObject({ count: { total: 3 } });
  });

  it("whose journey had ended is used again: the old shipment still counts it", async () => {
    const { first, number } = await bookings();
    const [before, named] = about("again", number);
    await store([before!, dcsa2({ code: "DISC", day: -16, place: "DEHAM", container: box }), named!]);
    expect(await row(first)).toMatchObject({ moved_containers: [] });
  });

  it("goes back with all its events when the event that moved it is corrected", async () => {
    const { first, second, number } = await bookings();
    const events = about("back", number);
    await store(events);
    expect(await ofShipment(second)).toEqual(["2", "3", "4"]);
    await store([{ ...events[1], eventCreatedDateTime: at(-0.5), documentReferences: [] }]);
    expect(await ofShipment(first)).toEqual(["1", "2", "3", "4"]);
    expect(await ofShipment(second)).toEqual([]);
  });
});
