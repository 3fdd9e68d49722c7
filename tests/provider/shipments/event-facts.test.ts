import { afterAll, beforeAll, expect, it } from "vitest";
import { readEvents } from "#app/provider/shipments/recompute.ts";
import { addShipment, makeWorld, type World } from "./fixture.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const bare = {
  vocabulary: "DCSA" as const,
  event_type: "TRANSPORT",
  code: "ARRI",
  classifier: "EST" as const,
  source: "MAEU",
  payload: JSON.stringify({}),
  occurred_at: new Date("2026-12-05T09:30:00.123Z"),
  received_at: new Date("1969-12-31T23:59:59.999Z"),
  stored_at: new Date("2026-11-23T00:00:00Z"),
};

async function readBack(id: string, columns: object) {
  const shipmentId = await addShipment(world.db, world.own, { house_number: id });
  await world.db
    .insertInto("event")
    .values({ event_id: id, ...bare, ...columns })
    .execute();
  await world.db.insertInto("event_shipment").values({ event_id: id, shipment_id: shipmentId }).execute();
  return { shipmentId, read: await readEvents(world.db, [shipmentId]) };
}

it("reads an event as its columns say it, of which most may be null", async () => {
  const { shipmentId, read } = await readBack("facts-1", {});
  expect(read).toEqual([
    {
      shipmentId,
      id: "facts-1",
      vocabulary: "DCSA",
      code: "ARRI",
      classifier: "EST",
      source: "MAEU",
      at: bare.occurred_at,
      receivedAt: bare.received_at,
      storedAt: bare.stored_at,
      isDayOnly: false,
      placeCode: null,
      sequence: null,
      emptyIndicator: null,
      mode: null,
      containerNumber: null,
      transport: null,
      reasonCode: null,
      remark: null,
      pieces: null,
      totalPieces: null,
      vesselImo: null,
      voyage: null,
    },
  ]);
});

it("reads all of them, empty texts and foreign characters too", async () => {
  const { read } = await readBack("facts-2", {
    is_day_only: true,
    place_code: "DEHAM",
    sequence: 0,
    empty_indicator: "LADEN",
    mode: "VESSEL",
    container_number: "MSKU1234565",
    transport: "",
    reason_code: 'a"b\\c',
    remark: "延误\n\t'罢工' 🚢",
    pieces: 3,
    total_pieces: 0,
    payload: JSON.stringify({
      transportCall: { exportVoyageNumber: "001W", vessel: { vesselIMONumber: "9321483" } },
    }),
  });
  expect(read).toMatchObject([
    {
      isDayOnly: true,
      placeCode: "DEHAM",
      sequence: 0,
      emptyIndicator: "LADEN",
      mode: "VESSEL",
      containerNumber: "MSKU1234565",
      transport: "",
      reasonCode: 'a"b\\c',
      remark: "延误\n\t'罢工' 🚢",
      pieces: 3,
      totalPieces: 0,
      vesselImo: "9321483",
      voyage: "001W",
    },
  ]);
});

it("is not misled by the characters that separate facts", async () => {
  const { read } = await readBack("facts-3", {
    transport: "\x1e",
    remark: "a\x1fb\x1dc",
    reason_code: "\x1d",
  });
  expect(read).toMatchObject([
    { id: "facts-3", transport: " ", remark: "a b c", reasonCode: " ", pieces: null },
  ]);
});

it("reads vessel and voyage of a 3.0 event", async () => {
  const transportCall = {
    vesselTransport: { vesselIMONumber: "9321483" },
    exportVoyageNumberOrReference: { carrierVoyageNumber: "002E" },
  };
  const { read } = await readBack("facts-4", {
    payload: JSON.stringify({ transportDetails: { transportCall } }),
  });
  expect(read).toMatchObject([{ vesselImo: "9321483", voyage: "002E" }]);
});
