import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { importAirStatus } from "#app/contract/air-status.ts";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import { type ImportReport, importEvents } from "#app/contract/event.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { chainOf } from "#app/lib/shipment-chain.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
let provider: TestProvider;
let staff: Somebody;
let dana: Somebody;
let key: string;
beforeAll(async () => {
  provider = await startProvider({ now: () => NOW });
  staff = await desk(provider);
  dana = await customer(provider, []);
  key = (await provider.call(carrierKeyMake, { carrierCode: "LH" }, { token: staff.token })).data.key;
});
afterAll(() => provider?.stop());

let serial = 0;
/** A new air waybill with a right check digit, and its shipment from Shanghai to Frankfurt. */
async function shipment() {
  const digits = String(1_000_000 + ++serial);
  const waybill = `020-${digits}${Number(digits) % 7}`;
  const { id } = await makeShipment(provider.db, dana.companyId, {
    house_number: `FLAIRST${serial}`,
    master_number: waybill,
    job_mode: "AIR",
    service_type: "ATA",
    port_of_departure: "PVG",
    port_of_arrival: "FRA",
    booking_at: new Date("2026-11-01T00:00:00Z"),
  });
  return { id, waybill };
}
const send = async (...statuses: object[]) =>
  provider.call(importAirStatus, { statuses }, { headers: { "x-api-key": key } });
const row = (id: string) =>
  provider.db
    .selectFrom("shipment")
    .select(["status", "atd", "ata", "delivery_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const departed = (waybill: string, more: object = {}) => ({
  statusCode: "DEP",
  airWaybillNumber: waybill,
  airport: "PVG",
  flight: "LH8401",
  day: "14NOV",
  time: "1345",
  ...more,
});

