import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (message: unknown) => storeEvents(world.db, message, { source: "TEST", now: NOW });
let serial = 0;
async function shipment() {
  const house = `FLDRAFT${++serial}`;
  return {
    id: await addShipment(world.db, world.own, { house_number: house, carrier_booking_number: house }),
    house,
  };
}
const events = async (id: string) => (await call(world, "shipment.detail", { id })).events;
const HLC = { partyCode: "HLC", codeListProvider: "SMDG", codeListName: "LCL" };

/** A departure in the words of DCSA's drafts of 2026. */
const inWords = (house: string, classification: object = {}, more: object = {}) => ({
  eventID: `draft-${++serial}`,
  eventRouting: { originatingParties: [HLC] },
  eventDateTime: at(-5),
  eventUpdatedDateTime: at(-4),
  eventLocation: { UNLocationCode: "CNSHA", facilityType: "PORT_TERMINAL" },
  eventClassification: {
    eventType: "TRANSPORT",
    eventClassifier: "ACTUAL",
    transportEventType: "DEPARTED",
    ...classification,
  },
  shipmentDetails: { documentReference: { type: "BOOKING", reference: house } },
  transportDetails: { transportCall: { transportCallSequenceNumber: 1, modeOfTransport: "VESSEL" } },
  ...more,
});

describe("an event of 3.0 in words", () => {
  it("moves the shipment as one in codes does, and belongs to the same party", async () => {
    const { id, house } = await shipment();
    const event = inWords(house);
    expect(await store({ events: [event] })).toMatchObject({ accepted: 1, unmatched: 0, rejected: [] });
    expect(await events(id)).toMatchObject([
      { code: "DEPA", classifier: "ACT", source: "HLC", mode: "VESSEL" },
    ]);
    expect(
      await store([{ ...event, eventRouting: { originatingParty: HLC }, isRetracted: true }]),
    ).toMatchObject({
      retracted: 1,
    });
    expect(await events(id)).toEqual([]);
  });

  it.each([
    ["ESTIMATED", { eventClassifier: "ESTIMATED" }, ["DEPA", "EST"]],
    ["PLANNED", { eventClassifier: "PLANNED" }, ["DEPA", "PLN"]],
    ["ARRIVED", { transportEventType: "ARRIVED" }, ["ARRI", "ACT"]],
    ["APPROACHING", { transportEventType: "APPROACHING" }, ["APPROACHING", "ACT"]],
    [
      "GATED_IN",
      { eventType: "EQUIPMENT", transportEventType: undefined, equipmentEventType: "GATED_IN" },
      ["GTIN", "ACT"],
    ],
    [
      "CUSTOMS_SELECTED_FOR_INSPECTION",
      {
        eventType: "EQUIPMENT",
        transportEventType: undefined,
        equipmentEventType: "CUSTOMS_SELECTED_FOR_INSPECTION",
      },
      ["CUSI", "ACT"],
    ],
    [
      "CANCELLATION_CONFIRMED",
      { eventType: "SHIPMENT", transportEventType: undefined, shipmentEventType: "CANCELLATION_CONFIRMED" },
      ["CACF", "ACT"],
    ],
  ])("reads %s", async (_, classification, [code, classifier]) => {
    const { id, house } = await shipment();
    expect(await store([inWords(house, classification)])).toMatchObject({ accepted: 1, quarantined: [] });
    expect(await events(id)).toMatchObject([{ code, classifier }]);
  });

  it("reads whether a container is empty, and the bill that is a TRANSPORT_DOCUMENT", async () => {
    const { id, house } = await shipment();
    await world.db.updateTable("shipment").set({ master_number: house }).where("id", "=", id).execute();
    const { indexReferences } = await import("#app/provider/shipments/reference.ts");
    await indexReferences(world.db, [id]);
    const report = await store([
      inWords(
        house,
        { eventType: "EQUIPMENT", transportEventType: undefined, equipmentEventType: "GATED_IN" },
        {
          shipmentDetails: {
            additionalDocumentReferences: [
              { type: "TRANSPORT_DOCUMENT", reference: house },
              { type: "INVOICE", reference: "1" },
            ],
          },
          equipmentDetails: { equipmentReference: "MSKU6011672", emptyIndicator: "LADEN" },
        },
      ),
    ]);
    expect(report).toMatchObject({ accepted: 1, unmatched: 0 });
    expect(await events(id)).toMatchObject([{ emptyIndicator: "LADEN", containerNumber: "MSKU6011672" }]);
  });

  it.each([
    [
      "a classifier that is none",
      { eventClassifier: "MAYBE" },
      "rejected",
      "eventClassification.eventClassifier is none of ACTUAL, ESTIMATED, PLANNED",
    ],
    [
      "a word that may be newer",
      { transportEventType: "BERTHED" },
      "quarantined",
      "eventClassification.transportEventType is no word that is known",
    ],
    [
      "no word for what happened",
      { transportEventType: undefined },
      "rejected",
      "eventClassification.transportEventTypeCode is missing",
    ],
  ] as const)("names the field of %s", async (_, classification, list, reason) => {
    const { house } = await shipment();
    const report = await store([inWords(house, classification)]);
    expect(report[list]).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });
});

describe("reasons of 3.0", () => {
  const late = (house: string, transportDetails: object, more: object = {}) =>
    inWords(
      house,
      {},
      {
        eventClassification: {
          eventTypeCode: "TRANSPORT",
          eventClassifierCode: "EST",
          transportEventTypeCode: "ARRI",
        },
        shipmentDetails: { documentReference: { typeCode: "BKG", reference: house } },
        transportDetails,
        ...more,
      },
    );

  it.each([
    ["codes and a remark", { delayReasonCodes: ["WEA"], changeRemark: "Storm" }, {}, "WEA", "Storm"],
    ["several codes", { delayReasonCodes: ["WEA", "CGS"], changeRemark: "Storm" }, {}, "WEA", "CGS · Storm"],
    ["the name of the drafts since", { delayReasons: ["WEA"] }, { reason: "Storm" }, "WEA", "Storm"],
    ["no code", {}, { reason: "Storm" }, null, "Storm"],
  ])("are kept of %s", async (_, transport, more, reasonCode, remark) => {
    const { id, house } = await shipment();
    expect(await store([late(house, transport, more)])).toMatchObject({ accepted: 1 });
    expect(await events(id)).toMatchObject([{ reasonCode, remark }]);
    const { rows } = await call(world, "shipment.list", { page: 1, pageSize: 5, keyword: house });
    expect(rows).toMatchObject([{ reportedReason: { code: reasonCode, remark } }]);
  });
});
