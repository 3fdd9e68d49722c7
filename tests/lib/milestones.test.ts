import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildMilestones, lastMilestone, nextMilestone } from "#app/lib/milestones/chain.ts";
import type { Milestone, MilestoneEvent } from "#app/lib/milestones/milestone.ts";
import { reachedDates } from "#app/lib/milestones/reached-dates.ts";
import { completingMilestone, delayOf, statusOf } from "#app/lib/milestones/status.ts";
import { draws } from "#tests/support/is-all.ts";

const NOW = new Date("2026-12-10T00:00:00Z");
let made = 0;

/** "DEPA ACT 12-03 CNSHA", with the rest by name; received on the day it happens unless said otherwise. */
function event(text: string, rest: Partial<MilestoneEvent> = {}): MilestoneEvent {
  const [code = "", classifier = "", day = "", placeCode] = text.split(" ");
  const at = new Date(`2026-${day}T06:00:00Z`);
  const isAir = rest.vocabulary === "IMP";
  made++;
  return {
    id: `event-${made}`,
    vocabulary: "DCSA",
    code,
    classifier: classifier as MilestoneEvent["classifier"],
    at,
    isDayOnly: false,
    placeCode: placeCode ?? null,
    sequence: null,
    emptyIndicator: null,
    mode: isAir ? "AIR" : null,
    containerNumber: null,
    transport: null,
    source: "carrier",
    receivedAt: classifier === "ACT" ? at : new Date("2026-11-20T00:00:00Z"),
    reasonCode: null,
    remark: null,
    ...rest,
  };
}
const air = (text: string, rest: Partial<MilestoneEvent> = {}) => event(text, { vocabulary: "IMP", ...rest });
const own = (text: string, rest: Partial<MilestoneEvent> = {}) =>
  event(text, { vocabulary: "HOUSE", ...rest });
const build = (events: MilestoneEvent[], containers: string[] = []) =>
  buildMilestones(events, { now: NOW, containers }).milestones;
const shown = (milestones: Milestone[]) =>
  milestones.map(({ kind, placeCode }) => `${kind} ${placeCode ?? "-"}`);
const received = (day: string) => ({ receivedAt: new Date(`2026-${day}T00:00:00Z`) });

const OCEAN = [
  "GTOT_EMPTY CNSHA",
  "STUF CNSUZ",
  "GTIN_LADEN CNSHA",
  "LOAD CNSHA",
  "DEPA CNSHA",
  "ARRI SGSIN",
  "DISC SGSIN",
  "LOAD SGSIN",
  "DEPA SGSIN",
  "ARRI NLRTM",
  "DISC NLRTM",
  "CUSR NLRTM",
  "AVPU NLRTM",
  "GTOT_LADEN NLRTM",
  "DROP_LADEN NLUTC",
  "GTIN_EMPTY NLRTM",
];
const oceanEvents = (classifier = "PLN") => [
  event(`GTOT ${classifier} 11-21 CNSHA`, { emptyIndicator: "EMPTY" }),
  event(`STUF ${classifier} 11-22 CNSUZ`),
  event(`GTIN ${classifier} 11-24 CNSHA`, { emptyIndicator: "LADEN" }),
  event(`LOAD ${classifier} 11-26 CNSHA`, { sequence: 1 }),
  event(`DEPA ${classifier} 11-27 CNSHA`, { sequence: 1, mode: "VESSEL", transport: "EVER GIVEN 012W" }),
  event(`ARRI ${classifier} 12-02 SGSIN`, { sequence: 2, mode: "VESSEL", transport: "EVER GIVEN 012W" }),
  event(`DISC ${classifier} 12-03 SGSIN`, { sequence: 2 }),
  event(`LOAD ${classifier} 12-05 SGSIN`, { sequence: 2 }),
  event(`DEPA ${classifier} 12-06 SGSIN`, { sequence: 2, mode: "VESSEL", transport: "MOL TRUST 3E" }),
  event(`ARRI ${classifier} 12-20 NLRTM`, { sequence: 3, mode: "VESSEL", transport: "MOL TRUST 3E" }),
  event(`DISC ${classifier} 12-21 NLRTM`, { sequence: 3 }),
  event(`CUSR ${classifier} 12-21 NLRTM`),
  event(`AVPU ${classifier} 12-22 NLRTM`),
  event(`GTOT ${classifier} 12-23 NLRTM`, { emptyIndicator: "LADEN" }),
  event(`DROP ${classifier} 12-24 NLUTC`, { emptyIndicator: "LADEN" }),
  event(`GTIN ${classifier} 12-26 NLRTM`, { emptyIndicator: "EMPTY" }),
];