describe("statuses of an air waybill", () => {
  it("move its shipment, at the time of the airport's clock and in the year of the receipt", async () => {
    const { id, waybill } = await shipment();
    const report = await send(
      { statusCode: "RCS", airWaybillNumber: waybill, airport: "PVG", day: "13NOV", time: "0900" },
      departed(waybill),
      departed(waybill, { statusCode: "ARR", airport: "FRA", day: "14NOV", time: "1820" }),
    );
    expect(report.data).toMatchObject({ accepted: 3, unmatched: 0, rejected: [], quarantined: [] });
    expect(await row(id)).toMatchObject({
      status: "TRANSIT",
      atd: new Date("2026-11-14T05:45:00Z"),
      ata: new Date("2026-11-14T17:20:00Z"),
    });
    expect((await send(departed(waybill))).data).toMatchObject({ accepted: 0, repeated: 1 });
    await send({ statusCode: "DLV", airWaybillNumber: waybill, airport: "FRA", day: "16NOV", time: "1000" });
    expect(await row(id)).toMatchObject({ status: "COMPLETED" });
  });

  it("of a part reach a milestone when all pieces have one", async () => {
    const { id, waybill } = await shipment();
    const part = (pieces: number, flight: string, day: string) =>
      departed(waybill, { pieces, totalPieces: 10, flight, day });
    await send(part(3, "LH8401", "14NOV"), part(3, "LH8401", "14NOV"));
    // A part is under way, and the departure has no date before all are.
    expect(await row(id)).toMatchObject({ status: "TRANSIT", atd: null });
    const milestone = async () => {
      const { events } = (await provider.call(shipmentDetail, { id }, { token: dana.token })).data;
      return chainOf({ events, containerNumbers: [] }, NOW).milestones.find(({ kind }) => kind === "DEP");
    };
    expect(await milestone()).toMatchObject({ pieces: { done: 3, total: 10 }, actual: null });
    await send(part(7, "LH8403", "15NOV"));
    expect(await milestone()).toMatchObject({ pieces: { done: 10, total: 10 } });
    expect(await row(id)).toMatchObject({ status: "TRANSIT", atd: new Date("2026-11-15T05:45:00Z") });
  });

  it("give the same whatever their order", async () => {
    const parts = (waybill: string) => [
      departed(waybill, { pieces: 4, totalPieces: 10 }),
      departed(waybill, { pieces: 6, totalPieces: 10, day: "15NOV" }),
      departed(waybill, { timeType: "E", day: "16NOV", sentAt: "2026-11-16T00:00:00Z" }),
    ];
    const found = [];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const { id, waybill } = await shipment();
      for (const index of order) await send(parts(waybill)[index]!);
      found.push(await row(id));
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  it.each([
    ["31DEC", "A", "2025-12-31"],
    ["22NOV", "A", "2026-11-22"],
    ["02JAN", "E", "2027-01-02"],
    ["20NOV", "S", "2026-11-20"],
  ])("of the day %s and the kind %s are of %s", async (day, timeType, expected) => {
    const { waybill } = await shipment();
    await send({ ...departed(waybill, { day, timeType }), time: undefined });
    const stored = await provider.db
      .selectFrom("event")
      .select(["occurred_at", "is_day_only"])
      .where("event_id", "like", `LH:${waybill.replace("-", "")}%`)
      .execute();
    const doubtful = await provider.db
      .selectFrom("event_quarantine")
      .select("event_id")
      .where("event_id", "like", `LH:${waybill.replace("-", "")}%`)
      .execute();
    if (expected === "2025-12-31")
      expect(doubtful).toMatchObject([{ event_id: expect.stringContaining(expected) }]);
    else expect(stored).toEqual([{ occurred_at: new Date(`${expected}T00:00:00+08:00`), is_day_only: true }]);
  });
});

it("ask for the departure when the goods were handed over days ago and only an arrival is expected", async () => {
  const { id, waybill } = await shipment();
  const step = async () => (await provider.call(shipmentDetail, { id }, { token: dana.token })).data.nextStep;
  await send(
    { statusCode: "RCS", airWaybillNumber: waybill, airport: "PVG", day: "18NOV", time: "0900" },
    departed(waybill, { statusCode: "ARR", airport: "FRA", day: "30NOV", timeType: "E" }),
  );
  expect(await step()).toMatchObject({
    kind: "notDeparted",
    code: "DEP",
    turn: "forwarder",
    since: "2026-11-18 09:00:00",
    due: null,
  });
  await send(departed(waybill, { day: "19NOV" }));
  expect(await step()).toMatchObject({ kind: "milestone", code: "ARR" });
});

describe("a wrong status", () => {
  test.each<[string, object, string]>([
    ["a waybill that is too short", { airWaybillNumber: "020-1234" }, "airWaybillNumber is not valid"],
    ["an airport of four letters", { airport: "EDDF" }, "airport is not valid"],
    ["a day that no month has", { day: "31FEB" }, "day is no day of the year"],
    ["a month that is none", { day: "14NOW" }, "day is not valid"],
    ["an hour that is none", { time: "2445" }, "time is not valid"],
    ["a flight that is none", { flight: "LUFTHANSA" }, "flight is not valid"],
    ["a departure without a flight", { flight: undefined }, "flight is missing"],
    [
      "more pieces than there are",
      { pieces: 11, totalPieces: 10 },
      "pieces is not valid (more than totalPieces)",
    ],
    ["half a piece", { pieces: 0.5, totalPieces: 10 }, "pieces is not valid"],
    ["a discrepancy without its code", { statusCode: "DIS" }, "discrepancyCode is missing"],
    ["an estimate of a hand-over", { statusCode: "RCS", timeType: "E" }, "timeType is not valid"],
  ])("is refused with the path: %s", async (_, more, reason) => {
    const { waybill } = await shipment();
    const answer = await send(departed(waybill, more));
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(answer.data.rejected[0]?.reason).toContain(reason);
  });

  test.each<[string, object, string]>([
    ["a wrong check digit", { airWaybillNumber: "020-81140744" }, "should end in 3"],
    ["an airport that nobody knows", { airport: "QQQ" }, "airport: QQQ is no airport that is known"],
    ["a code that nobody knows", { statusCode: "XYZ" }, "statusCode is no code that is known"],
  ])("waits in quarantine: %s", async (_, more, reason) => {
    const { id, waybill } = await shipment();
    const answer = await send(departed(waybill, more));
    expect(answer.status).toBe(202);
    expect(answer.data.quarantined[0]?.reason).toContain(reason);
    expect(await row(id)).toMatchObject({ status: "BOOKED", atd: null });
  });
});

describe("statuses as the text of FSU messages", () => {
  const sendText = async (text: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`${provider.trackingUrl}${importAirStatus.path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "text/plain; charset=utf-8", ...more },
      body: text,
    });
    return { status: answer.status, ...((await answer.json()) as { data: ImportReport }) };
  };
  const message = (waybill: string, ...lines: string[]) =>
    ["FSU/12", `${waybill}PVGFRA/T10K250`, ...lines, ""].join("\r\n");

  it("move the shipment as the same statuses in JSON do, and repeat these", async () => {
    const { id, waybill } = await shipment();
    const text = message(waybill, "DEP/LH8401/14NOV1345/PVGFRA/T10K250/S1340");
    expect((await sendText(text)).data).toMatchObject({ accepted: 2, rejected: [], quarantined: [] });
    expect(await row(id)).toMatchObject({ status: "TRANSIT", atd: new Date("2026-11-14T05:45:00Z") });
    expect((await sendText(text)).data).toMatchObject({ accepted: 0, repeated: 2 });
    const json = await send(departed(waybill, { pieces: 10, totalPieces: 10 }));
    expect(json.data).toMatchObject({ accepted: 0, repeated: 1 });
  });

  it("of a part are under way until the parts add up", async () => {
    const { id, waybill } = await shipment();
    await sendText(message(waybill, "DLV/16NOV0930/FRA/P6K150/SCHMIDT"));
    expect(await row(id)).toMatchObject({ status: "TRANSIT", delivery_at: null });
    await sendText(message(waybill, "DLV/17NOV0930/FRA/P4K100/SCHMIDT"));
    expect(await row(id)).toMatchObject({ status: "COMPLETED" });
  });

  it("are booked and manifested for a flight ahead when they are sent", async () => {
    const { id, waybill } = await shipment();
    const text = message(
      waybill,
      "BKD/LH8401/24NOV/PVGFRA/T10K250/S1340/S1810",
      "MAN/LH8401/24NOV/PVGFRA/T10K250",
    );
    expect((await sendText(text)).data).toMatchObject({ accepted: 4, rejected: [], quarantined: [] });
    const { events } = (await provider.call(shipmentDetail, { id }, { token: dana.token })).data;
    expect(events.map(({ code, classifier, at }) => [code, classifier, at]).sort()).toEqual([
      ["ARR", "PLN", "2026-11-25 01:10:00"],
      ["BKD", "ACT", "2026-11-22 20:00:00"],
      ["DEP", "PLN", "2026-11-24 13:40:00"],
      ["MAN", "ACT", "2026-11-22 20:00:00"],
    ]);
  });

  it("are refused by the line, kept when the status is no code that is known, and nothing else is lost", async () => {
    const { id, waybill } = await shipment();
    const { status, data } = await sendText(
      message(
        waybill,
        "RCS/13NOV0900/PVG/T10K250",
        "DLV/16NOV09300/FRA",
        "XYZ/14NOV1200/PVG/T10K250",
        "DEP/14NOV1345/PVGFRA",
      ),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({
      accepted: 1,
      rejected: [
        { reason: 'line 4, "DLV/16NOV09300/FRA": has no day, such as 28NOV or 28NOV1030' },
        { reason: 'line 6, "DEP/14NOV1345/PVGFRA": flight is missing' },
      ],
      quarantined: [{ reason: 'line 5, "XYZ/14NOV1200/PVG/T10K250": statusCode is no code that is known' }],
    });
    expect(await row(id)).toMatchObject({ status: "BOOKED" });
    expect(await sendText("hello")).toMatchObject({
      status: 400,
      data: { rejected: [{ reason: 'line 1, "hello": stands before FSU/ and its version' }] },
    });
  });

  it("are of the year before when the year has turned since", async () => {
    const { readImp } = await import("#app/lib/cargo-imp.ts");
    const { impLineReader } = await import("#app/provider/shipments/air-status.ts");
    const lines = readImp(await readFile("tests/fixtures/imp/over-new-year.txt", "utf8"));
    const read = await impLineReader(provider.db, lines);
    const now = new Date("2027-01-02T08:00:00Z");
    const times = lines.map((line) => {
      const reading = read(line, { source: "TEST", now });
      return "event" in reading ? reading.event.occurredAt.toISOString() : reading.reason;
    });
    expect(times).toEqual([
      "2027-01-02T08:00:00.000Z",
      "2026-12-31T15:55:00.000Z",
      "2027-01-01T04:40:00.000Z",
      "2026-12-31T16:15:00.000Z",
      "2027-01-01T05:00:00.000Z",
      "2027-01-01T05:05:00.000Z",
    ]);
  });

  it("come in JSON too, and no other call takes text", async () => {
    const { id, waybill } = await shipment();
    const text = message(waybill, "RCS/13NOV0900/PVG/T10K250");
    const answer = await provider.call(importAirStatus, { text }, { headers: { "x-api-key": key } });
    expect(answer.data).toMatchObject({ accepted: 1 });
    expect(await row(id)).toMatchObject({ status: "BOOKED" });
    const other = await fetch(`${provider.trackingUrl}${importEvents.path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "text/plain" },
      body: text,
    });
    expect(await other.json()).toMatchObject({ code: 400 });
  });
});
