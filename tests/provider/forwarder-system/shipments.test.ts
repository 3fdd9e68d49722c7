import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemImportFile, systemImportList, systemShipments } from "#app/contract/forwarder-system.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, movableClock } from "../quotes/fixture.ts";
import { forwarderSystem, reportOf, type System, sendShipments, sound } from "./fixture.ts";

const clock = movableClock(new Date());
let provider: TestProvider;
let system: System;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  system = await forwarderSystem(provider);
});
afterAll(() => provider?.stop());

const fieldsOf = async (id: string) =>
  (await provider.call(shipmentDesk, { id }, { token: system.staff.token })).data;

test("each record is taken or refused by itself, and the answer says which and why", async () => {
  const good = sound(system);
  const bad = sound(system, { portOfArrival: "Atlantis", pieces: "many" });
  const { code, data } = await sendShipments(system, [good, bad, sound(system, { sourceReference: null })]);
  expect(code).toBe(200);
  expect(data.counts).toEqual({ added: 1, changed: 0, unchanged: 0, older: 0, refused: 2 });
  expect(data.records[0]).toMatchObject({
    sourceReference: good.sourceReference,
    state: "added",
    faults: [],
  });
  expect(data.records[1]).toMatchObject({
    state: "refused",
    id: null,
    faults: [
      { field: "portOfArrival", reason: expect.stringContaining("Atlantis") },
      { field: "pieces", reason: expect.any(String) },
    ],
  });
  expect(data.records[2]).toMatchObject({ state: "refused", faults: [{ field: "sourceReference" }] });
  const made = await fieldsOf(data.records[0]!.id!);
  expect(made.fields).toMatchObject({
    houseNumber: good.houseNumber,
    etd: "2026-12-04T10:00",
    containers: [{ containerNumber: "CSQU3054383", containerType: "45G1", sealNumber: "S1" }],
  });
  expect(made.log.at(-1)).toMatchObject({ actor: "Ada Min · ERP", action: "shipment.made" });
});

test("a time of change outside of the years that can be kept refuses its record, not the others", async () => {
  const times = ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"];
  const kept = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
  const records = [...times, ...kept].map((updatedAt) => sound(system, { updatedAt }));
  const { code, data } = await sendShipments(system, records);
  expect(code).toBe(200);
  expect(data.records.slice(0, 3).map(({ state, faults }) => [state, faults[0]?.field])).toEqual(
    times.map(() => ["refused", "updatedAt"]),
  );
  expect(data.records.slice(3).map(({ state }) => state)).toEqual(["added", "added"]);
});

test("a reference sent again changes what it made, an older version does not, and the same changes nothing", async () => {
  const record = sound(system, { updatedAt: "2026-11-20T10:00:00+08:00" });
  const first = (await sendShipments(system, [record])).data.records[0]!;
  const newer = { ...record, voyage: "012E", updatedAt: "2026-11-20T03:00:00Z" };
  expect((await sendShipments(system, [newer])).data.records[0]).toMatchObject({
    state: "changed",
    id: first.id,
  });
  expect((await sendShipments(system, [record])).data.records[0]).toMatchObject({
    state: "older",
    id: first.id,
  });
  expect((await sendShipments(system, [newer])).data.records[0]).toMatchObject({ state: "unchanged" });
  expect((await fieldsOf(first.id!)).fields.voyage).toBe("012E");
});

test("a house number that changes in the system changes here, unless another shipment has it", async () => {
  const [one, other] = [sound(system), sound(system)];
  const { records } = (await sendShipments(system, [one, other])).data;
  const renamed = { ...one, houseNumber: `${one.houseNumber}-R` };
  expect((await sendShipments(system, [renamed])).data.records[0]).toMatchObject({
    state: "changed",
    id: records[0]!.id,
  });
  expect((await fieldsOf(records[0]!.id!)).houseNumber).toBe(renamed.houseNumber);
  expect(
    (await sendShipments(system, [{ ...one, houseNumber: other.houseNumber }])).data.records[0],
  ).toMatchObject({
    state: "refused",
    faults: [{ field: "houseNumber" }],
  });
  // The number of a shipment that another record holds.
  const stolen = { ...sound(system), houseNumber: other.houseNumber };
  expect((await sendShipments(system, [stolen])).data.records[0]).toMatchObject({
    state: "refused",
    faults: [{ field: "houseNumber", reason: expect.stringContaining(String(other.sourceReference)) }],
  });
});

test("the same reference twice in one call is refused the second time", async () => {
  const record = sound(system);
  const { records } = (await sendShipments(system, [record, { ...record, voyage: "9" }])).data;
  expect(records.map(({ state }) => state)).toEqual(["added", "refused"]);
});