describe("the order of the journey", () => {
  test("ocean with a transhipment", () => {
    const milestones = build(oceanEvents());
    expect(shown(milestones)).toEqual(OCEAN);
    expect(milestones.map(({ legIndex }) => legIndex)).toEqual([
      null,
      null,
      null,
      0,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test("does not depend on the order in which events arrive, and keys are unique", () => {
    const events = [...oceanEvents(), ...oceanEvents("EST"), ...oceanEvents("ACT").slice(0, 7)];
    const expected = build(events);
    expect(new Set(expected.map(({ key }) => key)).size).toBe(expected.length);
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(build(shuffled)).toEqual(expected);
      }),
      { numRuns: draws(50) },
    );
  });

  test("gates that do not say empty or laden are read by the side of the main carriage they are on", () => {
    const events = oceanEvents().map((each) => ({ ...each, emptyIndicator: null }));
    expect(shown(build(events))).toEqual(OCEAN);
  });

  test("two voyages that number their calls apart make one stop at the transhipment port", () => {
    const renumbered: Record<string, number> = { LOAD: 1, DEPA: 1, ARRI: 4, DISC: 4 };
    const events = oceanEvents().map((each) => ({ ...each, sequence: renumbered[each.code] ?? null }));
    expect(shown(build(events))).toEqual(OCEAN);
  });

  test("a late arrival of one voyage is before the planned departure of the next", () => {
    const milestones = build([
      event("DEPA ACT 11-27 CNSHA", { sequence: 1 }),
      event("ARRI EST 12-08 SGSIN", { sequence: 4 }),
      event("DEPA PLN 12-06 SGSIN", { sequence: 1 }),
      event("ARRI PLN 12-20 NLRTM", { sequence: 2 }),
    ]);
    expect(shown(milestones)).toEqual(["DEPA CNSHA", "ARRI SGSIN", "DEPA SGSIN", "ARRI NLRTM"]);
  });

  test("a delay of the first leg that is not passed on to the second does not turn the legs round", () => {
    const events = [
      ...oceanEvents(),
      event("DEPA ACT 12-08 CNSHA", { sequence: 1 }),
      event("ARRI EST 12-14 SGSIN", { sequence: 2, ...received("12-08") }),
    ];
    expect(shown(build(events))).toEqual(OCEAN);
    expect(shown(build(events.map((each) => ({ ...each, sequence: null }))))).toEqual(OCEAN);
    const withoutPlans = events.filter(({ classifier }) => classifier !== "PLN");
    expect(shown(build(withoutPlans))).toEqual(["DEPA CNSHA", "ARRI SGSIN"]);
  });

  test("numbered calls keep their order while their estimates do not agree", () => {
    const milestones = build([
      event("DEPA EST 12-12 CNSHA", { sequence: 1 }),
      event("ARRI EST 12-11 SGSIN", { sequence: 2 }),
    ]);
    expect(shown(milestones)).toEqual(["DEPA CNSHA", "ARRI SGSIN"]);
  });

  test("sequence numbers per voyage do not reverse the journey", () => {
    const milestones = build([
      event("DEPA PLN 11-27 CNSHA", { sequence: 3 }),
      event("ARRI PLN 12-02 SGSIN", { sequence: 5 }),
      event("DEPA PLN 12-06 SGSIN", { sequence: 5 }),
      event("ARRI PLN 12-20 NLRTM", { sequence: 2 }),
    ]);
    expect(shown(milestones)).toEqual(["DEPA CNSHA", "ARRI SGSIN", "DEPA SGSIN", "ARRI NLRTM"]);
  });

  test("a journey known only from the transhipment port on has a leg before it", () => {
    const milestones = build(oceanEvents().slice(5, 11));
    expect(shown(milestones)).toEqual(OCEAN.slice(5, 11));
    expect(milestones.map(({ legIndex }) => legIndex)).toEqual([0, 0, 1, 1, 1, 1]);
    expect(
      statusOf(build([...oceanEvents().slice(6, 11), event("DISC ACT 12-03 SGSIN", { sequence: 2 })])),
    ).toBe("TRANSIT");
  });

  test("a port called at twice has both its calls", () => {
    const milestones = build([
      event("LOAD ACT 12-01 SGSIN", { sequence: 1 }),
      event("DEPA ACT 12-01 SGSIN", { sequence: 1 }),
      event("ARRI ACT 12-03 MYPKG", { sequence: 2 }),
      event("DEPA ACT 12-04 MYPKG", { sequence: 2 }),
      event("ARRI PLN 12-12 SGSIN", { sequence: 3 }),
      event("DEPA PLN 12-13 SGSIN", { sequence: 3 }),
      event("ARRI PLN 12-20 LKCMB", { sequence: 4 }),
    ]);
    expect(shown(milestones)).toEqual([
      "LOAD SGSIN",
      "DEPA SGSIN",
      "ARRI MYPKG",
      "DEPA MYPKG",
      "ARRI SGSIN",
      "DEPA SGSIN",
      "ARRI LKCMB",
    ]);
    expect(milestones.map(({ key }) => key)).toContain("DEPA-SGSIN-2");
    expect(milestones.map(({ legIndex }) => legIndex)).toEqual([0, 0, 0, 1, 1, 2, 2]);
  });

  test("an event without a place joins the call it numbers, or the like milestone nearest in time", () => {
    const milestones = build([
      ...oceanEvents(),
      event("ARRI ACT 12-02", { sequence: 2 }),
      event("ARRI EST 12-19", received("12-08")),
    ]);
    expect(shown(milestones)).toEqual(OCEAN);
    expect(milestones[5]?.state).toBe("reached");
    expect(milestones[9]?.estimated?.at).toEqual(new Date("2026-12-19T06:00:00Z"));
  });

  test("trucks to the port and from it are outside the legs", () => {
    const milestones = build([
      event("PICK PLN 11-22 CNSUZ", { emptyIndicator: "LADEN", mode: "TRUCK" }),
      event("DEPA PLN 11-22 CNSUZ", { mode: "TRUCK" }),
      event("ARRI PLN 11-23 CNSHA", { mode: "TRUCK" }),
      ...oceanEvents().slice(2, 5),
      ...oceanEvents().slice(9, 14),
      event("DEPA PLN 12-23 NLRTM", { mode: "TRUCK" }),
      event("ARRI PLN 12-24 NLUTC", { mode: "TRUCK" }),
      event("DROP PLN 12-24 NLUTC", { mode: "TRUCK" }),
    ]);
    expect(shown(milestones)).toEqual([
      "PICK_LADEN CNSUZ",
      "DEPA CNSUZ",
      "ARRI CNSHA",
      "GTIN_LADEN CNSHA",
      "LOAD CNSHA",
      "DEPA CNSHA",
      "ARRI NLRTM",
      "DISC NLRTM",
      "CUSR NLRTM",
      "AVPU NLRTM",
      "GTOT_LADEN NLRTM",
      "DEPA NLRTM",
      "ARRI NLUTC",
      "DROP_LADEN NLUTC",
    ]);
    expect(milestones.filter(({ mode }) => mode === "TRUCK").every(({ legIndex }) => legIndex === null)).toBe(
      true,
    );
  });

  test("a truck after the planned departure is still the one to the port", () => {
    const milestones = build([
      event("ARRI PLN 11-25 CNSHA", { mode: "TRUCK" }),
      event("ARRI EST 11-29 CNSHA", { mode: "TRUCK" }),
      event("DEPA PLN 11-27 CNSHA", { mode: "VESSEL" }),
      event("ARRI PLN 12-20 NLRTM", { mode: "VESSEL" }),
    ]);
    expect(shown(milestones)).toEqual(["ARRI CNSHA", "DEPA CNSHA", "ARRI NLRTM"]);
  });

  test("a truck shipment has its legs by truck", () => {
    const milestones = build([
      event("PICK ACT 12-01 DEHAM", { mode: "TRUCK" }),
      event("LOAD ACT 12-01 DEHAM"),
      event("DEPA ACT 12-01 DEHAM", { mode: "TRUCK" }),
      event("ARRI PLN 12-12 PLWAW", { mode: "TRUCK" }),
      event("DROP PLN 12-12 PLWAW", { mode: "TRUCK" }),
    ]);
    expect(shown(milestones)).toEqual([
      "PICK_LADEN DEHAM",
      "LOAD DEHAM",
      "DEPA DEHAM",
      "ARRI PLWAW",
      "DROP_LADEN PLWAW",
    ]);
    expect(milestones.map(({ legIndex }) => legIndex)).toEqual([null, 0, 0, 0, null]);
  });

  test("a train to the port is a leg; customs and gate at the first port come before the vessel", () => {
    const milestones = build([
      event("GTIN PLN 11-20 CNCKG", { emptyIndicator: "LADEN" }),
      event("DEPA PLN 11-21 CNCKG", { mode: "RAIL" }),
      event("ARRI PLN 11-24 CNSHA", { mode: "RAIL" }),
      event("DEPA PLN 11-27 CNSHA", { mode: "VESSEL" }),
      event("ARRI PLN 12-20 NLRTM", { mode: "VESSEL" }),
    ]);
    expect(shown(milestones)).toEqual([
      "GTIN_LADEN CNCKG",
      "DEPA CNCKG",
      "ARRI CNSHA",
      "DEPA CNSHA",
      "ARRI NLRTM",
    ]);
    expect(milestones.map(({ legIndex }) => legIndex)).toEqual([null, 0, 0, 1, 1]);

    const atOrigin = build([
      event("CUSR PLN 11-25 CNSHA"),
      event("GTIN PLN 11-24 CNSHA", { emptyIndicator: "LADEN" }),
      event("ARRI PLN 11-25 CNSHA", { mode: "VESSEL" }),
      event("LOAD PLN 11-26 CNSHA"),
      event("DEPA PLN 11-27 CNSHA", { mode: "VESSEL" }),
    ]);
    expect(shown(atOrigin)).toEqual([
      "GTIN_LADEN CNSHA",
      "CUSR CNSHA",
      "ARRI CNSHA",
      "LOAD CNSHA",
      "DEPA CNSHA",
    ]);
  });

  test("air with a hub, discrepancies apart", () => {
    const chain = buildMilestones(
      [
        air("DLV PLN 12-08 FRA"),
        air("CCD PLN 12-07 FRA"),
        air("NFD PLN 12-06 FRA"),
        air("AWD PLN 12-06 FRA"),
        air("RCF PLN 12-06 FRA"),
        air("ARR PLN 12-06 FRA"),
        air("DEP PLN 12-05 DXB"),
        air("MAN PLN 12-05 DXB"),
        air("RCF PLN 12-04 DXB"),
        air("ARR PLN 12-04 DXB"),
        air("DEP ACT 12-03 PVG", { transport: "EK 305" }),
        air("MAN ACT 12-03 PVG"),
        air("RCS ACT 12-02 PVG"),
        air("FOH ACT 12-02 PVG"),
        air("FWB ACT 12-01 PVG"),
        air("BKD ACT 11-30 PVG"),
        air("DIS ACT 12-04 DXB", { remark: "2 pieces short" }),
        air("XYZ ACT 12-04 DXB"),
        event("CONF ACT 11-30"),
        event("constructor ACT 11-30"),
      ],
      { now: NOW },
    );
    expect(shown(chain.milestones)).toEqual([
      "BKD PVG",
      "FWB PVG",
      "FOH PVG",
      "RCS PVG",
      "MAN PVG",
      "DEP PVG",
      "ARR DXB",
      "RCF DXB",
      "MAN DXB",
      "DEP DXB",
      "ARR FRA",
      "RCF FRA",
      "NFD FRA",
      "AWD FRA",
      "CCD FRA",
      "DLV FRA",
    ]);
    expect(chain.milestones.map(({ legIndex }) => legIndex)).toEqual([
      null,
      null,
      null,
      null,
      0,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
      null,
      null,
      null,
      null,
    ]);
    expect(chain.milestones[5]?.transport).toBe("EK 305");
    expect(chain.discrepancies.map(({ remark }) => remark)).toEqual(["2 pieces short"]);
    expect(chain.others.map(({ code }) => code).sort()).toEqual(["CONF", "XYZ", "constructor"]);
  });
});

describe("planned, estimated, actual", () => {
  const only = (events: MilestoneEvent[], containers: string[] = []) => {
    const milestones = build(events, containers);
    expect(milestones).toHaveLength(1);
    return milestones[0] as Milestone;
  };
  const day = (text: string) => new Date(`2026-${text}T06:00:00Z`);

  test("the estimate received last holds, whichever is later in time", () => {
    const arrival = only([
      event("ARRI EST 12-20 NLRTM", received("12-03")),
      event("ARRI EST 12-25 NLRTM", received("12-01")),
      event("ARRI PLN 12-15 NLRTM", received("11-20")),
      event("ARRI PLN 12-14 NLRTM", received("11-19")),
    ]);
    expect(arrival.estimated?.at).toEqual(day("12-20"));
    expect(arrival.planned?.at).toEqual(day("12-15"));
    expect(arrival.due).toBe(arrival.estimated);
    expect(arrival.state).toBe("expected");
  });

  test("a plan received after the estimate replaces it", () => {
    const arrival = only([
      event("ARRI EST 12-20 NLRTM", received("12-01")),
      event("ARRI PLN 12-28 NLRTM", received("12-02")),
    ]);
    expect(arrival.due).toBe(arrival.planned);
    expect(arrival.state).toBe("planned");
  });

  test("an estimate or plan received after the actual is ignored, and marked so", () => {
    const late = [
      event("ARRI EST 12-07 NLRTM", received("12-06")),
      event("ARRI PLN 12-08 NLRTM", received("12-06")),
    ];
    const arrival = only([
      event("ARRI PLN 12-01 NLRTM", received("11-20")),
      event("ARRI EST 12-04 NLRTM", received("12-03")),
      event("ARRI ACT 12-05 NLRTM", received("12-05")),
      ...late,
      event("ARRI ACT 12-05 NLRTM", { at: new Date("2026-12-05T09:00:00Z"), ...received("12-07") }),
    ]);
    expect(arrival.state).toBe("reached");
    expect(arrival.estimated?.at).toEqual(day("12-04"));
    expect(arrival.planned?.at).toEqual(day("12-01"));
    expect(arrival.ignoredEventIds).toEqual(late.map(({ id }) => id));
    // A corrected actual replaces the earlier one.
    expect(arrival.actual?.at).toEqual(new Date("2026-12-05T09:00:00Z"));
  });

  test.each([
    ["PLN 12-09", "overdue"],
    ["EST 12-09", "overdue"],
    ["PLN 12-11", "planned"],
    ["EST 12-11", "expected"],
    ["ACT 12-11", "reached"],
  ])("ARRI %s on 12-10 is %s", (text, state) => {
    expect(only([event(`ARRI ${text} NLRTM`)]).state).toBe(state);
  });

  test("a day has to end before it is overdue", () => {
    const wireDay = (iso: string) => ({ isDayOnly: true, at: new Date(iso) });
    expect(only([event("ARRI PLN 12-09 NLRTM", wireDay("2026-12-09T16:00:00Z"))]).state).toBe("planned");
    expect(only([event("ARRI PLN 12-09 NLRTM", wireDay("2026-12-08T16:00:00Z"))]).state).toBe("overdue");
  });

  test("without an actual of its own a milestone is not reached, whatever came later", () => {
    const milestones = build([...oceanEvents(), event("ARRI ACT 12-02 SGSIN", { sequence: 2 })]);
    expect(milestones.filter(({ state }) => state === "reached").map(({ key }) => key)).toEqual([
      "ARRI-SGSIN",
    ]);
    expect(milestones.slice(0, 5).every(({ isSkipped, state }) => isSkipped && state === "planned")).toBe(
      true,
    );
    expect(milestones.slice(5).some(({ isSkipped }) => isSkipped)).toBe(false);
    expect(nextMilestone(milestones)?.key).toBe("DISC-SGSIN");
  });

  test("reached means an actual, for any set of events", () => {
    const anyEvent = fc
      .record({
        code: fc.constantFrom("GTOT", "GTIN", "LOAD", "DEPA", "ARRI", "DISC", "DROP", "CUSR"),
        classifier: fc.constantFrom("PLN", "EST", "ACT"),
        day: fc.constantFrom("11-25", "12-01", "12-05", "12-09", "12-20"),
        place: fc.constantFrom("CNSHA", "SGSIN", "NLRTM"),
        sequence: fc.option(fc.integer({ min: 1, max: 3 })),
        container: fc.option(fc.constantFrom("CSQU3054383", "MSKU6011672")),
        known: fc.constantFrom("11-20", "12-02", "12-08"),
        hasPlace: fc.boolean(),
      })
      .map(({ code, classifier, day: on, place, sequence, container, known, hasPlace }) =>
        event(`${code} ${classifier} ${on}${hasPlace ? ` ${place}` : ""}`, {
          sequence,
          containerNumber: container,
          ...received(known),
        }),
      );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 25 }), (events) => {
        const milestones = build(events);
        expect(milestones.flatMap((milestone) => milestone.events)).toHaveLength(events.length);
        expect(new Set(milestones.map(({ key }) => key)).size).toBe(milestones.length);
        for (const milestone of milestones) {
          const actuals = milestone.events.filter(({ classifier }) => classifier === "ACT");
          if (milestone.state === "reached") expect(actuals.length).toBeGreaterThan(0);
          if (actuals.length === 0) expect(milestone.actual).toBeNull();
          expect(milestone.state === "reached").toBe(milestone.actual !== null);
        }
        expect(build([...events].reverse())).toEqual(milestones);
      }),
      { numRuns: draws(200) },
    );
  });

  test("a repeated id is one event, the one received last", () => {
    const first = event("ARRI EST 12-20 NLRTM", received("12-01"));
    const again = { ...first, at: day("12-22"), ...received("12-02") };
    expect(only([again, first]).events).toEqual([again]);
  });

  test("an event with an impossible date is quarantined", () => {
    const broken = event("ARRI ACT 12-20 NLRTM", { at: new Date(Number.NaN) });
    const chain = buildMilestones([broken], { now: NOW });
    expect(chain).toEqual({
      milestones: [],
      discrepancies: [],
      others: [broken],
      lastNewsAt: null,
    });
  });

  test("the last reported reason is kept, and place and vessel are those of the actual", () => {
    const departure = only([
      event("DEPA EST 12-02 CNSHA", {
        reasonCode: "WEA",
        remark: "Bad weather",
        transport: "A 1",
        ...received("12-01"),
      }),
      event("DEPA ACT 12-03 CNSHA", { transport: "B 2" }),
      event("DEPA PLN 12-09 CNSHA", { transport: "C 3", ...received("12-08") }),
    ]);
    expect(departure.reason).toEqual({ code: "WEA", remark: "Bad weather" });
    expect(departure.transport).toBe("B 2");
  });

  test("an estimate is news, by when it was received", () => {
    const chain = buildMilestones(
      [event("DEPA ACT 12-03 CNSHA"), event("ARRI EST 12-20 NLRTM", received("12-08"))],
      { now: NOW },
    );
    expect(chain.lastNewsAt).toEqual(new Date("2026-12-08T00:00:00Z"));
  });
});

