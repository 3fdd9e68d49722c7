import { afterAll, beforeAll, expect, it } from "vitest";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { dcsa2, type EventGiven } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const legs = async (id: string, options = {}) =>
  (await call(world, "shipment.route", { id }, options)).legs.map(
    ({ from, to, mode, state, basis }: Record<string, string>) => `${from} ${to} ${mode} ${state} ${basis}`,
  );

async function shipmentWith(events: EventGiven[], given: Parameters<typeof addShipment>[2] = {}) {
  const house_number = `FLRT${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
  const id = await addShipment(world.db, world.own, { house_number, ...given });
  const references = [{ type: "FF", value: house_number }];
  if (events.length > 0)
    await storeEvents(
      world.db,
      events.map((event) => dcsa2({ ...event, references })),
      { source: "TEST", now: NOW },
    );
  return id;
}

it("gives the legs between the transhipments, with where the cargo is and the carriage by land around them", async () => {
  const id = await shipmentWith(
    [
      { code: "DEPA", day: -10, place: "CNSHA", sequence: 1 },
      { code: "ARRI", day: -5, place: "SGSIN", sequence: 2 },
      { code: "DEPA", day: -3, place: "SGSIN", sequence: 2 },
      { code: "ARRI", classifier: "EST", received: -3, day: 9, place: "DEHAM", sequence: 3 },
    ],
    { place_of_receipt: "CNSZH", port_of_final_arrival: "DEMUC" },
  );
  expect(await legs(id)).toEqual([
    "CNSZH CNSHA TRUCK done great-circle",
    "CNSHA SGSIN VESSEL done sea-lane",
    "SGSIN DEHAM VESSEL underWay sea-lane",
    "DEHAM DEMUC TRUCK open great-circle",
  ]);
  const route = await call(world, "shipment.route", { id }, { language: "zh" });
  expect(route.legs[2].progress).toBeCloseTo(0.25, 2);
  expect(route.legs.map(({ progress }: { progress: number | null }) => progress === null)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  for (const { distanceKm, line, from } of route.legs) {
    const stop = route.stops.find(({ code }: { code: string }) => code === from);
    expect(distanceKm).toBeGreaterThan(50);
    expect(line[0]).toEqual([stop.longitude, stop.latitude]);
  }
  expect(route.stops.map(({ name }: { name: string }) => name)).toEqual([
    "苏州",
    "上海",
    "新加坡",
    "汉堡",
    "慕尼黑",
  ]);
});

it("goes from port to port where nothing was reported, and lies behind when it is completed", async () => {
  expect(await legs(await shipmentWith([]))).toEqual(["CNSHA DEHAM VESSEL open sea-lane"]);
  const air = {
    job_mode: "AIR",
    port_of_departure: "PVG",
    port_of_arrival: "FRA",
    status: "COMPLETED",
  } as const;
  expect(await legs(await shipmentWith([], air))).toEqual(["PVG FRA AIR done great-circle"]);
});

it("takes a leg as done whose arrival was never reported, once the next has begun", async () => {
  const id = await shipmentWith([
    { code: "DEPA", day: -10, place: "CNSHA", sequence: 1 },
    { code: "DEPA", day: -3, place: "SGSIN", sequence: 2 },
  ]);
  expect(await legs(id)).toEqual([
    "CNSHA SGSIN VESSEL done sea-lane",
    "SGSIN DEHAM VESSEL underWay sea-lane",
  ]);
});

it("says no distance where a position is not known, and still names the places", async () => {
  await world.db
    .insertInto("place")
    .values({ code: "XXNOW", kind: "PORT", name: "Nowhere", name_zh: "无", country_code: "XX" })
    .execute();
  const id = await shipmentWith([], { port_of_arrival: "XXNOW" });
  const route = await call(world, "shipment.route", { id });
  expect(route.legs).toMatchObject([{ distanceKm: null, line: [] }]);
  expect(route.stops[1]).toMatchObject({ name: "Nowhere", latitude: null });
});

it("is not there for another company, and is for the forwarder", async () => {
  const id = await shipmentWith([]);
  const refused = await call(world, "shipment.route", { id }, { company: world.rival }).catch(
    (error) => error,
  );
  expect(refused).toMatchObject({ code: CODE_NOT_FOUND });
  expect(await legs(id, { company: world.forwarder })).toHaveLength(1);
});