test("a repeated call with its key is answered as before; two calls at once make one shipment", async () => {
  const record = sound(system);
  const key = randomUUID();
  const [one, two] = await Promise.all([
    sendShipments(system, [record], { key }),
    sendShipments(system, [record], { key }),
  ]);
  expect(one.data).toEqual(two.data);
  const again = sound(system);
  const both = await Promise.all([sendShipments(system, [again]), sendShipments(system, [again])]);
  expect(both.map(({ data }) => data.records[0]!.state).sort()).toEqual(["added", "unchanged"]);
});

test("the report keeps what was refused, in the language of whoever reads it, and as CSV that computes nothing", async () => {
  const bad = sound(system, { sourceReference: "=cmd|'/C calc'!A1", portOfArrival: "=1+1" });
  const { importId } = (await sendShipments(system, [sound(system), bad])).data;
  const report = await reportOf(system, importId);
  expect(report).toMatchObject({
    kind: "SHIPMENT",
    channel: "CALL",
    source: "Ada Min · ERP",
    state: "DONE",
    counts: { added: 1, refused: 1 },
    refused: { total: 1, rows: [{ line: 2, sourceReference: bad.sourceReference, name: bad.houseNumber }] },
  });
  const chinese = await reportOf(system, importId, "zh");
  expect(chinese.refused.rows[0]!.faults[0]!.reason).toMatch(/[一-鿿]/);
  const answer = await fetch(`${provider.apiUrl}${systemImportFile.path}`, {
    method: "POST",
    body: new URLSearchParams({ id: importId }),
    headers: { authorization: `Bearer ${system.staff.token}` },
  });
  const text = await answer.text();
  expect(text).toContain("'=cmd|'/C calc'!A1");
  expect(text).not.toMatch(/(^|,|\n)=/);
  const { rows } = (await provider.call(systemImportList, { faulty: "true" }, { token: system.staff.token }))
    .data;
  expect(rows[0]!.id).toBe(importId);
});

test("neither customers nor keys of customers send anything, and a key opens nothing else of the desk", async () => {
  const dana = await customer(provider, ["MEMBER_MANAGE"]);
  const answer = await provider.call(systemShipments, { records: [sound(system)] }, { token: dana.token });
  expect(answer.code).toBe(403);
  const own = await provider.call(shipmentDesk, { id: "1" }, { token: system.key });
  expect(own.code).toBe(403);
});