describe("several containers", () => {
  const A = "CSQU3054383";
  const B = "MSKU6011672";

  test("an equipment milestone is reached when the last container has it", () => {
    const one = [
      event("LOAD EST 12-02 CNSHA", received("12-01")),
      event("LOAD ACT 12-03 CNSHA", { containerNumber: A }),
    ];
    const [partly] = build(one, [A, B]);
    expect(partly).toMatchObject({ actual: null, state: "overdue", count: { done: 1, total: 2 } });
    const [wholly] = build([...one, event("LOAD ACT 12-05 CNSHA", { containerNumber: B })], [A, B]);
    expect(wholly).toMatchObject({ state: "reached", count: { done: 2, total: 2 } });
    expect(wholly?.actual?.at).toEqual(new Date("2026-12-05T06:00:00Z"));
  });

  test("an estimate for a container that is still out counts after the actual of another", () => {
    const [load] = build([
      event("LOAD EST 12-02 CNSHA", { containerNumber: A, ...received("12-01") }),
      event("LOAD ACT 12-03 CNSHA", { containerNumber: A }),
      event("LOAD EST 12-14 CNSHA", { containerNumber: B, ...received("12-04") }),
      event("LOAD EST 12-09 CNSHA", { id: "late", containerNumber: A, ...received("12-04") }),
    ]);
    expect(load?.estimated?.at).toEqual(new Date("2026-12-14T06:00:00Z"));
    expect(load?.state).toBe("expected");
    expect(load?.ignoredEventIds).toEqual(["late"]);
  });

  test("a container that only an event names counts too; an event without a number applies to all containers", () => {
    const [gate] = build(
      [event("GTIN ACT 12-01 CNSHA", { containerNumber: A, emptyIndicator: "LADEN" })],
      [B],
    );
    expect(gate?.count).toEqual({ done: 1, total: 2 });
    const [all] = build([event("GTIN ACT 12-01 CNSHA", { emptyIndicator: "LADEN" })], [A, B]);
    expect(all).toMatchObject({ state: "reached", count: { done: 2, total: 2 } });
  });

  test("the vessel's departure is one event for all", () => {
    const [departure] = build([event("DEPA ACT 12-01 CNSHA", { containerNumber: A })], [A, B]);
    expect(departure).toMatchObject({ state: "reached", count: null });
  });

  test("containers collected at two depots are one milestone", () => {
    const milestones = build([
      event("GTOT ACT 12-01 CNSHA", { containerNumber: A, emptyIndicator: "EMPTY" }),
      event("GTOT ACT 12-02 CNNGB", { containerNumber: B, emptyIndicator: "EMPTY" }),
    ]);
    expect(milestones).toHaveLength(1);
    expect(milestones[0]).toMatchObject({ state: "reached", count: { done: 2, total: 2 } });
  });
});

