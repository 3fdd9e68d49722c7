import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingSubmit } from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import * as contract from "#app/contract/carrier-name.ts";
import { shipmentStart } from "#app/contract/shipment-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { draft } from "../bookings/fixture.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let staff: Somebody;
let shipper: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  staff = await desk(provider);
  shipper = await customer(provider);
});
afterAll(() => provider?.stop());

const names = async () => (await provider.call(contract.carrierNames, {}, { token: staff.token })).data;
const assign = (name: string, carrierCode: string) =>
  provider.call(contract.carrierNameAssign, { name, carrierCode }, { token: staff.token });
const proposed = async (bookingId: string) =>
  (await provider.call(shipmentStart, { bookingId }, { token: staff.token })).data.fields.carrierCode;

async function booked(carrier: string): Promise<string> {
  const data = await draft(provider, shipper, { carrier });
  await provider.call(bookingSubmit, { id: data.id, version: data.version }, { token: shipper.token });
  await provider.call(bookingDecide, { id: data.id, action: "accept" }, { token: staff.token });
  return data.id;
}

test("a name in bookings that is no carrier's is listed until it is assigned, and means the carrier from then on", async () => {
  const id = await booked("Maersk  Line A/S");
  await booked("MAERSK line a/s");
  await booked("maersk");
  await draft(provider, shipper, { carrier: "Only in a draft" });
  expect((await names()).unknown).toMatchObject([{ mode: "OCEAN", bookings: 2 }]);
  expect(await proposed(id)).toBe("");
  const { name } = (await names()).unknown[0]!;
  expect((await assign(name, "NONE")).code).toBe(400);
  expect((await assign("Maersk", "HLCU")).code).toBe(409);
  const both = await Promise.all([assign(name, "MAEU"), assign(name.toUpperCase(), "HLCU")]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  const taken = both[0]!.code === 200 ? "MAEU" : "HLCU";
  expect(await names()).toMatchObject({
    unknown: [],
    assigned: [{ carrier: { code: taken }, by: "Desk Person" }],
  });
  expect(await proposed(id)).toBe(taken);
  const takeBack = () => provider.call(contract.carrierNameTakeBack, { name }, { token: staff.token });
  expect([(await takeBack()).code, (await takeBack()).code]).toEqual([200, 404]);
  expect(await proposed(id)).toBe("");
});

test("a carrier that is missing is added and meant by the name", async () => {
  const id = await booked("Blue Ocean Feeders");
  const given = {
    name: "Blue Ocean Feeders",
    code: "bofx",
    carrierName: "Blue Ocean",
    mode: "OCEAN",
  } as const;
  const add = (more: object = {}) =>
    provider.call(contract.carrierAdd, { ...given, ...more }, { token: staff.token });
  expect((await add({ code: "MAEU" })).code).toBe(400);
  expect((await add({ code: "<b>" })).code).toBe(400);
  expect((await add({ carrierName: "x".repeat(10_000) })).code).toBe(400);
  expect((await add()).code).toBe(200);
  expect(await proposed(id)).toBe("BOFX");
  expect((await add({ code: "BOFY" })).code).toBe(409);
  const left = await provider.db.selectFrom("carrier").select("code").where("code", "=", "BOFY").execute();
  expect(left).toEqual([]);
});

test("a vessel of which only the number is known is named once", async () => {
  await provider.db
    .insertInto("vessel")
    .values({ imo: "9074729", name: "9074729", carrier_code: null })
    .onConflict((conflict) => conflict.column("imo").doUpdateSet({ name: "9074729" }))
    .execute();
  expect((await names()).vessels).toEqual([{ imo: "9074729", shipments: 0 }]);
  const save = (name: string) =>
    provider.call(contract.vesselNameSave, { imo: "9074729", name }, { token: staff.token });
  expect([(await save("EVER GOOD")).code, (await save("OTHER")).code]).toEqual([200, 409]);
  expect((await names()).vessels).toEqual([]);
});

test("customers may neither read nor assign names", async () => {
  const token = shipper.token;
  expect((await provider.call(contract.carrierNames, {}, { token })).code).toBe(403);
  const given = { name: "x", carrierCode: "MAEU" };
  expect((await provider.call(contract.carrierNameAssign, given, { token })).code).toBe(403);
});
