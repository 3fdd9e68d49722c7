import { afterAll, beforeAll, expect, test } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at } from "./journey.ts";

// How carriers write Track & Trace 2.2, after their public interfaces; the values are made up.
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (message: unknown) => storeEvents(world.db, message, { source: "TEST", now: NOW });
let serial = 0;
async function shipment() {
  const house = `FLDIALECT${++serial}`;
  const id = await addShipment(world.db, world.own, { house_number: house, carrier_booking_number: house });
  return { id, house };
}
const detail = (id: string) => call(world, "shipment.detail", { id });
const booking = (house: string) => [{ documentReferenceType: "BKG", documentReferenceValue: house }];

/** As MSC writes it: other capitals, and null for what is not there. */
const msc = (house: string) => ({
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: "LOAD",
  equipmentReference: "MSCU5956818",
  ISOEquipmentCode: "4310",
  emptyIndicatorCode: "LADEN",
  transportCall: {
    transportCallID: "CNSHA1",
    carrierServiceCode: null,
    exportVoyageNumber: "UK244A",
    importVoyageNumber: null,
    unLocationCode: "CNSHA",
    facilityCode: null,
    facilityCodeListProvider: null,
    facilityTypeCode: "POTE",
    otherFacility: null,
    modeOfTransport: "VESSEL",
    vessel: { vesselIMONumber: "9321483", vesselName: "NAVARINO", vesselFlag: null },
  },
  documentReferences: booking(house),
  eventLocation: { locationName: "SHANGHAI", unLocationCode: "CNSHA", facilityCode: null },
  description: "Export Loaded on Vessel",
  eventId: `msc-${house}`,
  eventDateTime: at(-5),
  eventClassifierCode: "ACT",
  eventCreatedDateTime: at(-5),
  references: [],
});

/** As Hapag-Lloyd writes it: no id, and a barge of which no number is known. */
const hapag = (house: string, more: object = {}) => ({
  eventCreatedDateTime: at(-4),
  eventType: "TRANSPORT",
  eventClassifierCode: "PLN",
  eventDateTime: at(2),
  transportEventTypeCode: "DEPA",
  documentReferences: booking(house),
  transportCall: {
    transportCallId: "dfdf5cf6",
    modeOfTransport: "VESSEL",
    UNLocationCode: "CNSHA",
    facilityTypeCode: "POTE",
    location: { UNLocationCode: "CNSHA", locationName: "SHANGHAI" },
    vessel: { vesselName: "IDA RAMBOW", vesselIMONumber: null },
    importVoyageNumber: null,
    exportVoyageNumber: "UNIF 54",
  },
  ...more,
});

test("null is what is not there, and names are read whatever their capitals", async () => {
  const { id, house } = await shipment();
  expect(await store([msc(house)])).toMatchObject({ accepted: 1, rejected: [], quarantined: [] });
  expect(await store([msc(house)])).toMatchObject({ accepted: 0, repeated: 1 });
  const { events } = await detail(id);
  expect(events).toMatchObject([{ code: "LOAD", classifier: "ACT", place: { code: "CNSHA" } }]);
});

test("an event without an id is the same one however often it is polled, and another when it says another thing", async () => {
  const { id, house } = await shipment();
  expect(await store([hapag(house)])).toMatchObject({ accepted: 1, rejected: [], quarantined: [] });
  await store([hapag(house, { eventCreatedDateTime: at(-3) })]);
  expect((await detail(id)).events).toHaveLength(1);
  expect(await store([hapag(house, { eventDateTime: at(3), eventCreatedDateTime: at(-3) })])).toMatchObject({
    accepted: 1,
  });
  expect((await detail(id)).events).toContainEqual(
    expect.objectContaining({ code: "DEPA", classifier: "PLN" }),
  );
});

test("what the standard requires is not made up: empty is missing, and a vessel without any number is refused", async () => {
  const { house } = await shipment();
  const reason = async (event: object) => (await store([event])).rejected[0]?.reason;
  expect(await reason({ ...hapag(house), eventDateTime: "" })).toContain("eventDateTime is missing");
  expect(await reason({ ...hapag(house), transportEventTypeCode: null })).toContain("transportEventTypeCode");
  const { transportCall } = hapag(house);
  const named = { ...transportCall, vessel: { vesselName: "IDA RAMBOW" } };
  expect(await reason({ ...hapag(house), transportCall: named })).toContain("vesselIMONumber is missing");
});