describe("status", () => {
  const actuals = oceanEvents("ACT").map((each) => ({
    ...each,
    at: new Date(each.at.getTime() - 30 * 86_400_000),
  }));
  const upTo = (count: number) => build(actuals.slice(0, count));

  test.each([
    [0, "BOOKED"],
    [1, "BOOKED"],
    [4, "BOOKED"],
    [5, "TRANSIT"],
    [13, "TRANSIT"],
    [14, "TRANSIT"],
    [15, "COMPLETED"],
    [16, "COMPLETED"],
  ])("door to door after %i milestones: %s", (count, status) => {
    expect(statusOf(upTo(count), "DTD")).toBe(status);
  });

  test.each([
    [13, "TRANSIT"],
    [14, "COMPLETED"],
  ])("port to port after %i milestones: %s", (count, status) => {
    expect(statusOf(upTo(count), "PTP")).toBe(status);
    expect(statusOf(upTo(count), "DTP")).toBe(status);
  });

  test("a pick-up puts a shipment in transit, a plan or the arrival of its vessel does not", () => {
    expect(statusOf(build([event("PICK ACT 12-01 CNSUZ")]), "DTD")).toBe("TRANSIT");
    expect(statusOf(build([event("DEPA EST 12-01 CNSHA")]), "DTD")).toBe("BOOKED");
    const calling = [
      event("ARRI ACT 12-01 CNSHA", { mode: "VESSEL" }),
      event("DEPA PLN 12-02 CNSHA", { mode: "VESSEL" }),
    ];
    expect(statusOf(build(calling), "PTP")).toBe("BOOKED");
  });

  test("an arrival without a departure puts the shipment in transit", () => {
    expect(statusOf(build([...oceanEvents(), event("DISC ACT 12-03 SGSIN", { sequence: 2 })]), "PTP")).toBe(
      "TRANSIT",
    );
  });

  test("a shipment with one of two containers delivered is not delivered", () => {
    const events = [event("DEPA ACT 12-01 CNSHA"), event("DROP ACT 12-05 NLUTC", { containerNumber: "A" })];
    expect(statusOf(build(events, ["A", "B"]), "DTD")).toBe("TRANSIT");
    expect(
      statusOf(
        build([...events, event("DROP ACT 12-06 NLUTC", { containerNumber: "B" })], ["A", "B"]),
        "DTD",
      ),
    ).toBe("COMPLETED");
  });

  test("a gate on the way does not end a port-to-port shipment", () => {
    const events = [
      event("DEPA ACT 11-20 CNSHA", { mode: "VESSEL" }),
      event("DISC ACT 12-01 NLRTM"),
      event("GTOT ACT 12-02 NLRTM", { emptyIndicator: "LADEN" }),
      event("GTOT PLN 12-14 DEDUI", { emptyIndicator: "LADEN" }),
    ];
    expect(statusOf(build(events), "PTP")).toBe("TRANSIT");
  });

  test("air: booked is not handed over, arrived is not delivered, delivered ends it", () => {
    const flown = [
      air("BKD ACT 11-30 PVG"),
      air("RCS ACT 12-02 PVG"),
      air("DEP ACT 12-03 PVG"),
      air("ARR ACT 12-04 FRA"),
    ];
    expect(statusOf(build(flown.slice(0, 2)), "ATA")).toBe("BOOKED");
    expect(statusOf(build(flown), "ATA")).toBe("TRANSIT");
    const delivered = build([...flown, air("DLV ACT 12-06 FRA")]);
    expect(statusOf(delivered, "ATA")).toBe("COMPLETED");
    expect(statusOf(delivered, "DTD")).toBe("COMPLETED");
    expect(completingMilestone(delivered)?.key).toBe("DLV-FRA");
    // When a truck to the door follows, the airport's delivery does not complete the shipment.
    const toDoor = build([
      ...flown,
      air("DLV ACT 12-06 FRA"),
      event("DROP PLN 12-12 DEMAI", { mode: "TRUCK" }),
    ]);
    expect(statusOf(toDoor, "ATD")).toBe("TRANSIT");
    expect(statusOf(toDoor, "ATA")).toBe("COMPLETED");
  });
});

