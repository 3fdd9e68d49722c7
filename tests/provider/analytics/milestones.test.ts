import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Punctuality, ReportGroup, ReportRow } from "#app/contract/analytics.ts";
import { punctualities } from "#app/contract/analytics.ts";
import { storedMilestones } from "#app/provider/shipments/milestone-days.ts";
import { addShipment, call, makeWorld, NOW, type World } from "../shipments/fixture.ts";

const DAY = 86_400_000;
const kinds = ["GTOT_EMPTY", "GTIN_LADEN", "LOAD", "DISC", "GTOT_LADEN"] as const;
const reasons = ["WEA", "LAB", null] as const;
const day = fc
  .integer({ min: -70, max: 12 })
  .map((days) => new Date(NOW.getTime() + days * DAY).toISOString().slice(0, 10));
const milestone = fc.record({
  firstDue: fc.option(day, { freq: 6 }),
  slip: fc.integer({ min: -3, max: 6 }),
  done: fc.option(fc.integer({ min: -4, max: 9 }), { freq: 2 }),
  isSkipped: fc.boolean(),
  reason: fc.constantFrom(...reasons),
});
const given = fc.record({
  mode: fc.constantFrom("OCEAN", "AIR"),
  carrier: fc.constantFrom("HLCU", "MAEU", null),
  month: fc.integer({ min: 7, max: 11 }),
  isCompleted: fc.boolean(),
  milestones: fc.option(fc.dictionary(fc.constantFrom(...kinds), milestone, { maxKeys: 5 }), { freq: 9 }),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

interface Milestone {
  kind: string;
  first: string | null;
  last: string | null;
  done: string | null;
  isSkipped: boolean;
  reason: string | null;
}
interface Shipment extends Omit<Given, "milestones" | "month"> {
  month: string;
  milestones: Milestone[];
}

let world: World;
const shipments: Shipment[] = [];
const question = { monthFrom: "2026-08", monthTo: "2026-11", clock: "UTC" };
const later = (of: string, days: number) => new Date(Date.parse(of) + days * DAY).toISOString().slice(0, 10);

async function add(each: Given, company: World["own"]): Promise<Shipment> {
  const at = `2026-${String(each.month).padStart(2, "0")}-15T12:00:00Z`;
  const id = await addShipment(world.db, company, {
    job_mode: each.mode as "AIR",
    carrier_code: each.carrier,
    etd: at,
    atd: at,
    reached: ["atd"],
    status: each.isCompleted ? "COMPLETED" : "TRANSIT",
  } as object);
  const milestones = Object.entries(each.milestones ?? {}).map(([kind, m]): Milestone => {
    const last = m.firstDue && later(m.firstDue, m.slip);
    // Without a plan some are reached all the same.
    const done = m.done === null ? null : later(last ?? "2026-10-10", m.done);
    return { kind, first: m.firstDue, last, done, isSkipped: m.isSkipped && !done, reason: m.reason };
  });
  const days = milestones.map(({ first, last, ...m }) => ({ ...m, firstDue: first, lastDue: last }));
  if (each.milestones)
    await world.db.insertInto("milestone_days").values(storedMilestones(id, days)).execute();
  return { ...each, month: at.slice(0, 7), milestones };
}

beforeAll(async () => {
  world = await makeWorld();
  for (const each of fc.sample(given, 140)) shipments.push(await add(each, world.own));
  for (const each of fc.sample(given, 15)) await add(each, world.rival);
});
afterAll(() => world?.database.drop());

type Baseline = "first" | "last";
interface Judge {
  baseline: Baseline;
  toleranceDays: number;
}
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY;

function stateOf(each: Shipment, m: Milestone, { baseline, toleranceDays }: Judge): Punctuality {
  const due = m[baseline];
  if (due === null) return "unknown";
  if (m.done !== null) return daysFrom(due, m.done) <= toleranceDays ? "onTime" : "late";
  if (m.isSkipped || each.isCompleted) return "unknown";
  return daysFrom(due, NOW.toISOString().slice(0, 10)) > toleranceDays ? "late" : "open";
}

/** A shipment with those of its milestones that are in a group. */
interface Part {
  shipment: Shipment;
  milestones: Milestone[];
}
const order: readonly Punctuality[] = ["late", "open", "onTime", "unknown"];

function expected(parts: readonly Part[], judge: Judge) {
  const states = parts.map(({ shipment, milestones }) => {
    const own = milestones.map((m) => stateOf(shipment, m, judge));
    return order.find((state) => own.includes(state)) ?? "unknown";
  });
  const late = parts.flatMap(({ shipment, milestones }) =>
    milestones.flatMap((m) =>
      m.done !== null && stateOf(shipment, m, judge) === "late" ? [daysFrom(m[judge.baseline]!, m.done)] : [],
    ),
  );
  return {
    shipments: parts.length,
    ...Object.fromEntries(
      punctualities.map((state) => [state, states.filter((each) => each === state).length]),
    ),
    lateMilestones: late.length,
    mean: late.length > 0 ? late.reduce((sum, days) => sum + days, 0) / late.length : null,
  };
}
const found = ({ shipments: count, milestones }: ReportRow) => {
  const { meanLateDays, ...counts } = milestones!;
  return { shipments: count, ...counts, mean: meanLateDays };
};
/** Equal, and the mean to its decimal. */
function same(row: ReportRow, parts: readonly Part[], judge: Judge, what: string): void {
  const [{ mean: is, ...counts }, { mean: should, ...recount }] = [found(row), expected(parts, judge)];
  expect([what, counts]).toEqual([what, recount]);
  expect([what, is === null]).toEqual([what, should === null]);
  if (should !== null) expect(Math.abs(Number(is) - should)).toBeLessThanOrEqual(0.0501);
}

const population = () => shipments.filter(({ month }) => month >= "2026-08");
/** Shipments and their milestones by group; those of one milestone each count in each of theirs. */
function partsBy(groupBy: ReportGroup, parts: readonly Part[]): Map<string, Part[]> {
  const groups = new Map<string, Part[]>();
  for (const { shipment, milestones } of parts) {
    const own =
      groupBy === "milestone" || groupBy === "reason"
        ? Map.groupBy(milestones, ({ kind, reason }) => (groupBy === "milestone" ? kind : (reason ?? "")))
        : new Map([
            [groupBy === "carrier" ? (shipment.carrier ?? "") : shipment[groupBy as "mode"], milestones],
          ]);
    for (const [key, some] of own)
      groups.set(key, [...(groups.get(key) ?? []), { shipment, milestones: some }]);
  }
  return groups;
}
const isOfOne = (groupBy: ReportGroup | undefined) => groupBy === "milestone" || groupBy === "reason";
const partsOf = (asked: (ReportGroup | undefined)[]): Part[] =>
  population().flatMap((shipment) =>
    asked.some(isOfOne) && shipment.milestones.length === 0
      ? []
      : [{ shipment, milestones: shipment.milestones }],
  );

const run = (asked: object) =>
  call(world, "analytics.report", { ...question, report: "milestones", ...asked });
const behind = async (asked: object): Promise<number> =>
  (
    await call(world, "analytics.shipments", {
      ...question,
      page: 1,
      pageSize: 100,
      reasonOf: "milestone",
      ...asked,
    })
  ).total;

const judges: Judge[] = [
  { baseline: "first", toleranceDays: 1 },
  { baseline: "last", toleranceDays: 0 },
];

it.each(["month", "mode", "carrier", "milestone", "reason"] as const)(
  "by %s counts late milestones as a recount does, and leads to as many shipments",
  { tags: "slow" },
  async (groupBy) => {
    const parts = partsOf([groupBy]);
    const groups = partsBy(groupBy, parts);
    for (const judge of judges) {
      const { all, rows } = await run({ ...judge, groupBy });
      same(all, parts, judge, "all");
      expect(new Set(rows.map(({ key }: ReportRow) => key))).toEqual(new Set(groups.keys()));
      for (const row of rows as ReportRow[]) {
        same(row, groups.get(row.key)!, judge, row.key);
        for (const state of punctualities)
          expect([
            row.key,
            state,
            await behind({ ...judge, groupBy, key: row.key, milestoneState: state }),
          ]).toEqual([row.key, state, row.milestones![state]]);
      }
    }
  },
);

it("has milestones in the order of the journey", async () => {
  const { rows } = await run({ groupBy: "milestone" });
  expect(rows.map(({ key }: ReportRow) => key)).toEqual([...kinds]);
});

it.each([
  ["milestone", "reason"],
  ["reason", "month"],
  ["mode", "milestone"],
  ["carrier", "month"],
] as const)("by %s and then by %s counts each level by itself", async (groupBy, thenBy) => {
  const [judge] = judges as [Judge];
  const parts = partsOf([groupBy, thenBy]);
  const { all, rows } = await run({ ...judge, groupBy, thenBy });
  same(all, parts, judge, "all");
  for (const row of rows as ReportRow[]) {
    const own = partsBy(groupBy, parts).get(row.key)!;
    same(row, own, judge, row.key);
    const below = partsBy(thenBy, own);
    expect(new Set(row.below!.map(({ key }) => key))).toEqual(new Set(below.keys()));
    expect([row.belowRest, row.belowTotal]).toEqual([null, below.size]);
    for (const each of row.below!) {
      same(each, below.get(each.key)!, judge, `${row.key} ${each.key}`);
      const asked = { ...judge, groupBy, key: row.key, thenBy, key2: each.key };
      expect(await behind({ ...asked, milestoneState: "late" })).toBe(each.milestones!.late);
    }
  }
});
