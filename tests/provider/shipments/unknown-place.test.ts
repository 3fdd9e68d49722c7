import { afterAll, beforeAll, expect, it } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const departure = (house: string, eventDateTime: string, eventLocation: object) => ({
  eventID: `${house} ${eventDateTime} ${JSON.stringify(eventLocation)}`,
  eventRouting: { originatingParty: { partyCode: "HLC", codeListProvider: "SMDG", codeListName: "LCL" } },
  eventDateTime,
  eventUpdatedDateTime: eventDateTime,
  eventLocation,
  eventClassification: {
    eventTypeCode: "TRANSPORT",
    eventClassifierCode: "ACT",
    transportEventTypeCode: "DEPA",
  },
  shipmentDetails: { documentReference: { typeCode: "FF", reference: house } },
});

it.each([
  [
    "of an unknown code keeps its own offset",
    "2026-11-12T22:00:00-06:00",
    { UNLocationCode: "MXQQQ" },
    "-06:00",
  ],
  [
    "in UTC is in UTC",
    "2026-11-13T04:00:00Z",
    { UNLocationCode: "MXQQQ", locationName: "Somewhere" },
    "+00:00",
  ],
  [
    "of a known place has its zone",
    "2026-11-12T22:00:00-06:00",
    { UNLocationCode: "CNSHA" },
    "Asia/Shanghai",
  ],
])("an event %s", async (_, time, location, timeZone) => {
  const house = `UP-${timeZone}`;
  const id = await addShipment(world.db, world.own, {
    house_number: house,
    created_at: new Date("2026-10-01T00:00:00Z"),
  });
  const { rejected, quarantined } = await storeEvents(world.db, [departure(house, time, location)], {
    source: "TEST",
    sender: null,
    now: NOW,
  });
  expect([...rejected, ...quarantined]).toEqual([]);
  const { events } = await call(world, "shipment.detail", { id });
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ at: "2026-11-13 12:00:00", place: { timeZone } });
  // The list shows the same as the page.
  const { rows } = await call(world, "shipment.list", {});
  const row = rows.find((each: { id: string }) => each.id === id);
  expect(row.lastMilestone).toMatchObject({ at: "2026-11-13 12:00:00", place: events[0]!.place });
});