describe("delay", () => {
  const at = (text: string) => new Date(`2026-${text}Z`);
  const base = { firstEta: null, eta: null, status: "TRANSIT" as const, milestones: [], now: NOW };

  test.each([
    ["12-20T00:00:00", "12-21T00:00:00", false],
    ["12-20T00:00:00", "12-21T00:00:01", true],
    ["12-20T00:00:00", "12-10T00:00:00", false],
  ])("first ETA %s, ETA %s: %s", (first, eta, isDelayed) => {
    expect(delayOf({ ...base, firstEta: at(first), eta: at(eta) })).toEqual({
      isDelayed,
      delayDueAt: null,
      reason: isDelayed ? "eta-slip" : null,
    });
  });

  test("the next milestone may be 24 hours overdue, and no longer", () => {
    const milestones = build([event("DEPA ACT 12-01 CNSHA"), event("ARRI PLN 12-09 NLRTM")]);
    const delayDueAt = at("12-10T06:00:00");
    expect(delayOf({ ...base, milestones, now: delayDueAt })).toEqual({
      isDelayed: false,
      delayDueAt,
      reason: null,
    });
    expect(delayOf({ ...base, milestones, now: at("12-10T06:00:01") })).toEqual({
      isDelayed: true,
      delayDueAt,
      reason: "overdue",
    });
    expect(delayOf({ ...base, milestones, status: "COMPLETED", now: at("12-30T00:00:00") })).toEqual({
      isDelayed: false,
      delayDueAt: null,
      reason: null,
    });
  });

  test("a new estimate moves the due day, and a skipped milestone does not count", () => {
    const milestones = build([
      event("LOAD PLN 11-20 CNSHA"),
      event("DEPA ACT 12-01 CNSHA"),
      event("ARRI PLN 12-02 NLRTM"),
      event("ARRI EST 12-12 NLRTM", received("12-05")),
    ]);
    expect(delayOf({ ...base, milestones })).toEqual({
      isDelayed: false,
      delayDueAt: at("12-13T06:00:00"),
      reason: null,
    });
  });

  test("the 24 hours of 'delayed' begin after the planned day has ended", () => {
    const midnight = new Date("2026-12-08T16:00:00Z");
    const milestones = build([event("ARRI PLN 12-09 NLRTM", { isDayOnly: true, at: midnight })]);
    expect(delayOf({ ...base, milestones }).delayDueAt).toEqual(new Date("2026-12-10T16:00:00Z"));
  });

  test("nothing known, nothing late", () => {
    expect(delayOf({ ...base, status: "BOOKED" })).toEqual({
      isDelayed: false,
      delayDueAt: null,
      reason: null,
    });
  });
});

