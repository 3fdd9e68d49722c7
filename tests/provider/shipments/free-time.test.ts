import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import { freeTimeState, shipmentFreeTime } from "#app/contract/free-time.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { saveTariffs, tariffFields } from "#app/provider/free-time/tariff.ts";
import { dropPassedEstimates, refreshCompany } from "#app/provider/shipments/free-time-refresh.ts";
import { standingsAt } from "#app/provider/shipments/standing-at.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let staff: Somebody;
let own: Somebody;
let key: string;
let now = new Date("2026-12-08T09:00:00Z");
let serial = 0;

const tariff = (given: object) =>
  tariffFields.parse({
    code: "DEM",
    type: "DEM",
    startEvent: "discharge",
    dayOne: "event-day",
    freeDays: 7,
    unit: "calendar",
    currency: "EUR",
    validFrom: "2026-01-01",
    source: "General tariff",
    tiers: [{ days: null, perDay: "50.00" }],
    ...given,
  });

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  own = await customer(provider);
  await saveTariffs(
    provider.db,
    own.companyId,
    [tariff({}), tariff({ code: "DET", type: "DET", startEvent: "gateOut", freeDays: 10 })],
    now,
  );
  const made = await provider.call(carrierKeyMake, { carrierCode: "HLCU" }, { token: staff.token });
  key = made.data.key;
});
afterAll(() => provider?.stop());

async function shipment(more: object = {}): Promise<{ id: string; house: string }> {
  const house = `FT-${++serial}`;
  const { id } = await makeShipment(provider.db, own.companyId, {
    house_number: house,
    master_number: `M-${house}`,
    carrier_code: "HLCU",
    ...more,
  });
  await tellEvents(
    provider.db,
    house,
    [
      { code: "DEPA", day: -30, place: "CNSHA" },
      { code: "DISC", day: -3, place: "DEHAM", container: "CSQU3054383" },
    ],
    now,
  );
  return { id, house };
}

const statement = (house: string, more: object = {}) => ({
  containerNumber: "CSQU 305438-3",
  houseNumber: house,
  kind: "DEM",
  source: "CARRIER",
  lastFreeDay: "2026-12-14",
  statedAt: "2026-12-07T10:00:00Z",
  ...more,
});
const state = (statements: unknown[], given = key) =>
  provider.call(freeTimeState, { statements }, { headers: { "x-api-key": given } });
const read = async (id: string, more: { pickup?: string } = {}, token = own.token) =>
  (await provider.call(shipmentFreeTime, { id, ...more }, { token })).data;
const first = async (id: string, more: { pickup?: string } = {}) =>
  (await read(id, more)).containers[0]!.lines[0]!;

