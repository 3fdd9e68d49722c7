import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarFeed, calendarMake } from "#app/contract/calendar.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { tellEvents } from "#tests/support/shipments.ts";
import { forwarderSystem, type Sent, type System, sendShipments, sound } from "./fixture.ts";

const NOW = new Date("2026-11-27T08:00:00Z");

let provider: TestProvider;
let system: System;
beforeAll(async () => {
  provider = await startProvider({ now: () => NOW, publicUrl: "https://portal.test" });
  system = await forwarderSystem(provider, NOW);
});
afterAll(() => provider?.stop());

const dana = () => ({ token: system.dana.token });

async function made(given: Sent): Promise<{ id: string; record: Sent }> {
  const record = sound(system, given);
  const { data } = await sendShipments(system, [record]);
  expect(data.records[0]).toMatchObject({ state: "added", faults: [] });
  return { id: data.records[0]!.id!, record };
}

const detailOf = async (id: string) => (await provider.call(shipmentDetail, { id }, dana())).data;
const listed = async (keyword: string, more: object = {}) =>
  (await provider.call(shipmentList, { keyword, ...more, page: 1, pageSize: 5 } as never, dana())).data.rows;

async function exported(keyword: string, clock: string): Promise<string> {
  const answer = await fetch(`${provider.apiUrl}${shipmentExport.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${system.dana.token}`, "content-type": "application/json" },
    body: JSON.stringify({ keyword, clock, columns: ["houseNumber", "etd", "eta"], format: "csv" }),
  });
  return (await answer.text()).split(/\r?\n/)[1]!;
}

// In UTC+8, in which days are kept, both days begin on the day before at these places.
const west = { portOfArrival: "USLAX", etd: "2026-12-04", eta: "2027-01-08" };

test("a day without an hour has none, in list, detail and files, on every clock", async () => {
  const { id, record } = await made(west);
  const house = record.houseNumber as string;
  expect((await detailOf(id)).dates).toMatchObject({ etd: "2026-12-04", eta: "2027-01-08" });
  expect((await listed(house))[0]).toMatchObject({ etd: "2026-12-04", eta: "2027-01-08" });
  for (const clock of ["place", "UTC", "America/Los_Angeles"])
    expect(await exported(house, clock)).toContain("2026-12-04,2027-01-08");
});

test.each(["place", "UTC", "America/New_York", "Pacific/Auckland", "+08:00"])(
  "it is found on that day, and no other, on the clock %s",
  async (clock) => {
    const { record } = await made(west);
    const within = (range: { dateFrom?: string; dateTo?: string }, more: object = {}) =>
      listed(record.houseNumber as string, { dateType: "eta", clock, ...range, ...more });
    for (const sort of ["eta", "etd", "updated"]) {
      const on = (day: string) => within({ dateFrom: day, dateTo: day }, { sort });
      expect(await on("2027-01-08")).toHaveLength(1);
      expect(await on("2027-01-07")).toHaveLength(0);
      expect(await on("2027-01-09")).toHaveLength(0);
    }
    expect(await within({ dateFrom: "2027-01-08" })).toHaveLength(1);
    expect(await within({ dateFrom: "2027-01-09" })).toHaveLength(0);
    expect(await within({ dateTo: "2027-01-08" })).toHaveLength(1);
    expect(await within({ dateTo: "2027-01-07" })).toHaveLength(0);
  },
);

test("an hour that is midnight in UTC+8 is found on the day that each clock shows", async () => {
  const { record } = await made({ ...west, eta: "2027-02-07T08:00" });
  const on = (day: string, clock: string) =>
    listed(record.houseNumber as string, { dateType: "eta", clock, dateFrom: day, dateTo: day });
  for (const [clock, day] of [
    ["+08:00", "2027-02-08"],
    ["UTC", "2027-02-07"],
    ["America/New_York", "2027-02-07"],
  ] as const) {
    expect(await on(day, clock)).toHaveLength(1);
    expect(await on(day === "2027-02-07" ? "2027-02-08" : "2027-02-07", clock)).toHaveLength(0);
  }
});

test("it is a whole day in the calendar", async () => {
  await made(west);
  const { data } = await provider.call(calendarMake, { scope: "ALL" }, dana());
  const token = new URL(data.url).searchParams.get("token")!;
  const { text } = (await provider.call(calendarFeed, { token })).data;
  expect(text).toContain("DTSTART;VALUE=DATE:20270108");
  expect(text).not.toMatch(/DTSTART:20270107/);
});

test("the desk sees the day, and saving it again changes nothing; an hour that is known replaces it", async () => {
  const { id, record } = await made(west);
  const { fields } = (await provider.call(shipmentDesk, { id }, { token: system.staff.token })).data;
  expect(fields).toMatchObject({ etd: "2026-12-04", eta: "2027-01-08" });
  expect((await sendShipments(system, [record])).data.records[0]).toMatchObject({ state: "unchanged" });
  expect((await detailOf(id)).firstEta).toBe("2027-01-08");
  await sendShipments(system, [{ ...record, eta: "2027-01-08T06:30" }]);
  expect((await detailOf(id)).firstEta).toBe("2027-01-08");
  expect((await detailOf(id)).dates).toMatchObject({ etd: "2026-12-04", eta: "2027-01-08 22:30:00" });
});

test("an event with an hour replaces the day", async () => {
  const { id, record } = await made(west);
  const depart = { code: "DEPA", place: "CNSHA", classifier: "EST", day: 8, received: 0 } as const;
  await tellEvents(provider.db, record.houseNumber as string, [depart], NOW);
  expect((await detailOf(id)).dates).toMatchObject({ etd: "2026-12-05 16:00:00", eta: "2027-01-08" });
});

test("an hour on the day that was given first is no delay, also far in the west", async () => {
  const { id, record } = await made(west);
  const arrive = (day: number) =>
    tellEvents(
      provider.db,
      record.houseNumber as string,
      [{ code: "ARRI", place: "USLAX", classifier: "EST", day, received: 0 }],
      NOW,
    );
  // 22:00 in Los Angeles.
  await arrive((Date.parse("2027-01-09T06:00:00Z") - NOW.getTime()) / DAY_MS);
  expect(await detailOf(id)).toMatchObject({ firstEta: "2027-01-08", isDelayed: false });
});

test("an arrival on the day of a departure with an hour is no fault, one on the day before is", async () => {
  const send = async (given: Sent) =>
    (await sendShipments(system, [sound(system, { ...west, ...given })])).data.records[0]!;
  expect(await send({ etd: "2026-12-04T22:00", eta: "2026-12-04" })).toMatchObject({ state: "added" });
  expect(await send({ etd: "2026-12-04T22:00", eta: "2026-12-03" })).toMatchObject({
    state: "refused",
    faults: [{ field: "eta" }],
  });
});

test("no shipment that is entered has an ETA confirmed by its consignee", async () => {
  const { id } = await made(west);
  expect((await detailOf(id)).dates.confirmedBookingEta).toBeUndefined();
});
