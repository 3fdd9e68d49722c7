import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildMilestones, lastReason, nextMilestone } from "#app/lib/milestones/chain.ts";
import { containerTimes } from "#app/lib/milestones/container-times.ts";
import type { MilestoneEvent } from "#app/lib/milestones/milestone.ts";
import { delayOf, statusOf } from "#app/lib/milestones/status.ts";
import { makesSupersededCount, supersededOf } from "#app/lib/milestones/superseded.ts";
import { draws } from "#tests/support/is-all.ts";

const NOW = new Date("2026-12-10T00:00:00Z");
const BOXES = ["CSQU3054383", "MSKU6011672"];
const PLACES = ["CNSHA", "SGSIN", "NLRTM"];

/** All that a shipment's row and free time take from its events. */
function settled(events: readonly MilestoneEvent[]) {
  const chain = buildMilestones(events, { now: NOW, containers: BOXES });
  const { milestones } = chain;
  return {
    milestones: milestones.map(({ events: told, ignoredEventIds: _, ...milestone }) => ({
      ...milestone,
      firstGiven: told.find(({ classifier }) => classifier !== "ACT")?.at,
      lastTransport: told.findLast(({ transport }) => transport !== null)?.transport,
    })),
    status: statusOf(milestones, "DTD"),
    reason: lastReason(milestones),
    next: nextMilestone(milestones)?.key,
    delay: delayOf({ firstEta: null, eta: null, status: "TRANSIT", milestones, now: NOW }),
    lastNewsAt: chain.lastNewsAt,
    times: [...containerTimes(events, BOXES, ["NLRTM"])],
  };
}

const moment = fc.integer({ min: 0, max: 30 }).map((day) => new Date(Date.UTC(2026, 10, 20 + day, 6)));
const kinds = (isOrderly: boolean) => ({
  code: fc.constantFrom(
    "GTOT",
    "GTIN",
    "LOAD",
    "DEPA",
    "ARRI",
    "ARRI",
    "DISC",
    "DROP",
    "DLVR",
    "CUSR",
    "AVPU",
  ),
  placeCode: fc.constantFrom(...PLACES, isOrderly ? "NLRTM" : null),
  sequence: isOrderly ? fc.constant(null) : fc.constantFrom(null, null, 1, 2),
  emptyIndicator: fc.constantFrom(null, "EMPTY" as const, "LADEN" as const),
  mode: fc.constantFrom(null, "VESSEL" as const, "TRUCK" as const),
  containerNumber: fc.constantFrom(null, null, ...BOXES),
  transport: fc.constantFrom(null, "EVER GIVEN 012W"),
});
const saying = fc.record({
  at: moment,
  receivedAt: moment,
  kind: fc.nat(),
  classifier: fc.constantFrom("PLN" as const, ...Array<"EST">(5).fill("EST"), "ACT" as const),
  remark: fc.constantFrom(null, null, null, null, "Storm"),
});
/** Few kinds with many events each, so that later ones replace earlier ones. */
const listOf = (isOrderly: boolean) =>
  fc
    .tuple(
      fc.array(fc.record(kinds(isOrderly)), { minLength: 1, maxLength: 5 }),
      fc.array(saying, { maxLength: 40 }),
    )
    .map(([pool, said]) =>
      said.map(
        ({ kind, ...each }, index): MilestoneEvent => ({
          ...pool[kind % pool.length]!,
          ...each,
          id: `event-${index}`,
          vocabulary: "DCSA",
          isDayOnly: false,
          source: "carrier",
          reasonCode: null,
        }),
      ),
    );
const anyEvents = fc.oneof(listOf(true), listOf(false));

/** An estimate of the arrival at Rotterdam. */
const estimate = (id: string, day: number, received: number): MilestoneEvent => ({
  id,
  vocabulary: "DCSA",
  code: "ARRI",
  classifier: "EST",
  isDayOnly: false,
  placeCode: "NLRTM",
  at: new Date(Date.UTC(2026, 11, day)),
  receivedAt: new Date(Date.UTC(2026, 10, received)),
  sequence: null,
  emptyIndicator: null,
  mode: "VESSEL",
  containerNumber: null,
  transport: null,
  source: "carrier",
  reasonCode: null,
  remark: null,
});
const idsOf = (events: readonly MilestoneEvent[]) => events.map(({ id }) => id).sort();

describe("what later estimates have replaced", () => {
  const ETAS = [20, 24, 18, 22, 23].map((day, index) => estimate(`e${index}`, day, index + 1));

  test("is all but the first, the earliest and the last", () => {
    expect(idsOf(supersededOf(ETAS))).toEqual(["e1", "e3"]);
  });

  test("leaves the one that stood when the actual was received", () => {
    const actual = { ...estimate("a", 19, 2), classifier: "ACT" as const };
    expect(idsOf(supersededOf([...ETAS, actual]))).toEqual(["e3"]);
    expect(makesSupersededCount([ETAS[0]!, ETAS[4]!], [actual])).toBe(true);
    const late = { ...actual, receivedAt: new Date(Date.UTC(2026, 10, 9)) };
    expect(makesSupersededCount([ETAS[0]!, ETAS[4]!], [late])).toBe(false);
  });

  test("is nothing where times decide which of two calls is meant", () => {
    const second = ETAS.map((each, index) => ({ ...each, id: `s${index}`, sequence: index % 2 }));
    expect(supersededOf([...ETAS, ...second])).toEqual([]);
    expect(makesSupersededCount(ETAS, second)).toBe(true);
    expect(supersededOf([...ETAS, { ...ETAS[0]!, id: "nowhere", placeCode: null }])).toEqual([]);
  });

  test("changes nothing of the milestones when it is left out", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const superseded = new Set(supersededOf(events));
        expect(settled(events.filter((event) => !superseded.has(event)))).toEqual(settled(events));
      }),
      { numRuns: draws(400), examples: [[ETAS]] },
    );
  });

  test("changes nothing either when more events come, part by part and in any order", () => {
    fc.assert(
      fc.property(anyEvents, fc.integer({ min: 1, max: 9 }), (events, size) => {
        let kept: MilestoneEvent[] = [];
        for (let start = 0; start < events.length; start += size) {
          const all = events.slice(0, start + size);
          const added = events.slice(start, start + size);
          const counted = makesSupersededCount(kept, added) ? all : [...kept, ...added];
          expect(settled(counted)).toEqual(settled(all));
          const superseded = new Set(supersededOf(counted));
          kept = counted.filter((event) => !superseded.has(event));
        }
      }),
      { numRuns: draws(400), examples: [[ETAS, 2]] },
    );
  });
});