describe("free time of a container", () => {
  test("is computed from the actual discharge by the calendar of the place, and priced for any day", async () => {
    const { id } = await shipment();
    expect(await first(id)).toMatchObject({
      type: "DEM",
      lastFreeDay: "2026-12-11",
      basis: "computed",
      daysLeft: 3,
      daysOver: 0,
      computed: { startEvent: "discharge", startDay: "2026-12-05", isActual: true },
      cost: { amount: "0.00", by: "today", until: "2026-12-08" },
    });
    expect((await first(id, { pickup: "2026-12-15" })).cost).toMatchObject({ amount: "200.00", days: 4 });
    const { data } = await provider.call(shipmentDetail, { id }, { token: own.token });
    expect(data.freeTime).toEqual({ lastFreeDay: "2026-12-11", daysLeft: 3, daysOver: 0 });
  });

  test("starts on the place's day, not on that of UTC", async () => {
    const house = `FT-${++serial}`;
    const { id } = await makeShipment(provider.db, own.companyId, { house_number: house });
    const late = new Date("2026-12-05T23:30:00Z");
    await tellEvents(
      provider.db,
      house,
      [
        { code: "DEPA", day: -30, place: "CNSHA" },
        { code: "DISC", day: 0, place: "DEHAM", container: "CSQU3054383" },
      ],
      late,
    );
    expect((await first(id)).computed).toMatchObject({ startDay: "2026-12-06" });
  });

  test("goes on to detention with the gate out, and a discharge on the way starts nothing", async () => {
    const { id, house } = await shipment();
    await tellEvents(
      provider.db,
      house,
      [{ code: "GTOT", day: -1, place: "DEHAM", container: "CSQU3054383" }],
      now,
    );
    const [dem, det] = (await read(id)).containers[0]!.lines;
    expect(dem).toMatchObject({
      isOpen: false,
      endedOn: "2026-12-07",
      cost: { by: "ended", amount: "0.00" },
    });
    expect(det).toMatchObject({ isOpen: true, lastFreeDay: "2026-12-16", daysLeft: 8 });
    const other = `FT-${++serial}`;
    const made = await makeShipment(provider.db, own.companyId, { house_number: other });
    await tellEvents(provider.db, other, [
      { code: "DISC", day: -3, place: "SGSIN", container: "CSQU3054383" },
    ]);
    expect(await first(made.id)).toMatchObject({ lastFreeDay: null, basis: null, cost: null });
  });

  test("is no estimate from a planned discharge once its day has passed at the place without the event", async () => {
    const house = `FT-${++serial}`;
    const { id } = await makeShipment(provider.db, own.companyId, {
      house_number: house,
      carrier_code: "HLCU",
      port_of_arrival: "DEHAM",
    });
    const container = "CSQU3054383";
    await tellEvents(
      provider.db,
      house,
      [
        { code: "DEPA", day: -9, place: "CNSHA" },
        { code: "DISC", classifier: "EST", day: 1, place: "DEHAM", container },
      ],
      now,
    );
    const stored = async () => {
      const { data } = await provider.call(shipmentDetail, { id }, { token: own.token });
      return data.freeTime?.lastFreeDay ?? null;
    };
    const before = now;
    try {
      for (const hours of [0, 24]) {
        now = new Date(before.getTime() + (hours / 24) * DAY_MS);
        await dropPassedEstimates(provider.db, now);
        expect(await first(id)).toMatchObject({ lastFreeDay: "2026-12-15", computed: { isActual: false } });
        expect(await stored()).toBe("2026-12-15");
      }
      // 00:30 in Hamburg of the day after.
      now = new Date("2026-12-09T23:30:00Z");
      await dropPassedEstimates(provider.db, now);
      expect(await first(id)).toMatchObject({ lastFreeDay: null, basis: null, daysLeft: null, cost: null });
      expect(await stored()).toBe(null);
      await tellEvents(provider.db, house, [{ code: "DISC", day: 0, place: "DEHAM", container }], now);
      expect(await stored()).toBe("2026-12-16");
    } finally {
      now = before;
    }
  });

  test("is nobody else's, has no prices without the entry, and no answer to nonsense", async () => {
    const { id } = await shipment();
    const rival = await customer(provider);
    expect((await provider.call(shipmentFreeTime, { id }, { token: rival.token })).code).toBe(404);
    await provider.db.deleteFrom("company_access").where("company_id", "=", own.companyId).execute();
    const line = await first(id, { pickup: "2026-12-30" });
    expect(line).toMatchObject({ lastFreeDay: "2026-12-11", tariff: { freeDays: 7 } });
    expect(JSON.stringify(line)).not.toMatch(/50\.00|EUR|cost|prices/);
    await provider.db
      .insertInto("company_access")
      .values({ company_id: own.companyId, res_code: "SHIPMENT_CHARGES" })
      .execute();
    for (const pickup of ["2026-02-30", "soon", "99999-01-01"])
      expect((await provider.call(shipmentFreeTime, { id, pickup }, { token: own.token })).code).toBe(400);
  });
});

