import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventQuarantine, importEvents } from "#app/contract/event.ts";
import { makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const DAY_MS = 86_400_000;

let provider: TestProvider;
let staff: string;
let customer: string;
let house: string;
beforeAll(async () => {
  provider = await startProvider({ demo: true });
  const tokenOf = async (user_name: string) => {
    const { id } = await provider.db
      .selectFrom("app_user")
      .select("id")
      .where("user_name", "=", user_name)
      .executeTakeFirstOrThrow();
    return makeSession(provider.db, id);
  };
  staff = await tokenOf("desk");
  customer = await tokenOf("demo");
  const booked = await provider.db
    .selectFrom("shipment")
    .select(["house_number"])
    .where("status", "=", "BOOKED")
    .where("job_mode", "=", "OCEAN")
    .executeTakeFirstOrThrow();
  house = booked.house_number;
  await provider.db
    .updateTable("shipment")
    .set({ booking_at: new Date(at(-10)) })
    .where("house_number", "=", house)
    .execute();
});
afterAll(() => provider?.stop());

const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
let serial = 0;

/** An actual departure that would update the shipment if it were valid. */
function departure(changes: Record<string, unknown> = {}, call: Record<string, unknown> = {}) {
  serial += 1;
  return {
    eventID: `00000000-0000-4000-8000-${String(serial).padStart(12, "0")}`,
    eventCreatedDateTime: at(-1),
    eventType: "TRANSPORT",
    eventClassifierCode: "ACT",
    eventDateTime: at(-2),
    transportEventTypeCode: "DEPA",
    transportCall: {
      transportCallID: "c-1",
      UNLocationCode: "CNSHA",
      modeOfTransport: "VESSEL",
      transportCallSequenceNumber: 1,
      ...call,
    },
    references: [{ referenceType: "FF", referenceValue: house }],
    ...changes,
  };
}
const gate = (changes: Record<string, unknown> = {}) => {
  const { transportEventTypeCode: _, ...rest } = departure();
  return {
    ...rest,
    eventType: "EQUIPMENT",
    equipmentEventTypeCode: "GTIN",
    emptyIndicatorCode: "LADEN",
    equipmentReference: "CSQU3054383",
    ...changes,
  };
};
const paper = (changes: Record<string, unknown> = {}) => {
  const { transportEventTypeCode: _, transportCall: __, ...rest } = departure();
  return {
    ...rest,
    eventType: "SHIPMENT",
    shipmentEventTypeCode: "ISSU",
    documentID: "BL-1",
    documentTypeCode: "TRD",
    ...changes,
  };
};

const send = (events: unknown[]) => provider.call(importEvents, events, { token: staff });
const statusOf = async () =>
  (
    await provider.db
      .selectFrom("shipment")
      .select("status")
      .where("house_number", "=", house)
      .executeTakeFirstOrThrow()
  ).status;
const stored = async (event: { eventID: unknown }) =>
  provider.db.selectFrom("event").select("event_id").where("event_id", "=", String(event.eventID)).execute();

describe("what breaks the standard is refused with the path of the fault, and answered as a failure:", () => {
  test.each<[string, () => { eventID: unknown }, string]>([
    ["no call", () => departure({ transportCall: undefined }), "transportCall is missing"],
    [
      "no id of the call",
      () => departure({}, { transportCallID: undefined }),
      "transportCall.transportCallID is missing",
    ],
    [
      "no mode",
      () => departure({}, { modeOfTransport: undefined }),
      "transportCall.modeOfTransport is missing",
    ],
    [
      "a name that is too long",
      () => departure({}, { exportVoyageNumber: "x".repeat(51) }),
      "transportCall.exportVoyageNumber must NOT have more than 50 characters",
    ],
    [
      "a place that is too long",
      () => departure({}, { UNLocationCode: "CNSHANG" }),
      "transportCall.UNLocationCode must NOT have more than 5 characters",
    ],
    [
      "a number that is text",
      () => departure({}, { transportCallSequenceNumber: "1" }),
      "transportCall.transportCallSequenceNumber",
    ],
    [
      "a vessel without a number",
      () => departure({}, { vessel: { vesselName: "Ever" } }),
      "transportCall.vessel.vesselIMONumber is missing",
    ],
    [
      "a reason that is too long",
      () => departure({ delayReasonCode: "WEATHER" }),
      "delayReasonCode must NOT have more than 3 characters",
    ],
    [
      "a box that nobody knows to be full",
      () => gate({ emptyIndicatorCode: undefined }),
      "emptyIndicatorCode is missing",
    ],
    ["a paper without a number", () => paper({ documentID: undefined }), "documentID is missing"],
    [
      "a reference without a value",
      () => departure({ references: [{ referenceType: "FF" }] }),
      "references.0.referenceValue is missing",
    ],
    [
      "a time without an offset",
      () => departure({ eventDateTime: "2026-01-20T14:15:00" }),
      "eventDateTime is no date and time with an offset",
    ],
  ])("%s", async (_, make, reason) => {
    const event = make();
    const answer = await send([event]);
    expect([answer.status, answer.code]).toEqual([400, 400]);
    expect(answer.data).toMatchObject({
      accepted: 0,
      quarantined: [],
      rejected: [{ index: 0, reason: expect.stringContaining(reason) }],
    });
    expect(await stored(event)).toEqual([]);
    expect(await statusOf()).toBe("BOOKED");
  });
});

describe("a doubtful event is quarantined with its reason and changes nothing:", () => {
  test.each<[string, () => { eventID: unknown }, string]>([
    ["a departure of 2099", () => departure({ eventDateTime: "2099-01-01T00:00:00Z" }), "lies in the future"],
    [
      "a departure before the booking",
      () => departure({ eventDateTime: at(-100) }),
      "before the shipment was booked",
    ],
    [
      "a place of no country",
      () => departure({}, { UNLocationCode: "XYABC" }),
      "XYABC is no place of any country",
    ],
    [
      "a place that is none",
      () => departure({}, { UNLocationCode: "12345" }),
      "12345 is no place of any country",
    ],
    [
      "made in 1999",
      () => departure({ eventCreatedDateTime: "1999-01-01T00:00:00Z" }),
      "years before what it tells of",
    ],
    ["made in 2099", () => departure({ eventCreatedDateTime: "2099-01-01T00:00:00Z" }), "made in the future"],
    [
      "a code newer than the list",
      () => departure({ transportEventTypeCode: "WAYP" }),
      "transportEventTypeCode is none of ARRI, DEPA",
    ],
    [
      "a code of equipment",
      () => gate({ equipmentEventTypeCode: "WASH" }),
      "equipmentEventTypeCode is none of",
    ],
    ["a code of papers", () => paper({ shipmentEventTypeCode: "SIGN" }), "shipmentEventTypeCode is none of"],
    ["a kind of paper", () => paper({ documentTypeCode: "XXX" }), "documentTypeCode is none of"],
    ["a way of going", () => departure({}, { modeOfTransport: "DRONE" }), "modeOfTransport is none of"],
    ["a box with a wrong digit", () => gate({ equipmentReference: "CSQU3054384" }), "should end in 3"],
    [
      "an air waybill with a wrong digit",
      () => ({
        eventID: "air-1",
        eventCreatedDateTime: at(-1),
        airWaybillNumber: "176-12345676",
        houseNumber: house,
        statusCode: "DEP",
        eventClassifierCode: "ACT",
        eventDateTime: at(-2),
        station: "PVG",
      }),
      "should end in 5",
    ],
    [
      "a status of the air that is none",
      () => ({
        eventID: "air-2",
        eventCreatedDateTime: at(-1),
        airWaybillNumber: "176-12345675",
        houseNumber: house,
        statusCode: "QQQ",
        eventClassifierCode: "ACT",
        eventDateTime: at(-2),
        station: "PVG",
      }),
      "statusCode is no code that is known",
    ],
    [
      "a code of version 3.0",
      () => ({
        eventID: "v3-1",
        eventDateTime: at(-2),
        eventUpdatedDateTime: at(-1),
        eventClassification: {
          eventTypeCode: "TRANSPORT",
          eventClassifierCode: "ACT",
          transportEventTypeCode: "ABCD",
        },
        shipmentDetails: { documentReference: { typeCode: "FF", reference: house } },
      }),
      "transportEventTypeCode is no code that is known",
    ],
  ])("%s", async (_, make, reason) => {
    const event = make();
    const answer = await send([event]);
    expect([answer.status, answer.code]).toEqual([202, 400]);
    expect(answer.data).toMatchObject({
      accepted: 0,
      rejected: [],
      quarantined: [{ index: 0, reason: expect.stringContaining(reason) }],
    });
    expect(await stored(event)).toEqual([]);
    expect(await statusOf()).toBe("BOOKED");
    const waiting = await provider.call(eventQuarantine, { pageSize: 1 }, { token: staff });
    expect(waiting.data.rows[0]).toMatchObject({ eventId: event.eventID, payload: event, source: "desk" });
    expect(waiting.data.rows[0]?.reasons.join()).toContain(reason);
    const chinese = await provider.call(eventQuarantine, { pageSize: 1 }, { token: staff, language: "zh" });
    expect(chinese.data.rows[0]?.reasons.join()).toMatch(/\p{Script=Han}/u);
    expect(chinese.data.rows[0]?.reasons.join()).not.toContain("{");
  });
});

test("one that waits is counted once however often it comes, and is gone when it comes without the fault", async () => {
  const wrong = departure({}, { UNLocationCode: "XYABC" });
  const total = async () => (await provider.call(eventQuarantine, {}, { token: staff })).data.total;
  const before = await total();
  await send([wrong, wrong]);
  await send([wrong]);
  expect(await total()).toBe(before + 1);
  const sound = { ...wrong, transportCall: { ...wrong.transportCall, UNLocationCode: "CNSHA" } };
  const answer = await send([sound, departure({ delayReasonCode: "WEATHER" })]);
  expect([answer.status, answer.code, answer.data.accepted]).toEqual([200, 200, 1]);
  expect(await total()).toBe(before);
  expect(await statusOf()).toBe("TRANSIT");
});

test("staff alone see what waits", async () => {
  expect((await provider.call(eventQuarantine, {}, { token: customer })).code).toBe(403);
});
