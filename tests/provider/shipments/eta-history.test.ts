import { afterAll, beforeAll, expect, it } from "vitest";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { keepPastArrivals, pastArrival } from "#app/provider/shipments/past-arrival.ts";
import { addShipment, type Company, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2, type EventGiven } from "./journey.ts";

let world: World;
let open: string;
beforeAll(async () => {
  world = await makeWorld();
  await world.db
    .insertInto("carrier")
    .values({ code: "ZZET", name: "Punctual Line", mode: "OCEAN" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
afterAll(() => world.database.drop());

let serial = 0;
async function shipmentWith(company: Company, events: EventGiven[], given: object = {}): Promise<string> {
  const house_number = `FLET${++serial}`;
  const id = await addShipment(world.db, company, { house_number, carrier_code: "ZZET", ...given });
  const references = [{ type: "FF", value: house_number }];
  await storeEvents(
    world.db,
    events.map((event) => dcsa2({ place: "DEHAM", ...event, references })),
    { source: "TEST", now: NOW },
  );
  return id;
}

/** Arrived so many days ago, so many days after the ETA of twenty days before. */
const arrived = (company: Company, ago: number, late: number, given: object = {}) =>
  shipmentWith(
    company,
    [
      { code: "ARRI", classifier: "EST", day: -ago - late, received: -ago - 20 },
      // Said too late to count at any lead time.
      { code: "ARRI", classifier: "EST", day: -ago, received: -ago - 2 },
      { code: "ARRI", day: -ago },
    ],
    given,
  );
const laneOf = async (id: string, company = world.own) =>
  (await call(world, "shipment.etaHistory", { id }, { company })).lane;

it("tells each ETA with its source and when it was said, corrected ones too, and no repeats", async () => {
  open = await shipmentWith(world.own, [
    { code: "ARRI", classifier: "PLN", day: 10, received: -30 },
    { code: "ARRI", classifier: "EST", day: 12, received: -20, id: "eta-corrected" },
    { code: "ARRI", classifier: "EST", day: 12, received: -18 },
    { code: "ARRI", classifier: "EST", day: 15, received: -5 },
    { code: "ARRI", classifier: "EST", day: 3, received: -4, place: "SGSIN" },
    { code: "DEPA", day: -10, place: "CNSHA" },
  ]);
  await storeEvents(
    world.db,
    [
      {
        ...dcsa2({
          code: "ARRI",
          classifier: "EST",
          day: 14,
          received: -10,
          id: "eta-corrected",
          place: "DEHAM",
          references: [{ type: "FF", value: `FLET${serial}` }],
        }),
        eventUpdatedDateTime: at(-10),
      },
    ],
    { source: "TEST", now: NOW },
  );
  const { estimates } = await call(world, "shipment.etaHistory", { id: open });
  expect(
    estimates.map(({ at: eta, classifier }: { at: string; classifier: string }) => [
      eta.slice(0, 10),
      classifier,
    ]),
  ).toEqual([
    ["2026-11-30", "PLN"],
    ["2026-12-02", "EST"],
    ["2026-12-04", "EST"],
    ["2026-12-05", "EST"],
  ]);
  expect(estimates[0]).toEqual({
    at: "2026-11-30 12:00:00",
    classifier: "PLN",
    source: "TEST",
    saidAt: "2026-10-21 12:00:00",
  });
  expect(await laneOf(open)).toBeNull();
});

it("says how far the carrier's ETAs were off on the lane, from five arrivals on, of own shipments", async () => {
  for (const [index, late] of [3, -1, 0, 4].entries()) await arrived(world.own, 10 + index, late);
  expect(await laneOf(open)).toBeNull();
  await arrived(world.own, 20, 1);
  expect(await laneOf(open)).toEqual({
    carrierName: "Punctual Line",
    days: 180,
    leadDays: 14,
    arrivals: 5,
    fromDays: -1,
    toDays: 4,
  });
  const overdue = await shipmentWith(
    world.own,
    [{ code: "ARRI", classifier: "EST", day: -1, received: -9 }],
    {},
  );
  expect(await laneOf(overdue)).toBeNull();
});

it("leaves out other lanes, carriers and modes, what is too old, not arrived or had no ETA in time", async () => {
  await arrived(world.own, 20, 30, { port_of_departure: "CNNGB" });
  await arrived(world.own, 20, 30, { carrier_code: null });
  await arrived(world.own, 181, 30);
  await shipmentWith(world.own, [{ code: "ARRI", classifier: "EST", day: -3, received: -40 }]);
  await shipmentWith(world.own, [
    { code: "ARRI", classifier: "EST", day: -60, received: -35 },
    { code: "ARRI", day: -30 },
  ]);
  expect(await laneOf(open)).toMatchObject({ arrivals: 5, fromDays: -1, toDays: 4 });
});

it("counts other companies' arrivals only when there are three companies, and names none", async () => {
  const theirs = await shipmentWith(world.rival, [{ code: "ARRI", classifier: "EST", day: 9, received: -1 }]);
  await arrived(world.rival, 15, 9);
  expect(await laneOf(open)).toMatchObject({ arrivals: 5, toDays: 4 });
  expect(await laneOf(theirs, world.rival)).toBeNull();
  await arrived(world.forwarder, 16, 9);
  // With nine days to go, the ETA of seven days before counts, which is the same here.
  expect(await laneOf(theirs, world.rival)).toMatchObject({
    leadDays: 7,
    arrivals: 7,
    fromDays: -1,
    toDays: 9,
  });
  expect(await laneOf(open)).toMatchObject({ leadDays: 14, arrivals: 7 });
});

it("counts arrivals of before the product once, and those of others with as many companies only", async () => {
  const lane = { carrier_code: "ZZET", port_of_departure: "CNNGB" };
  const id = await shipmentWith(
    world.own,
    [{ code: "ARRI", classifier: "EST", day: 20, received: -1 }],
    lane,
  );
  const past = (reference: string, late: number, more: object = {}) =>
    pastArrival.parse({
      reference,
      carrierCode: "ZZET",
      mode: "OCEAN",
      portOfDeparture: "CNNGB",
      portOfArrival: "DEHAM",
      arrivedAt: new Date(at(-30)).toISOString(),
      etas: { 14: new Date(at(-30 - late)).toISOString() },
      ...more,
    });
  const own = [1, 2, 3, 4].map((late) => past(`P${late}`, late));
  await keepPastArrivals(world.db, world.own.id, [
    ...own,
    past("OLD", 50, { arrivedAt: new Date(at(-181)).toISOString() }),
    past("SOON", 50, { etas: { 7: new Date(at(-60)).toISOString() } }),
    // Of a shipment that is there itself.
    past(`FLET${serial}`, 50),
  ]);
  await keepPastArrivals(world.db, world.rival.id, [past("P1", 60)]);
  // The test before has one of 30 days on this lane.
  expect(await laneOf(id)).toMatchObject({ arrivals: 5, fromDays: 1, toDays: 30 });
  await keepPastArrivals(world.db, world.own.id, [past("P5", 5), ...own]);
  expect(await laneOf(id)).toMatchObject({ arrivals: 6, fromDays: 1, toDays: 30 });
  await keepPastArrivals(world.db, world.forwarder.id, [past("P1", 60)]);
  expect(await laneOf(id)).toMatchObject({ arrivals: 8, toDays: 60 });
});

it("is not there for another company", async () => {
  await expect(
    call(world, "shipment.etaHistory", { id: open }, { company: world.rival }),
  ).rejects.toMatchObject({
    code: CODE_NOT_FOUND,
  });
});