test("long fields, numbers as keys and broken text refuse a record or the call, and nothing else", async () => {
  const long = "x".repeat(10_000);
  const many = Object.fromEntries(
    ["customer", "houseNumber", "shipper", "goods", "vesselName", "containers", "sourceReference"].map(
      (name) => [name, long],
    ),
  );
  const { data } = await sendShipments(system, [
    sound(system, { shipper: long }),
    sound(system, many),
    sound(system, { shipper: "a\0b\ud800" }),
    sound(system, { grossWeightKg: 1e300, pieces: 1e21 }),
  ]);
  expect(data.records.map(({ state }) => state)).toEqual(["refused", "refused", "added", "refused"]);
  const call = (body: string) =>
    fetch(`${provider.apiUrl}${systemShipments.path}`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${system.key}`, "content-type": "application/json" },
    }).then(async (each) => ((await each.json()) as { code: number }).code);
  expect(await call('{"records":{"60000000":{}}}')).toBe(400);
  expect(await call('{"records":[{"__proto__":{"a":1}}]}')).toBe(400);
  expect(await call(`{"records":[${'{"houseNumber":1},'.repeat(1_000)}{}]}`)).toBe(400);
  expect(await call(`{"records":[${"[".repeat(100)}${"]".repeat(100)}]}`)).toBe(400);
});

test("a first import is silent: notifications and webhooks do not tell of what was there before", async () => {
  const { data } = await sendShipments(system, [sound(system)], { isFirst: true });
  const row = await provider.db
    .selectFrom("shipment")
    .select("brought_at")
    .where("id", "=", data.records[0]!.id!)
    .executeTakeFirstOrThrow();
  expect(row.brought_at).toEqual(clock.now());
});

test.each([
  ["0,500", "0.500"],
  ["1,234.5", "1234.500"],
  ["1.234,5", "1234.500"],
  ["12.345", "12.345"],
])("a weight written %s is read as %s", async (grossWeightKg, expected) => {
  const { data } = await sendShipments(system, [sound(system, { grossWeightKg })]);
  expect((await fieldsOf(data.records[0]!.id!)).fields.grossWeightKg).toBe(expected);
});

test.each([
  [{ grossWeightKg: "12,345" }, "grossWeightKg", /^Is it 12345 or 12\.345\?/],
  [{ houseNumber: "1.23457E+11" }, "houseNumber", /shortened/],
  [{ masterNumber: "#N/A" }, "masterNumber", /error of the spreadsheet/],
  [{ sourceReference: "1.23457E+11" }, "sourceReference", /shortened/],
])("a record whose values say two things or nothing is refused: %j", async (given, field, reason) => {
  const { data } = await sendShipments(system, [sound(system, given)]);
  expect(data.records[0]).toMatchObject({
    state: "refused",
    faults: [{ field, reason: expect.stringMatching(reason) }],
  });
});

test("all that a record lacks is said at once, without a reference as well", async () => {
  const { data } = await sendShipments(system, [{ goods: "x" }]);
  expect(data.records[0]!.faults.map(({ field }) => field).sort()).toEqual([
    "consignee",
    "customer",
    "grossWeightKg",
    "houseNumber",
    "incoterms",
    "mode",
    "pieces",
    "portOfArrival",
    "portOfDeparture",
    "shipper",
    "sourceReference",
    "volumeCbm",
  ]);
});

test("a record sent again corrects the parties", async () => {
  const record = sound(system, { shipper: "M\ufffdller" });
  await sendShipments(system, [record]);
  const { data } = await sendShipments(system, [{ ...record, shipper: "Müller" }]);
  expect(data.records[0]!.state).toBe("changed");
  const { id } = data.records[0]!;
  const seen = (await provider.call(shipmentDetail, { id: id! }, { token: system.dana.token })).data;
  expect([seen.shipperName, seen.consigneeName]).toEqual(["Müller", "Buyer GmbH"]);
});

describe("a JSON body that is not UTF-8", () => {
  const text = JSON.stringify({ records: [sound({ customerCode: "X" } as System, { shipper: "Müller" })] });
  test.each([
    ["/forwarderSystem/shipments", Buffer.from(text, "latin1")],
    ["/forwarderSystem/shipments", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["/shipment/list", Buffer.from('{"keyword":"Müller"}', "latin1")],
    ["/address/list", Buffer.from("7b226b6579776f7264223a22cbd5d6dd227d", "hex")],
  ])("is refused with the reason: %s", async (path, body) => {
    const answer = await fetch(`${provider.apiUrl}${path}`, {
      method: "POST",
      body,
      headers: {
        authorization: `Bearer ${system.staff.token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toBe(
      "The body is not UTF-8: JSON is sent as UTF-8",
    );
  });
});

test.each([
  [{ containers: "CSQU3054383/40HC" }, { containers: [{ containerType: "45G1" }] }],
  [{ containers: "CSQU3054383/40'HQ/S9" }, { containers: [{ containerType: "45G1", sealNumber: "S9" }] }],
  [
    { containers: [{ containerNumber: "CSQU3054383", containerType: "2210" }] },
    { containers: [{ containerType: "22G1" }] },
  ],
  [{ packageType: "ROLLS" }, { packageType: "RO" }],
  [{ packageType: "Stillage" }, { packageType: "Stillage" }],
  [{ paymentType: "CCX" }, { paymentType: "COLLECT" }],
  [{ paymentType: "Freight Prepaid" }, { paymentType: "PREPAID" }],
  [{ incoterms: "FOB Shanghai" }, { incoterms: "FOB", paymentType: "COLLECT" }],
  [{ incoterms: "CIF" }, { paymentType: "PREPAID" }],
  [{ incoterms: "FCA", paymentType: "PPD" }, { paymentType: "PREPAID" }],
  [
    { serviceType: "CY/CY", loadType: "FCL/FCL" },
    { serviceType: "PTP", loadType: "FCL" },
  ],
  [{ mode: "SEA", carrierCode: "MSK" }, { carrierCode: "MAEU" }],
])("words of the trade are stored as codes: %j", async (given, expected) => {
  const { data } = await sendShipments(system, [sound(system, given)]);
  expect(data.records[0]).toMatchObject({ state: "added", faults: [] });
  expect((await fieldsOf(data.records[0]!.id!)).fields).toMatchObject(expected);
});

test("a package that no list has is shown as it came, to the customer too, and stays in the desk's form", async () => {
  const { data } = await sendShipments(system, [sound(system, { packageType: "Stillage" })]);
  const { id } = data.records[0]!;
  const seen = await provider.call(shipmentDetail, { id: id! }, { token: system.dana.token });
  expect(seen.data.packageType).toBe("Stillage");
  const long = await sendShipments(system, [sound(system, { packageType: "x".repeat(36) })]);
  expect(long.data.records[0]).toMatchObject({ state: "refused", faults: [{ field: "packageType" }] });
});