describe("the forwarder's own milestones", () => {
  test("are at their position in the journey", () => {
    const milestones = build([
      ...oceanEvents(),
      own("BOOK ACT 11-19 CNSHA"),
      own("COLL PLN 11-22 CNSUZ"),
      own("DOCR PLN 11-23 CNSUZ"),
      own("DPWH PLN 11-24 CNSHA"),
      own("AMSC PLN 11-25 CNSHA"),
      own("DOCB PLN 12-18 NLRTM"),
      own("BRTH PLN 12-20 NLRTM"),
      own("CUSC PLN 12-21 NLRTM"),
      own("FRAI PLN 12-22 NLRTM"),
      own("FRMP PLN 12-22 NLUTC"),
      own("PODU PLN 12-24 NLUTC"),
    ]);
    const ports = shown(milestones);
    expect(ports.slice(0, 7)).toEqual([
      "BOOK CNSHA",
      "GTOT_EMPTY CNSHA",
      "STUF CNSUZ",
      "COLL CNSUZ",
      "DOCR CNSUZ",
      "DPWH CNSHA",
      "GTIN_LADEN CNSHA",
    ]);
    expect(ports.slice(7, 10)).toEqual(["AMSC CNSHA", "LOAD CNSHA", "DEPA CNSHA"]);
    expect(ports.slice(14)).toEqual([
      "DOCB NLRTM",
      "ARRI NLRTM",
      "BRTH NLRTM",
      "DISC NLRTM",
      "CUSC NLRTM",
      "CUSR NLRTM",
      "FRAI NLRTM",
      "AVPU NLRTM",
      "GTOT_LADEN NLRTM",
      "FRMP NLUTC",
      "DROP_LADEN NLUTC",
      "PODU NLUTC",
      "GTIN_EMPTY NLRTM",
    ]);
    expect(milestones.find(({ kind }) => kind === "BRTH")?.legIndex).toBe(1);
  });

  test("a berth at the first port does not change the legs", () => {
    const milestones = build([...oceanEvents(), own("BRTH ACT 11-25 CNSHA")]);
    expect(shown(milestones).slice(3, 6)).toEqual(["BRTH CNSHA", "LOAD CNSHA", "DEPA CNSHA"]);
    expect(milestones[5]?.legIndex).toBe(0);
    expect(statusOf(milestones)).toBe("BOOKED");
  });

  test("early document milestones skip nothing, and do not count as reached by the cargo", () => {
    const milestones = build([
      ...oceanEvents(),
      ...oceanEvents("ACT").slice(0, 5),
      own("DOCB ACT 12-09 NLRTM"),
      own("CUSC ACT 12-09 NLRTM"),
    ]);
    expect(milestones.filter(({ isSkipped }) => isSkipped)).toEqual([]);
    expect(lastMilestone(milestones)?.key).toBe("DEPA-CNSHA");
    expect(nextMilestone(milestones)?.key).toBe("ARRI-SGSIN");
  });

  test("a code of another vocabulary is not accepted", () => {
    expect(build([own("LOAD ACT 12-01 CNSHA"), event("BRTH ACT 12-01 CNSHA")])).toEqual([]);
  });
});