describe("statements", () => {
  test("stand side by side with their history, and the earliest one counts", async () => {
    const { id, house } = await shipment();
    const told = [
      statement(house, { lastFreeDay: "2026-12-13", statedAt: "2026-12-06T10:00:00Z" }),
      statement(house),
      statement(house, {
        source: "TERMINAL",
        lastFreeDay: "2026-12-12",
        holds: ["CUSTOMS"],
        isAvailable: false,
      }),
    ];
    expect((await state(told)).data).toEqual({ accepted: 3, older: 0, repeated: 0, rejected: [] });
    expect((await state(told)).data).toMatchObject({ accepted: 0, repeated: 3 });
    const [container] = (await read(id)).containers;
    expect(container).toMatchObject({
      isAvailable: false,
      holds: [{ kind: "CUSTOMS", source: "TERMINAL", sender: "Hapag-Lloyd" }],
    });
    const line = container!.lines[0]!;
    expect(line).toMatchObject({ lastFreeDay: "2026-12-12", basis: "stated", daysLeft: 4 });
    expect(line.computed?.lastFreeDay).toBe("2026-12-11");
    expect(line.stated.map(({ source, lastFreeDay }) => [source, lastFreeDay])).toEqual([
      ["CARRIER", "2026-12-14"],
      ["TERMINAL", "2026-12-12"],
    ]);
    expect(line.stated[0]!.history).toMatchObject([{ lastFreeDay: "2026-12-13" }]);
    const detail = await provider.call(shipmentDetail, { id }, { token: own.token });
    expect(detail.data.freeTime).toMatchObject({ lastFreeDay: "2026-12-12" });
  });

  test("give the same in whatever order they come, also when two have the same time", async () => {
    const given = (house: string) => [
      statement(house, { lastFreeDay: "2026-12-10", statedAt: "2026-12-05T10:00:00Z" }),
      statement(house, { lastFreeDay: "2026-12-15", statedAt: "2026-12-06T10:00:00Z" }),
      statement(house, { lastFreeDay: "2026-12-16", statedAt: "2026-12-06T10:00:00Z" }),
      statement(house, { lastFreeDay: null, statedAt: "2026-12-07T10:00:00Z" }),
      statement(house, { lastFreeDay: "2026-12-18", statedAt: "2026-12-08T08:00:00Z" }),
    ];
    const seen: unknown[] = [];
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 0, 1, 3],
    ]) {
      const { id, house } = await shipment();
      for (const index of order) expect((await state([given(house)[index]])).code).toBe(200);
      const { lastFreeDay, stated } = await first(id);
      seen.push([lastFreeDay, stated.map(({ history }) => history.map((each) => each.lastFreeDay))]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]).toEqual(["2026-12-18", [[null, expect.any(String), expect.any(String), "2026-12-10"]]]);
  });

  test("that cannot be used are refused one by one, with the reason", async () => {
    const { house } = await shipment();
    const answer = await state([
      statement(house),
      statement("FT-0"),
      statement(house, { houseNumber: undefined }),
      statement(house, { lastFreeDay: "2026-02-30" }),
      statement(house, { lastFreeDay: "2028-12-01" }),
      statement(house, { statedAt: "2026-12-20T00:00:00Z" }),
      statement(house, { containerNumber: "MSKU6011672" }),
      "x".repeat(10_000),
    ]);
    expect(answer.data.accepted).toBe(1);
    expect(answer.data.rejected.map(({ reason }) => reason.slice(0, 60))).toEqual([
      "no shipment with house number FT-0 has container CSQU 305438",
      "houseNumber or masterNumber is needed",
      expect.stringContaining("lastFreeDay"),
      "lastFreeDay is more than a year from statedAt",
      "statedAt is ahead of the present time",
      expect.stringContaining("has container MSKU601"),
      expect.any(String),
    ]);
    const nothing = await state([statement("FT-0")]);
    expect(nothing).toMatchObject({ status: 400, data: { accepted: 0, rejected: [{ index: 0 }] } });
    expect((await state([statement(house)], `${key}x`)).status).toBe(401);
    expect((await provider.call(freeTimeState, { statements: [{}] }, { token: own.token })).code).toBe(403);
  });

  test("of another sender do not change what one has said", async () => {
    const { id, house } = await shipment();
    await state([statement(house)]);
    const by = { token: staff.token };
    const later = statement(house, { lastFreeDay: "2026-12-20", statedAt: "2026-12-08T08:00:00Z" });
    expect((await provider.call(freeTimeState, { statements: [later] }, by)).data.accepted).toBe(1);
    const line = await first(id);
    expect(line.lastFreeDay).toBe("2026-12-14");
    expect(line.stated.map(({ sender }) => sender).sort()).toEqual(["Hapag-Lloyd", null]);
  });

  test("of the railway take the place of the day that the forwarder has noted", async () => {
    const dates = JSON.stringify({ railRampLastFreeDay: "2026-12-09" });
    const { id, house } = await shipment({ dates });
    expect(await first(id)).toMatchObject({
      lastFreeDay: "2026-12-09",
      stated: [{ source: "RAIL", sender: null, statedAt: null }],
    });
    await state([statement(house, { source: "RAIL", lastFreeDay: "2026-12-10" })]);
    expect(await first(id)).toMatchObject({ lastFreeDay: "2026-12-10", stated: [{ sender: "Hapag-Lloyd" }] });
  });
});

test("alarms go by the same day, as it was known at each moment", async () => {
  const { id, house } = await shipment();
  const start = now;
  now = new Date(start.getTime() + DAY_MS);
  await state([statement(house, { lastFreeDay: "2026-12-10" })]);
  const moments = [start, new Date(now.getTime() - 1), now];
  const [found] = await standingsAt(provider.db, { companyId: own.companyId, moments, ids: [id] });
  expect(found!.standings.map(({ lastFreeDay }) => lastFreeDay)).toEqual([
    "2026-12-11",
    "2026-12-11",
    "2026-12-10",
  ]);
  expect(found!.zone).toBe("Europe/Berlin");
  const [before, , after] = found!.standings.map(({ eventCount }) => eventCount);
  expect(after).toBeGreaterThan(before!);
  const later = [new Date(now.getTime() + 1), new Date(now.getTime() + 2)];
  const [stored] = await standingsAt(provider.db, { companyId: own.companyId, moments: later, ids: [id] });
  expect(stored!.standings.map(({ lastFreeDay }) => lastFreeDay)).toEqual(["2026-12-10", "2026-12-10"]);
  now = start;
});

test("a changed tariff changes the days of open shipments", async () => {
  const { id } = await shipment();
  await saveTariffs(provider.db, own.companyId, [tariff({ freeDays: 3 })], now);
  await refreshCompany(provider.db, own.companyId, now);
  const { data } = await provider.call(shipmentDetail, { id }, { token: own.token });
  expect(data.freeTime).toEqual({ lastFreeDay: "2026-12-07", daysLeft: 0, daysOver: 1 });
});
