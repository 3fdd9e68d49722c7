import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Punctuality, ReportGroup, ReportMeasures, ReportRow } from "#app/contract/analytics.ts";
import { etaResults, groupsOf } from "#app/contract/analytics.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { addShipment, call, makeWorld, NOW, type World } from "../shipments/fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const zones: Record<string, string> = {
  CNSHA: "Asia/Shanghai",
  DEHAM: "Europe/Berlin",
  USLAX: "America/Los_Angeles",
};
const modes = ["OCEAN", "AIR", "TRUCK"] as const;
const carriers = ["HLCU", "MAEU", null];
const clocks = ["place", "UTC", "+08:00"];

const moment = fc
  .integer({ min: Date.UTC(2026, 6, 28), max: Date.UTC(2026, 11, 4) })
  .map((ms) => ms - (ms % 60_000));
const given = fc.record({
  mode: fc.constantFrom(...modes),
  from: fc.constantFrom("CNSHA", "USLAX"),
  to: fc.constantFrom("DEHAM", "USLAX"),
  carrier: fc.constantFrom(...carriers),
  departure: moment,
  isDeparted: fc.boolean(),
  days: fc.integer({ min: 2 * 24, max: 40 * 24 }).map((hours) => hours / 24),
  slipHours: fc.integer({ min: -60, max: 90 }),
  arrival: fc.constantFrom("confirmed", "said", "none"),
  hasEta: fc.boolean(),
  isCompleted: fc.boolean(),
  reason: fc.constantFrom("WEA", "ZZZ", null),
  isFull: fc.boolean(),
  weight: fc.integer({ min: 1, max: 9_999_999 }).map((grams) => new Decimal(grams).div(1000).toFixed(3)),
  chargeable: fc.option(
    fc.integer({ min: 1, max: 99_999 }).map((half) => new Decimal(half).div(2).toFixed(1)),
  ),
  boxes: fc.array(fc.constantFrom("22G1", "45R1", "L5G1"), { maxLength: 3 }),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

interface Shipment extends Given {
  id: string;
  shipper: string;
  etd: number;
  atd: number | null;
  firstEta: number | null;
  eta: number | null;
  ata: number | null;
}

let world: World;
let shipments: Shipment[];
const question = { monthFrom: "2026-08", monthTo: "2026-11" };

beforeAll(async () => {
  world = await makeWorld();
  shipments = [];
  const others = fc.sample(given, 20);
  for (const each of fc.sample(given, 150)) shipments.push(await add(each, world.own, shipments.length));
  for (const each of others) await add(each, world.rival, 0);
});
afterAll(() => world?.database.drop());

async function add(each: Given, company: World["own"], index: number): Promise<Shipment> {
  const etd = each.departure;
  const atd = each.isDeparted ? etd + (index % 5) * HOUR + (index % 4) * 13 * MINUTE : null;
  const firstEta = each.hasEta ? etd + each.days * DAY : null;
  const eta = firstEta && firstEta + each.slipHours * HOUR;
  const due = etd + each.days * DAY + each.slipHours * HOUR + (index % 9) * HOUR;
  const ata = each.arrival === "none" || atd === null ? null : due;
  const shipper = index % 2 === 0 ? company.shipperId : company.consigneeId;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const id = await addShipment(world.db, company, {
    job_mode: each.mode,
    port_of_departure: each.from,
    port_of_arrival: each.to,
    carrier_code: each.carrier,
    etd: iso(etd),
    atd: iso(atd),
    first_eta: iso(firstEta),
    eta: iso(eta),
    ata: iso(ata),
    reached: [...(atd ? ["atd"] : []), ...(ata && each.arrival === "confirmed" ? ["ata"] : [])],
    status: each.isCompleted ? "COMPLETED" : "TRANSIT",
    load_type: each.isFull ? "FCL" : "LCL",
    reported_reason: each.reason && JSON.stringify({ code: each.reason, remark: "as said" }),
    gross_weight_kg: each.weight,
    chargeable_weight_kg: each.chargeable,
    shipper_id: shipper,
  } as object);
  await world.db.deleteFrom("shipment_container").where("shipment_id", "=", id).execute();
  if (each.boxes.length > 0)
    await world.db
      .insertInto("shipment_container")
      .values(
        each.boxes.map((container_type, line) => ({
          shipment_id: id,
          line: line + 1,
          container_number: `CSQU305438${line}`,
          container_type,
        })),
      )
      .execute();
  return { ...each, id, shipper, etd, atd, firstEta, eta, ata };
}

/** "YYYY-MM-DD" of an instant in a zone. */
const dayIn = (ms: number, zone: string) =>
  new Date(ms).toLocaleDateString("sv-SE", { timeZone: zone === "+08:00" ? "Etc/GMT-8" : zone });
const dayNumber = (day: string) => Date.parse(day) / DAY;
const departedAt = ({ atd, etd }: Shipment) => atd ?? etd;
const monthOf = (each: Shipment, clock: string) =>
  dayIn(departedAt(each), clock === "place" ? zones[each.from]! : clock).slice(0, 7);

function population(clock: string) {
  return shipments.filter((each) => {
    const month = monthOf(each, clock);
    return month >= question.monthFrom && month <= question.monthTo && departedAt(each) <= NOW.getTime();
  });
}
/** Hours that have passed. */
const hoursOnTheWay = (atd: number, ata: number) => Math.floor((ata - atd) / HOUR);
/** Whole days; null when one end is not confirmed. */
function daysOnTheWay({ atd, ata, arrival }: Shipment): number | null {
  if (atd === null || ata === null || arrival !== "confirmed" || ata < atd) return null;
  return Math.floor((ata - atd) / DAY);
}
/** From the ETA's day to the day of arrival; null when one is not known. */
function daysOff(each: Shipment, baseline: "first" | "last"): number | null {
  const due = baseline === "first" ? each.firstEta : each.eta;
  if (due === null || each.ata === null || each.arrival !== "confirmed") return null;
  const day = (ms: number) => dayNumber(dayIn(ms, zones[each.to]!));
  return day(each.ata) - day(due);
}
function keyOf(each: Shipment, groupBy: ReportGroup, clock: string): string {
  const keys: Record<ReportGroup, string> = {
    month: monthOf(each, clock),
    mode: each.mode,
    lane: `${each.from}-${each.to}`,
    carrier: each.carrier ?? "",
    shipper: each.shipper,
    consignee: world.own.consigneeId,
    charge: "",
    days: String(daysOnTheWay(each) ?? ""),
    milestone: "",
    reason: each.reason ?? "",
  };
  return keys[groupBy];
}
function punctualityOf(each: Shipment, baseline: "first" | "last", tolerance: number): Punctuality {
  const due = baseline === "first" ? each.firstEta : each.eta;
  if (due === null) return "unknown";
  const day = (ms: number) => dayNumber(dayIn(ms, zones[each.to]!));
  if (each.ata !== null)
    return each.arrival !== "confirmed"
      ? "unknown"
      : day(each.ata) - day(due) <= tolerance
        ? "onTime"
        : "late";
  if (each.isCompleted) return "unknown";
  return day(NOW.getTime()) - day(due) > tolerance ? "late" : "open";
}
const TEU: Record<string, number> = { "22G1": 1, "45R1": 2, L5G1: 2.25 };

/** Revenue tons of a shared container are no kilograms. */
const chargeableKg = ({ mode, chargeable }: Shipment) => (mode === "OCEAN" ? null : chargeable);

function volumeOf(group: Shipment[]) {
  const sum = (values: (string | null)[]) =>
    values.reduce((total, value) => total.plus(value ?? 0), new Decimal(0));
  const boxes = group.filter(({ isFull }) => isFull).flatMap((each) => each.boxes);
  return {
    weight: sum(group.map(({ weight }) => weight)).toNumber(),
    chargeable: sum(group.map(chargeableKg)).toNumber(),
    noChargeable: group.filter((each) => chargeableKg(each) === null).length,
    teu: boxes.length > 0 ? boxes.reduce((total, type) => total + TEU[type]!, 0) : null,
  };
}
const volumeIn = ({ volume }: ReportMeasures) => ({
  weight: Number(volume!.grossWeightKg),
  chargeable: Number(volume!.chargeableWeightKg),
  noChargeable: volume!.noChargeable,
  teu: volume!.teu === null ? null : Number(volume!.teu),
});

/** As PostgreSQL's percentile_cont: between neighbours. */
function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

describe.each(casesByDay(clocks, 3))("a report on the clock %s", (clock) => {
  const run = (asked: object) => call(world, "analytics.report", { ...question, clock, ...asked });
  const behind = async (asked: object): Promise<number> =>
    (await call(world, "analytics.shipments", { ...question, clock, page: 1, pageSize: 100, ...asked }))
      .total;
  const grouped = (groupBy: ReportGroup) =>
    Map.groupBy(population(clock), (each) => keyOf(each, groupBy, clock));

  it.each(groupsOf("volume"))(
    "by %s sums what a recount sums, and leads to as many shipments",
    async (groupBy) => {
      const { all, rows, groupTotal } = await run({ report: "volume", groupBy });
      const expected = grouped(groupBy);
      expect(population(clock).length).toBeGreaterThan(80);
      expect([all.shipments, volumeIn(all)]).toEqual([population(clock).length, volumeOf(population(clock))]);
      const filled = rows.filter(({ shipments: count }: ReportRow) => count > 0);
      expect(new Set(filled.map(({ key }: ReportRow) => key))).toEqual(new Set(expected.keys()));
      expect(groupTotal).toBe(groupBy === "month" ? 4 : expected.size);
      for (const row of filled) {
        expect([row.key, row.shipments, volumeIn(row)]).toEqual([
          row.key,
          expected.get(row.key)!.length,
          volumeOf(expected.get(row.key)!),
        ]);
        expect(await behind({ groupBy, key: row.key })).toBe(row.shipments);
      }
    },
  );

  it.each([
    ["first", 1],
    ["last", 0],
    ["last", 3],
  ] as const)(
    "counts arrivals against the %s ETA with %i days of tolerance",
    async (baseline, toleranceDays) => {
      const asked = { baseline, toleranceDays, groupBy: "carrier" };
      const { rows } = await run({ report: "punctuality", ...asked });
      for (const [key, group] of grouped("carrier")) {
        const counts = Object.groupBy(group, (each) => punctualityOf(each, baseline, toleranceDays));
        const { punctuality } = rows.find((row: ReportRow) => row.key === key);
        for (const state of ["onTime", "late", "open", "unknown"] as const) {
          expect([key, state, punctuality[state]]).toEqual([key, state, counts[state]?.length ?? 0]);
          expect(await behind({ ...asked, key, punctuality: state })).toBe(punctuality[state]);
        }
      }
    },
  );

  it("tells how far the ETAs were off, early and late", async () => {
    for (const [baseline, toleranceDays] of [
      ["first", 1],
      ["last", 0],
    ] as const) {
      const asked = { baseline, toleranceDays, groupBy: "carrier" };
      const { all, rows } = await run({ report: "eta", ...asked });
      const offOf = (each: Shipment) => daysOff(each, baseline);
      const days = population(clock).flatMap((each) => offOf(each) ?? []);
      expect(Number(all.eta.median)).toBeCloseTo(percentile(days, 0.5), 0);
      expect(Math.abs(Number(all.eta.p10) - percentile(days, 0.1))).toBeLessThanOrEqual(0.0501);
      for (const [key, group] of grouped("carrier")) {
        const counts = Object.groupBy(group, (each) => {
          const off = offOf(each);
          if (off === null) return "unknown";
          return off < -toleranceDays ? "early" : off > toleranceDays ? "late" : "within";
        });
        const { eta } = rows.find((row: ReportRow) => row.key === key);
        for (const result of etaResults) {
          expect([key, result, eta[result]]).toEqual([key, result, counts[result]?.length ?? 0]);
          expect(await behind({ ...asked, key, etaResult: result })).toBe(eta[result]);
        }
      }
    }
  });

  it.each(["transit", "eta"] as const)("counts the %s of each day, in their order", async (report) => {
    const asked = { report, groupBy: "days", baseline: "last" };
    const { rows, all } = await run(asked);
    const expected = Map.groupBy(population(clock), (each) =>
      String((report === "eta" ? daysOff(each, "last") : daysOnTheWay(each)) ?? ""),
    );
    const keys = rows.map(({ key }: ReportRow) => key);
    const order = [...expected.keys()].filter((key) => key !== "").toSorted((a, b) => Number(a) - Number(b));
    expect(keys).toEqual([...order, ""]);
    expect(all.shipments).toBe(population(clock).length);
    for (const { key, shipments: count } of rows) {
      expect([key, count]).toEqual([key, expected.get(key)!.length]);
      expect(await behind({ groupBy: "days", key, daysOf: report, baseline: "last" })).toBe(count);
    }
  });

  it("tells the late ones by the reason that was reported last", async () => {
    const { rows } = await run({ report: "punctuality", groupBy: "reason" });
    expect(new Set(rows.map(({ key }: ReportRow) => key))).toEqual(new Set(["WEA", "ZZZ", ""]));
    for (const [key, group] of grouped("reason")) {
      const late = group.filter((each) => punctualityOf(each, "first", 1) === "late").length;
      expect(rows.find((row: ReportRow) => row.key === key).punctuality.late).toBe(late);
      expect(await behind({ groupBy: "reason", key, punctuality: "late" })).toBe(late);
    }
  });

  it("has the percentiles of those whose both ends are confirmed", async () => {
    const { all } = await run({ report: "transit", groupBy: "lane" });
    const known = population(clock).filter(
      ({ atd, ata, arrival }) => atd && ata && arrival === "confirmed" && ata >= atd,
    );
    const days = known.map(({ atd, ata }) => hoursOnTheWay(atd!, ata!) / 24);
    const { actual, planned } = all.transit;
    expect(actual.shipments).toBe(known.length);
    expect(Math.abs(Number(actual.median) - percentile(days, 0.5))).toBeLessThanOrEqual(0.0501);
    expect(Math.abs(Number(actual.p90) - percentile(days, 0.9))).toBeLessThanOrEqual(0.0501);
    expect(Math.abs(Number(actual.most) - Math.max(...days))).toBeLessThanOrEqual(0.0501);
    expect(planned.shipments).toBe(known.filter(({ hasEta }) => hasEta).length);
    expect(await behind({ hasTransit: true })).toBe(known.length);
  });

  it.each([
    ["mode", "carrier"],
    ["lane", "month"],
    ["carrier", "days"],
    ["month", "shipper"],
  ] as const)(
    "by %s and then by %s sums each level, and leads to as many shipments",
    async (groupBy, thenBy) => {
      const report = thenBy === "days" ? "transit" : "volume";
      const { all, rows } = await run({ report, groupBy, thenBy });
      expect(all.shipments).toBe(population(clock).length);
      for (const row of rows as ReportRow[]) {
        const own = grouped(groupBy).get(row.key) ?? [];
        const expected = Map.groupBy(own, (each) => keyOf(each, thenBy, clock));
        expect([row.key, row.shipments]).toEqual([row.key, own.length]);
        const shown = row.below!.map(({ key }) => key);
        expect([shown.length, row.belowTotal]).toEqual([Math.min(12, expected.size), expected.size]);
        const rest = own.filter((each) => !shown.includes(keyOf(each, thenBy, clock)));
        expect(row.belowRest?.shipments ?? 0).toBe(rest.length);
        if (thenBy === "month") expect(shown).toEqual(shown.toSorted());
        for (const each of row.below!) {
          const group = expected.get(each.key)!;
          expect([row.key, each.key, each.shipments]).toEqual([row.key, each.key, group.length]);
          if (report === "volume") expect(volumeIn(each)).toEqual(volumeOf(group));
          else {
            const days = group.flatMap(({ atd, ata }) =>
              each.key !== "" && atd && ata ? [hoursOnTheWay(atd, ata) / 24] : [],
            );
            expect(each.transit!.actual.shipments).toBe(days.length);
            if (days.length > 0)
              expect(Number(each.transit!.actual.median)).toBeCloseTo(percentile(days, 0.5), 0);
          }
        }
        // Three of each are enough to ask for.
        for (const each of row.below!.slice(0, 3))
          expect(await behind({ groupBy, key: row.key, thenBy, key2: each.key })).toBe(each.shipments);
      }
    },
  );

  it("compares each level with as many months before", async () => {
    const asked = { monthFrom: "2026-10", monthTo: "2026-11", isCompared: true, report: "volume" };
    const count = (month: string, mode: string) =>
      shipments.filter(
        (each) => each.mode === mode && monthOf(each, clock) === month && departedAt(each) <= NOW.getTime(),
      ).length;
    const earlier: Record<string, string> = { "2026-10": "2026-08", "2026-11": "2026-09" };
    for (const [groupBy, thenBy] of [
      ["month", "mode"],
      ["mode", "month"],
    ]) {
      const { rows } = await run({ ...asked, groupBy, thenBy });
      for (const row of rows as ReportRow[])
        for (const each of row.below!) {
          const [month, mode] = groupBy === "month" ? [row.key, each.key] : [each.key, row.key];
          expect([month, mode, each.shipments, each.before!.shipments]).toEqual([
            month,
            mode,
            count(month, mode),
            count(earlier[month]!, mode),
          ]);
        }
    }
  });

  it("is compared with as many months before", async () => {
    const asked = { monthFrom: "2026-10", monthTo: "2026-11", isCompared: true, report: "volume" };
    const { all, rows } = await run({ ...asked, groupBy: "month" });
    const count = (month: string) =>
      shipments.filter((each) => monthOf(each, clock) === month && departedAt(each) <= NOW.getTime()).length;
    expect(rows.map(({ key, before }: ReportRow) => [key, before!.shipments])).toEqual([
      ["2026-10", count("2026-08")],
      ["2026-11", count("2026-09")],
    ]);
    expect(all.before.shipments).toBe(count("2026-08") + count("2026-09"));
    const byMode = await run({ ...asked, groupBy: "mode" });
    for (const { key, before } of byMode.rows)
      expect(before.shipments).toBe(
        shipments.filter((each) => each.mode === key && ["2026-08", "2026-09"].includes(monthOf(each, clock)))
          .length,
      );
  });
});

it("keeps to its filters, in the report and behind it", async () => {
  const filter = {
    mode: "OCEAN",
    from: "CNSHA",
    to: "DEHAM",
    carrierCode: "HLCU",
    shipperId: world.own.shipperId,
  };
  const expected = population("UTC").filter(
    ({ mode, from, to, carrier, shipper }) =>
      mode === "OCEAN" &&
      from === "CNSHA" &&
      to === "DEHAM" &&
      carrier === "HLCU" &&
      shipper === filter.shipperId,
  );
  const asked = { ...question, ...filter, clock: "UTC" };
  const report = await call(world, "analytics.report", { ...asked, report: "volume", groupBy: "month" });
  expect(report.all.shipments).toBe(expected.length);
  const { rows } = await call(world, "analytics.shipments", { ...asked, page: 1, pageSize: 100 });
  expect(rows.map(({ id }: { id: string }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
});

it.each([
  { groupBy: "mode", thenBy: "mode" },
  { groupBy: "mode", thenBy: "charge" },
  { groupBy: "milestone" },
])("refuses the groups %j", async (groups) => {
  const asked = call(world, "analytics.report", { ...question, report: "volume", ...groups });
  await expect(asked).rejects.toMatchObject({ messageKey: "noSuchGroup" });
});

it.each([
  [{ monthFrom: "2026-11", monthTo: "2026-10" }, "monthsBackwards"],
  [{ monthFrom: "2020-01", monthTo: "2026-10" }, "tooManyMonths"],
])("refuses the months %j", async (months, messageKey) => {
  const asked = call(world, "analytics.report", { ...months, report: "volume", groupBy: "mode" });
  await expect(asked).rejects.toMatchObject({ messageKey });
});

it("shows nothing of a group that is none, and nothing of another company's", async () => {
  const keys = [
    ["month", "2025-01"],
    ["month", "nonsense"],
    ["shipper", "1; drop"],
    ["shipper", world.rival.shipperId],
    ["lane", "CNSHA"],
    ["mode", "BOAT"],
  ];
  for (const [groupBy, key] of keys) {
    const asked = { ...question, groupBy, key, page: 1, pageSize: 10 };
    expect((await call(world, "analytics.shipments", asked)).rows).toEqual([]);
  }
});
