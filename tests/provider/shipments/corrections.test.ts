import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { standingsAt } from "#app/provider/shipments/standing-at.ts";
import { draws } from "#tests/support/is-all.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (message: unknown, { now = NOW, sender = null as string | null } = {}) =>
  storeEvents(world.db, message, { source: sender ?? "TEST", sender, now });
const shown = async (id: string) =>
  (await call(world, "shipment.detail", { id })).events.map((event: { id: string; at: string }) => [
    event.id,
    event.at,
  ]);
const moved = (id: string) =>
  world.db
    .selectFrom("shipment")
    .select(["status", "etd", "atd", "eta", "ata", "vessel_imo", "updated_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
let serial = 0;
const house = () => `FLCORR${++serial}`;
const departure = (id: string, number: string, day: number, received: number) =>
  dcsa2({ id, code: "DEPA", day, received, place: "CNSHA", references: [{ type: "FF", value: number }] });

describe("the same id with a later time of its own", () => {
  it("corrects what the event said, and an earlier one changes nothing", async () => {
    const number = house();
    const id = await addShipment(world.db, world.own, {
      house_number: number,
      updated_at: new Date(at(-50)),
    });
    expect(await store([departure("c-1", number, -5, -4)])).toMatchObject({ accepted: 1, corrected: 0 });
    expect(await store([departure("c-1", number, -6, -3)])).toMatchObject({ accepted: 0, corrected: 1 });
    expect(await moved(id)).toMatchObject({ atd: new Date(at(-6)), updated_at: new Date(at(-3)) });
    expect(await store([departure("c-1", number, -7, -3.5)])).toMatchObject({ corrected: 0, repeated: 1 });
    expect(await store([departure("c-1", number, -6, -3)])).toMatchObject({ corrected: 0, repeated: 1 });
    expect(await moved(id)).toMatchObject({ atd: new Date(at(-6)) });
    expect(await shown(id)).toHaveLength(1);
  });

  it("counts by eventUpdatedDateTime in 3.0, where an event without it corrects nothing", async () => {
    const number = house();
    const id = await addShipment(world.db, world.own, { house_number: number });
    const event = (day: number, updated?: number) => ({
      eventID: "c3-1",
      eventDateTime: at(day),
      ...(updated === undefined ? {} : { eventUpdatedDateTime: at(updated) }),
      eventClassification: {
        eventTypeCode: "TRANSPORT",
        eventClassifierCode: "ACT",
        transportEventTypeCode: "DEPA",
      },
      eventLocation: { UNLocationCode: "CNSHA" },
      shipmentDetails: { documentReference: { typeCode: "FF", reference: number } },
    });
    expect(await store([event(-5)])).toMatchObject({ accepted: 1 });
    expect(await store([event(-6, -2)])).toMatchObject({ corrected: 1 });
    expect(await store([event(-7)])).toMatchObject({ repeated: 1 });
    expect(await store([event(-8, -3)])).toMatchObject({ repeated: 1 });
    expect(await moved(id)).toMatchObject({ atd: new Date(at(-6)) });
  });

  it("moves the event to the shipment that the correction names, and tells what was before", async () => {
    const [first, second] = [house(), house()];
    const wrong = await addShipment(world.db, world.own, {
      house_number: first,
      created_at: new Date(at(-50)),
    });
    const right = await addShipment(world.db, world.own, { house_number: second });
    await store([departure("c-2", first, -5, -4)], { now: new Date(at(-4)) });
    await store([departure("c-2", second, -5, -3)], { now: new Date(at(-3)) });
    expect(await moved(wrong)).toMatchObject({ status: "BOOKED", atd: null });
    expect(await moved(right)).toMatchObject({ status: "TRANSIT", atd: new Date(at(-5)) });
    expect(await shown(wrong)).toEqual([]);
    const [before] = await standingsAt(world.db, {
      companyId: world.own.id,
      moments: [new Date(at(-4.5)), new Date(at(-3.5)), new Date(at(-2))],
      ids: [wrong],
    }).then((standings) => standings.map(({ standings: at }) => at.map(({ status }) => status)));
    expect(before).toEqual(["BOOKED", "TRANSIT", "BOOKED"]);
    const kept = await world.db
      .selectFrom("event_replaced")
      .selectAll()
      .where("event_id", "=", "c-2")
      .execute();
    expect(kept).toMatchObject([{ shipment_ids: [wrong], occurred_at: new Date(at(-5)) }]);
  });

  it("waits in quarantine when it is doubtful, and does not bring back what was replaced", async () => {
    const number = house();
    const id = await addShipment(world.db, world.own, { house_number: number });
    await store([departure("c-4", number, -5, -4)]);
    const doubtful = { ...departure("c-4", number, -6, -3), transportEventTypeCode: "LEFT" };
    expect((await store([doubtful])).quarantined).toHaveLength(1);
    expect(await moved(id)).toMatchObject({ atd: new Date(at(-5)) });
    const waiting = () =>
      world.db.selectFrom("event_quarantine").select("id").where("event_id", "=", "c-4").execute();
    expect(await store([departure("c-4", number, -5, -4)])).toMatchObject({ repeated: 1 });
    expect(await waiting()).toHaveLength(1);
    expect(await store([departure("c-4", number, -7, -2)])).toMatchObject({ corrected: 1 });
    expect(await waiting()).toEqual([]);
    expect(await store([doubtful])).toMatchObject({ quarantined: [], repeated: 1 });
    expect(await waiting()).toEqual([]);
  });
});

describe("the same id from another sender", () => {
  it("is another event, which changes nothing of the first", async () => {
    const number = house();
    const id = await addShipment(world.db, world.own, { house_number: number });
    await store([departure("s-1", number, -5, -4)], { sender: "MAEU" });
    expect(await store([departure("s-1", number, -9, -3)], { sender: "MSCU" })).toMatchObject({
      accepted: 1,
    });
    expect(await store([departure("s-1", number, -8, -3.5)])).toMatchObject({ accepted: 1 });
    const rows = await world.db
      .selectFrom("event")
      .select(["event_id", "source", "sender"])
      .where("event_id", "like", "%s-1")
      .orderBy("event_id")
      .execute();
    expect(rows).toEqual([
      { event_id: "MAEU:s-1", source: "MAEU", sender: "MAEU" },
      { event_id: "MSCU:s-1", source: "MSCU", sender: "MSCU" },
      { event_id: "s-1", source: "TEST", sender: null },
    ]);
    expect(await shown(id)).toHaveLength(3);
  });

  it("cannot be taken by an id that reads as another sender's", async () => {
    const number = house();
    await addShipment(world.db, world.own, { house_number: number });
    expect(await store([departure("MAEU:s-2", number, -5, -4)])).toMatchObject({ accepted: 1 });
    expect(await store([departure("s-2", number, -6, -3)], { sender: "MAEU" })).toMatchObject({
      accepted: 1,
    });
    expect(await store([departure(":MAEU:s-2", number, -6, -3)])).toMatchObject({ accepted: 1 });
  });

  it("reports the id as it was sent", async () => {
    const { rejected, quarantined } = await store(
      [{ ...departure("s-3", house(), -5, -4), transportEventTypeCode: "LEFT" }, { eventID: "s-4" }],
      { sender: "MAEU" },
    );
    expect([quarantined[0]?.eventId, rejected[0]?.eventId]).toEqual(["s-3", "s-4"]);
  });
});

it("takes the same one of two contents that were made at the same time, whichever comes first", async () => {
  const number = house();
  await addShipment(world.db, world.own, { house_number: number });
  const both = [departure("t-1", number, -5, -4), departure("t-1", number, -6, -4)];
  for (const event of both) await store([event], { sender: "MAEU" });
  for (const event of both.reverse()) await store([event], { sender: "MSCU" });
  await store(both, { sender: "CMDU" });
  const rows = await world.db
    .selectFrom("event")
    .select("occurred_at")
    .distinct()
    .where("event_id", "like", "%:t-1")
    .execute();
  expect(rows).toHaveLength(1);
});

it("gives the same timeline for the same events and corrections in any order and any messages", async () => {
  const versions = (number: string) => [
    departure("p-1", number, -5, -4.5),
    departure("p-1", number, -6, -4),
    dcsa2({
      id: "p-2",
      code: "ARRI",
      classifier: "EST",
      day: 4,
      received: -3,
      place: "DEHAM",
      references: [{ type: "FF", value: number }],
    }),
    dcsa2({
      id: "p-2",
      code: "ARRI",
      classifier: "EST",
      day: 6,
      received: -2,
      place: "DEHAM",
      references: [{ type: "FF", value: number }],
    }),
    dcsa2({
      id: "p-3",
      code: "ARRI",
      day: -1,
      received: -0.5,
      place: "DEHAM",
      references: [{ type: "FF", value: number }],
    }),
    dcsa2({
      id: "p-3",
      code: "ARRI",
      classifier: "EST",
      day: 2,
      received: -0.4,
      place: "DEHAM",
      references: [{ type: "FF", value: number }],
    }),
    dcsa2({
      id: "p-4",
      code: "ARRI",
      classifier: "EST",
      day: 3,
      received: -0.3,
      place: "DEHAM",
      references: [{ type: "FF", value: number }],
    }),
  ];
  const count = versions("X").length;
  const order = fc.shuffledSubarray([...Array(count * 2).keys()], {
    minLength: count * 2,
    maxLength: count * 2,
  });
  let expected: unknown;
  await fc.assert(
    fc.asyncProperty(order, fc.integer({ min: 1, max: 5 }), async (indices, size) => {
      const number = house();
      const id = await addShipment(world.db, world.own, {
        house_number: number,
        updated_at: new Date(at(-50)),
      });
      const mine = versions(number).map((event) => ({ ...event, eventID: `${number}-${event.eventID}` }));
      for (let start = 0; start < indices.length; start += size)
        await store(indices.slice(start, start + size).map((index) => mine[index % count]));
      const row = [
        await moved(id),
        (await shown(id)).map(([event, time]: string[]) => [event!.slice(-3), time]),
      ];
      expected ??= row;
      expect(row).toEqual(expected);
    }),
    { numRuns: draws(20) },
  );
});
