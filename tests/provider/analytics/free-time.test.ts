import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FreeTimeState, ReportGroup, ReportMeasures, ReportRow } from "#app/contract/analytics.ts";
import { freeTimeStates } from "#app/contract/analytics.ts";
import type { FreeTimeContainer, ShipmentFreeTime } from "#app/contract/free-time.ts";
import { containerCheckDigit } from "#app/lib/container-number.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { saveTariffs, tariffFields } from "#app/provider/free-time/tariff.ts";
import { fillFigures } from "#app/provider/shipments/figures-fill.ts";
import { type GivenEvent, tellEvents } from "#tests/support/shipments.ts";
import { addShipment, call, makeWorld, NOW, type World } from "../shipments/fixture.ts";

/** What the page of each shipment says is counted again, and has to be what the report says. */

const box = fc.record({
  discharge: fc.option(fc.integer({ min: -30, max: 3 }), { freq: 6 }),
  gateOut: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 3 }),
  emptyIn: fc.option(fc.integer({ min: 0, max: 14 }), { freq: 2 }),
});
const line = fc.record({
  charge: fc.constantFrom("DEM", "DET", "OFR", null),
  clock: fc.constantFrom("DEM", "MERGED", null),
  net: fc.integer({ min: 0, max: 99_999 }).map((cents) => new Decimal(cents).div(100)),
});
const given = fc.record({
  carrier: fc.constantFrom("HLCU", "MAEU"),
  departure: fc.integer({ min: -110, max: -35 }),
  boxes: fc.array(box, { maxLength: 2 }),
  bill: fc.option(
    fc.record({
      currency: fc.constantFrom("USD", "EUR"),
      isCredit: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  ),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;
interface Shipment extends Given {
  id: string;
  house: string;
  month: string;
  page: ShipmentFreeTime;
}

let world: World;
const shipments: Shipment[] = [];
const question = { monthFrom: "2026-08", monthTo: "2026-11", clock: "UTC" };
let serial = 0;

const tariff = (more: object) =>
  tariffFields.parse({
    code: "DEM",
    type: "DEM",
    startEvent: "discharge",
    dayOne: "next-day",
    freeDays: 5,
    unit: "calendar",
    currency: "USD",
    validFrom: "2026-01-01",
    source: "General tariff",
    tiers: [
      { days: 3, perDay: "95.50" },
      { days: null, perDay: "160.25" },
    ],
    ...more,
  });

beforeAll(async () => {
  world = await makeWorld();
  world.own.caller.menus.push("BILLING");
  world.own.caller.resourceCodes.push("SHIPMENT_CHARGES");
  await saveTariffs(
    world.db,
    world.own.id,
    [
      tariff({}),
      tariff({ code: "DET", type: "DET", startEvent: "gateOut", freeDays: 7, currency: "EUR" }),
      tariff({
        code: "MAEU",
        type: "MERGED",
        carrierCode: "MAEU",
        unit: "working",
        dayOne: "event-day",
        tiers: [{ days: null, perDay: "110" }],
      }),
    ],
    NOW,
  );
  for (const each of fc.sample(given, 90)) shipments.push(await add(each));
});
afterAll(() => world?.database.drop());

const numberOf = (index: number) => {
  const base = `CSQU${String(100_000 + index)}`;
  return `${base}${containerCheckDigit(base)! % 10}`;
};

async function add(each: Given): Promise<Shipment> {
  const house = `FREE-${++serial}`;
  const at = new Date(NOW.getTime() + each.departure * DAY_MS);
  const containers = each.boxes.map(() => numberOf(++serial));
  const id = await addShipment(world.db, world.own, {
    house_number: house,
    carrier_code: each.carrier,
    containers,
    container_numbers: containers,
    etd: at,
    booking_at: new Date(at.getTime() - 5 * DAY_MS),
  } as object);
  const events = each.boxes.flatMap(({ discharge, gateOut, emptyIn }, index): GivenEvent[] => {
    if (discharge === null) return [];
    const own = { place: "DEHAM", container: containers[index]! };
    const out = gateOut === null ? null : discharge + gateOut;
    const back = emptyIn === null || out === null ? null : out + emptyIn;
    return [
      {
        ...own,
        code: "DISC",
        day: discharge,
        received: Math.min(discharge, -1),
        classifier: discharge < 0 ? "ACT" : "EST",
      },
      ...(out !== null && out < 0 ? [{ ...own, code: "GTOT", day: out }] : []),
      ...(back !== null && back < 0
        ? [{ ...own, code: "GTIN", day: back, emptyIndicatorCode: "EMPTY" as const }]
        : []),
    ];
  });
  await tellEvents(world.db, house, [{ code: "DEPA", day: each.departure, place: "CNSHA" }, ...events], NOW);
  if (each.bill) await issue(id, each.bill);
  const page = await call(world, "shipment.freeTime", { id });
  return { ...each, id, house, month: at.toISOString().slice(0, 7), page };
}

/** A bill, and where it is credited one note more of its first line. */
async function issue(id: string, { currency, isCredit, lines }: NonNullable<Given["bill"]>) {
  const invoice = await issueOne(id, { currency, lines, credited: null });
  if (isCredit) await issueOne(id, { currency, lines: lines.slice(0, 1), credited: invoice });
}

async function issueOne(
  id: string,
  {
    currency,
    lines,
    credited,
  }: Pick<NonNullable<Given["bill"]>, "currency" | "lines"> & { credited: string | null },
): Promise<string> {
  const net = lines.reduce((total, each) => total.plus(each.net), new Decimal(0)).toString();
  const invoice = await world.db
    .insertInto("invoice")
    .values({
      company_id: world.own.id,
      kind: credited ? "CREDIT_NOTE" : "INVOICE",
      number: `F-${++serial}`,
      credited_id: credited,
      shipment_id: id,
      house_number: null,
      booking_id: null,
      booking_number: null,
      invoice_date: "2026-11-01",
      due_date: null,
      currency,
      rounding: "LINE",
      net,
      tax: "0",
      total: net,
      search_text: "",
      issued_at: NOW,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto("invoice_line")
    .values(
      lines.map((each, position) => ({
        invoice_id: invoice.id,
        position,
        charge_code: each.charge,
        description: "As billed",
        quantity: "1",
        unit_price: each.net.toString(),
        net: each.net.toString(),
        tax: "0",
        container_number: each.clock && "CSQU3054383",
        clock: each.clock as "DEM" | null,
        clock_from: each.clock && "2026-10-01",
        clock_to: each.clock && "2026-10-02",
        clock_days: each.clock && 2,
      })),
    )
    .execute();
  return invoice.id;
}

const dayNumber = (day: string) => Date.parse(day) / DAY_MS;

/** A container as its page shows it. */
function readBox({ lines }: FreeTimeContainer, today: string) {
  const known = lines.filter(({ lastFreeDay }) => lastFreeDay !== null);
  const over = known.reduce((sum, { cost }) => sum + (cost?.days ?? 0), 0);
  const state: FreeTimeState =
    known.length === 0
      ? "unknown"
      : over > 0
        ? "over"
        : known.some(({ isOpen }) => isOpen)
          ? "open"
          : "within";
  const spans = known.flatMap(({ computed, lastFreeDay, tariff: terms, cost, isOpen }) => {
    if (!computed?.isActual) return [];
    const first = dayNumber(computed.startDay) + (terms!.dayOne === "next-day" ? 1 : 0);
    const last = dayNumber(lastFreeDay!);
    const end = dayNumber(isOpen ? today : cost!.until);
    return [{ given: Math.max(0, last - first + 1), used: Math.max(0, Math.min(end, last) - first + 1) }];
  });
  const sum = (name: "given" | "used") => spans.reduce((total, span) => total + span[name], 0);
  const isSpanned = spans.length > 0;
  return { state, over, given: isSpanned ? sum("given") : null, used: isSpanned ? sum("used") : null };
}

const states: readonly FreeTimeState[] = ["over", "open", "within", "unknown"];
const stateOf = ({ page }: Shipment): FreeTimeState => {
  const own = page.containers.map((each) => readBox(each, page.today).state);
  return states.find((state) => own.includes(state)) ?? "unknown";
};
function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function expected(group: Shipment[]) {
  const boxes = group.flatMap(({ page }) => page.containers.map((each) => readBox(each, page.today)));
  /** Of none it is not nothing. */
  const total = (values: (number | null)[]) => {
    const known = values.filter((each) => each !== null);
    return known.length > 0 ? known.reduce((all, each) => all + each, 0) : null;
  };
  const over = boxes.filter(({ state }) => state === "over");
  return {
    shipments: group.length,
    ...Object.fromEntries(
      freeTimeStates.map((state) => [state, group.filter((each) => stateOf(each) === state).length]),
    ),
    containers: boxes.filter(({ state }) => state !== "unknown").length,
    containersOver: over.length,
    daysGiven: total(boxes.map((each) => each.given)),
    daysUsed: total(boxes.map(({ used }) => used)),
    medianUsed: median(boxes.flatMap(({ used }) => used ?? [])),
    daysOver: total(boxes.map((each) => (each.state === "unknown" ? null : each.over))),
    medianOver: median(over.map((each) => each.over)),
  };
}
function found({ shipments: count, freeTime }: ReportMeasures) {
  const { costs: _, medianUsed, medianOver, ...counts } = freeTime!;
  const number = (text: string | null) => (text === null ? null : Number(text));
  return { shipments: count, ...counts, medianUsed: number(medianUsed), medianOver: number(medianOver) };
}

const levied = (each: Shipment, currency: string): Decimal[] => {
  const { bill } = each;
  if (!bill || bill.currency !== currency) return [];
  const of = (lines: typeof bill.lines) =>
    lines.filter(({ charge, clock }) => clock !== null || charge === "DEM" || charge === "DET");
  const credited = bill.isCredit ? of(bill.lines.slice(0, 1)).map(({ net }) => net.neg()) : [];
  return [...of(bill.lines).map(({ net }) => net), ...credited];
};
const costs = (each: Shipment, currency: string): Decimal[] =>
  each.page.containers
    .flatMap(({ lines }) => lines)
    .flatMap(({ cost }) => (cost && cost.currency === currency ? [new Decimal(cost.amount)] : []));
const sum = (values: Decimal[]) => values.reduce((total, each) => total.plus(each), new Decimal(0));

function sameCosts({ freeTime }: ReportMeasures, group: Shipment[], what: string): void {
  for (const currency of ["USD", "EUR"]) {
    const own = freeTime!.costs!.find((each) => each.currency === currency);
    const [accrued, billed] = [costs, levied].map((of) => group.flatMap((each) => of(each, currency)));
    const is = [own?.charged ?? 0, own?.accrued ?? null, own?.billedShipments ?? 0, own?.billed ?? null];
    expect([what, currency, ...is.map((each) => (each === null ? null : Number(each)))]).toEqual([
      what,
      currency,
      group.filter((each) => sum(costs(each, currency)).gt(0)).length,
      accrued!.length > 0 ? sum(accrued!).toNumber() : null,
      group.filter((each) => levied(each, currency).length > 0).length,
      billed!.length > 0 ? sum(billed!).toNumber() : null,
    ]);
  }
}

const population = () => shipments.filter(({ month }) => month >= "2026-08");
const run = (asked: object, company = world.own) =>
  call(world, "analytics.report", { ...question, report: "freeTime", ...asked }, { company });
const behind = async (asked: object): Promise<number> =>
  (await call(world, "analytics.shipments", { ...question, page: 1, pageSize: 100, ...asked })).total;
const keyOf = (each: Shipment, groupBy: ReportGroup) => (groupBy === "month" ? each.month : each.carrier);

it.each(["month", "carrier"] as const)(
  "by %s is what the pages say, and leads to as many shipments",
  async (groupBy) => {
    const { all, rows } = await run({ groupBy });
    expect(found(all)).toEqual(expected(population()));
    for (const state of freeTimeStates) expect(all.freeTime[state]).toBeGreaterThan(0);
    sameCosts(all, population(), "all");
    const groups = Map.groupBy(population(), (each) => keyOf(each, groupBy));
    for (const row of rows as ReportRow[]) {
      const group = groups.get(row.key) ?? [];
      expect([row.key, found(row)]).toEqual([row.key, expected(group)]);
      sameCosts(row, group, row.key);
      const asked = { groupBy, key: row.key };
      for (const state of freeTimeStates)
        expect(await behind({ ...asked, freeTimeState: state })).toBe(row.freeTime![state]);
      for (const { currency, charged, billedShipments } of row.freeTime!.costs!) {
        expect(await behind({ ...asked, chargedIn: currency })).toBe(charged);
        expect(await behind({ ...asked, freeTimeBilledIn: currency })).toBe(billedShipments);
      }
    }
  },
);

it("by carrier and then by month counts each level by itself", async () => {
  const { rows } = await run({ groupBy: "carrier", thenBy: "month" });
  for (const row of rows as ReportRow[]) {
    const months = Map.groupBy(
      population().filter(({ carrier }) => carrier === row.key),
      ({ month }) => month,
    );
    expect(row.below!.map(({ key }) => key)).toEqual([...months.keys()].sort());
    for (const each of row.below!) {
      const group = months.get(each.key)!;
      expect([row.key, each.key, found(each)]).toEqual([row.key, each.key, expected(group)]);
      sameCosts(each, group, `${row.key} ${each.key}`);
      const asked = { groupBy: "carrier", key: row.key, thenBy: "month", key2: each.key };
      expect(await behind({ ...asked, freeTimeState: "over" })).toBe(each.freeTime!.over);
    }
  }
});

it("is the same when figures of before the migration are counted", async () => {
  const before = await run({ groupBy: "carrier" });
  for (const table of ["free_time_clock", "shipment_free_time", "milestone_days"] as const)
    await world.db.deleteFrom(table).execute();
  await world.db
    .insertInto("figures_waiting")
    .values(shipments.map(({ id }) => ({ shipment_id: id })))
    .execute();
  expect(await run({ groupBy: "carrier" })).not.toEqual(before);
  await fillFigures(world.db, NOW);
  expect(await run({ groupBy: "carrier" })).toEqual(before);
  expect(await world.db.selectFrom("figures_waiting").selectAll().execute()).toEqual([]);
});

it("shows charges and bills only to who may see them", async () => {
  const { caller } = world.own;
  const without = (more: object) => ({ ...world.own, caller: { ...caller, ...more } });
  const noBills = without({ menus: ["ANALYTICS"] });
  const neither = without({ menus: ["ANALYTICS"], resourceCodes: [] });
  const { all } = await run({ groupBy: "month" }, noBills);
  for (const each of all.freeTime.costs) expect([each.billed, each.billedShipments]).toEqual([null, null]);
  const { all: bare } = await run({ groupBy: "month" }, neither);
  expect(bare.freeTime.over).toBe(all.freeTime.over);
  expect(bare.freeTime.costs ?? null).toBeNull();
  for (const asked of [{ chargedIn: "USD" }, { freeTimeBilledIn: "USD" }])
    await expect(
      call(
        world,
        "analytics.shipments",
        { ...question, page: 1, pageSize: 10, ...asked },
        { company: neither },
      ),
    ).rejects.toMatchObject({ messageKey: "forbidden" });
});