describe("dates that are reached", () => {
  const route = { from: "CNSHA", to: "NLRTM", service: "PTD" } as const;
  const reached = (events: MilestoneEvent[], containers: string[] = []) =>
    Object.fromEntries(
      Object.entries(reachedDates(build(events, containers), route)).map(([key, { at }]) => [
        key,
        at.toISOString().slice(5, 10),
      ]),
    );

  test("have an actual event each", () => {
    expect(
      reached([
        ...oceanEvents("ACT"),
        own("BOOK ACT 11-19 CNSHA"),
        own("BRTH ACT 12-20 NLRTM"),
        own("PODU ACT 12-25 NLUTC"),
      ]),
    ).toEqual({
      booking: "11-19",
      cargoReceived: "11-24",
      atd: "11-27",
      ata: "12-20",
      berthing: "12-20",
      customsRelease: "12-21",
      freightRelease: "12-22",
      outGate: "12-23",
      delivery: "12-24",
      podUpload: "12-25",
      emptyReturn: "12-26",
    });
  });

  test("are never plans or estimates, however old", () => {
    expect(reached([...oceanEvents("PLN"), ...oceanEvents("EST"), own("BRTH EST 11-21 NLRTM")])).toEqual({});
  });

  test("need every box", () => {
    const gate = (day: string, containerNumber: string) =>
      event(`GTOT ACT ${day} NLRTM`, { emptyIndicator: "LADEN", containerNumber });
    const first = [...oceanEvents("ACT").slice(0, 11), gate("12-22", "A")];
    expect(reached(first, ["A", "B"])).not.toHaveProperty("outGate");
    expect(reached([...first, gate("12-23", "B")], ["A", "B"]).outGate).toBe("12-23");
  });

  test("are those of the last port: a berth, a gate or a release on the way is another matter", () => {
    const onTheWay = reached([
      ...oceanEvents().slice(5),
      ...oceanEvents("ACT").slice(0, 9),
      own("BRTH ACT 12-02 SGSIN"),
      event("CUSR ACT 11-25 CNSHA"),
      event("GTOT ACT 12-04 SGSIN", { emptyIndicator: "LADEN" }),
    ]);
    expect(onTheWay).toEqual({ cargoReceived: "11-24", atd: "11-27" });
  });

  test("an arrival from which the cargo leaves again is not the arrival", () => {
    const events = oceanEvents("ACT").slice(4, 7);
    expect(reached(events)).toMatchObject({ ata: "12-02" });
    expect(reached([...events, event("DEPA PLN 12-06 SGSIN", { sequence: 2, mode: "VESSEL" })])).toEqual({
      atd: "11-27",
    });
  });

  test("the last train is the one after the port", () => {
    const train = (text: string, sequence: number) => event(text, { mode: "RAIL", sequence });
    const events = [
      train("DEPA ACT 11-22 CNSUZ", 1),
      train("ARRI ACT 11-23 CNSHA", 2),
      event("DEPA ACT 11-27 CNSHA", { mode: "VESSEL", sequence: 2 }),
      event("ARRI ACT 12-02 NLRTM", { mode: "VESSEL", sequence: 3 }),
    ];
    expect(reached(events)).toEqual({ atd: "11-27", ata: "12-02" });
    const onward = [...events, train("DEPA ACT 12-04 NLRTM", 3), train("ARRI ACT 12-06 DEDUI", 4)];
    expect(reached(onward)).toEqual({ atd: "11-27", ata: "12-02", finalRail: "12-04", finalRamp: "12-06" });
  });
});
