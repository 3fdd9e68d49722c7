import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { clockOf } from "#app/access/clock.ts";
import type { Viewer } from "#app/components/moment.server.ts";
import type { WireEvent } from "#app/contract/shipment.ts";
import { type JourneyView, journeyView } from "#app/features/shipments/journey/journey.server.ts";
import { Journey } from "#app/features/shipments/journey/journey.tsx";
import { MIDDLE } from "#app/features/shipments/journey/stops.ts";
import { drawTimeline } from "#app/features/shipments/journey/timeline.server.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { textOf } from "#app/lib/moment.ts";
import { chainOf, dueOf, reachedOf } from "#app/lib/shipment-chain.ts";
import { legsOf } from "#app/lib/shipment-legs.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const place = (code: string, name: string, timeZone: string) => ({
  code,
  name,
  timeZone,
  countryCode: code.slice(0, 2),
});
const SHANGHAI = place("CNSHA", "Shanghai", "Asia/Shanghai");
const SINGAPORE = place("SGSIN", "Singapore", "Asia/Singapore");
const ROTTERDAM = place("NLRTM", "Rotterdam", "Europe/Amsterdam");
const DUISBURG = place("DEDUI", "Duisburg", "Europe/Berlin");
const places = { CNSHA: SHANGHAI, SGSIN: SINGAPORE, NLRTM: ROTTERDAM, DEDUI: DUISBURG };

/** "DEPA ACT 2026-12-01 10:00:00 CNSHA 1 VESSEL": code, classifier, wire time, place, transport call, mode. */
function event(text: string, index: number): WireEvent {
  const [code = "", classifier, day, hour, port, call, mode = "VESSEL"] = text.split(" ");
  return {
    id: `event-${index}`,
    vocabulary: "DCSA",
    code,
    at: `${day} ${hour}`,
    facility: null,
    classifier: classifier as WireEvent["classifier"],
    place: places[port as keyof typeof places],
    sequence: Number(call),
    mode: mode as WireEvent["mode"],
    transport: null,
    emptyIndicator: null,
    containerNumber: null,
    source: "ONEY",
    receivedAt: classifier === "ACT" ? `${day} ${hour}` : "2026-11-01 08:00:00",
    reasonCode: null,
    remark: null,
  };
}

interface Given {
  now?: string;
  language?: "en" | "zh";
  status?: "BOOKED" | "TRANSIT" | "COMPLETED";
  late?: boolean;
  service?: "PTP" | "PTD" | "DTD";
  etaToDoor?: string;
  eta?: string | null;
  firstEta?: string | null;
  destination?: typeof DUISBURG | null;
}

function journey(events: readonly string[], given: Given = {}): JourneyView {
  const {
    now = "2026-12-12T04:00:00Z",
    language = "en",
    status = "TRANSIT",
    late = false,
    service = "PTP",
    destination = null,
  } = given;
  const eta = given.eta === undefined ? "2026-12-22 10:00:00" : given.eta;
  const viewer: Viewer = {
    language,
    clock: clockOf("place", "Europe/Berlin"),
    now: new Date(now),
    t: translateOf(language),
  };
  const wire = events.map(event);
  const ends = { portOfDeparture: SHANGHAI, portOfArrival: ROTTERDAM };
  const chain = { events: wire, containerNumbers: [], ...ends, serviceType: service };
  const facts = {
    status,
    ...ends,
    serviceType: service,
    reached: reachedOf(chain),
    due: dueOf(chain),
    dates: given.etaToDoor ? { etaToDoor: given.etaToDoor } : {},
    destination,
    placeOfReceipt: null,
    isDelayed: late,
    etd: parseWire("2026-12-01 10:00:00"),
    eta: parseWire(eta),
    firstEta: parseWire(given.firstEta ?? eta),
  };
  return journeyView(facts, drawTimeline({ events: wire, status }, viewer), viewer);
}

const planned = ["DEPA PLN 2026-12-01 10:00:00 CNSHA 1", "ARRI PLN 2026-12-22 10:00:00 NLRTM 2"];
const sailed = [...planned, "DEPA ACT 2026-12-01 10:00:00 CNSHA 1"];
const left = ["DEPA ACT 2026-12-01 10:00:00 CNSHA 1"];
const arrived = [...sailed, "ARRI ACT 2026-12-22 10:00:00 NLRTM 2"];
const transhipped = [
  "DEPA ACT 2026-12-01 10:00:00 CNSHA 1",
  "ARRI ACT 2026-12-07 10:00:00 SGSIN 2",
  "DEPA PLN 2026-12-14 10:00:00 SGSIN 2",
  "ARRI PLN 2026-12-30 10:00:00 NLRTM 3",
];

const textsOf = ({ answer, lines, sureness }: JourneyView) =>
  [answer, ...lines, sureness ?? ""].map(textOf).filter(Boolean);

describe("the answer, and the line below it,", () => {
  const PLANNED = "Planned by ONEY 1 month ago";
  test.each<[string, readonly string[], Given, string[]]>([
    [
      "before departure",
      planned,
      { now: "2026-11-20T00:00:00Z", status: "BOOKED" },
      [
        "Arrives in Rotterdam Tue 22 Dec",
        "Booked, to depart from Shanghai Tue 1 Dec",
        "on time",
        "Planned by ONEY 19 days ago",
      ],
    ],
    ["at sea", sailed, {}, ["Arrives in Rotterdam Tue 22 Dec", "At sea, day 12 of 21", "on time", PLANNED]],
    [
      "at sea in Chinese",
      sailed,
      { language: "zh" },
      ["预计 12月22日 周二 抵达Rotterdam", "海上航行中，第 12 天，共 21 天", "准时", "ONEY 1个月前计划"],
    ],
    [
      "a few hours later than first given",
      sailed,
      { firstEta: "2026-12-22 05:00:00" },
      ["Arrives in Rotterdam Tue 22 Dec", "At sea, day 12 of 21", "5 hours later than first given", PLANNED],
    ],
    [
      "that left, with no arrival planned by an event",
      left,
      {},
      ["Arrives in Rotterdam Tue 22 Dec", "At sea, day 12 of 21", "on time"],
    ],
    [
      "that left from another port than its own",
      ["DEPA ACT 2026-12-01 10:00:00 SGSIN 1"],
      {},
      ["Arrives in Rotterdam Tue 22 Dec", "At sea, day 12 of 21", "on time"],
    ],
    [
      "days late",
      sailed,
      { late: true },
      ["Arrives in Rotterdam Tue 22 Dec", "At sea, day 12 of 21", PLANNED],
    ],
    [
      "past its ETA without news",
      sailed,
      { now: "2026-12-24T04:00:00Z" },
      ["Was due in Rotterdam Tue 22 Dec, 2 days ago", "At sea", PLANNED],
    ],
    ["without an ETA", sailed, { eta: null }, ["No arrival date yet", "At sea, day 12 of 21"]],
    [
      "next year",
      sailed,
      { eta: "2027-01-03 10:00:00" },
      ["Arrives in Rotterdam Sun 3 Jan 2027", "At sea, day 12 of 21", "on time"],
    ],
    [
      "between two vessels",
      transhipped,
      {},
      ["Arrives in Rotterdam Tue 22 Dec", "At Singapore, waiting for the onward carriage", "on time"],
    ],
    [
      "in the port of arrival",
      arrived,
      { now: "2026-12-23T04:00:00Z" },
      ["Arrived in Rotterdam yesterday, 03:00"],
    ],
    ["delivered", arrived, { now: "2026-12-30T04:00:00Z", status: "COMPLETED" }, ["Delivered Tue 22 Dec"]],
  ])("of a shipment %s", (_, events, given, texts) => {
    expect(textsOf(journey(events, given))).toEqual(texts);
  });

  const delivery = [...sailed, "DROP EST 2026-12-24 10:00:00 DEDUI 9 TRUCK"];
  test.each<[string, readonly string[], Given, string]>([
    ["by a message", delivery, { service: "PTD" }, "Arrives at the door in Duisburg Thu 24 Dec"],
    [
      "by the forwarder",
      sailed,
      { service: "PTD", etaToDoor: "2026-12-24" },
      "Arrives at the door Thu 24 Dec",
    ],
    [
      "and past",
      delivery,
      { service: "PTD", now: "2026-12-26T04:00:00Z" },
      "Was due at the door in Duisburg Thu 24 Dec, 2 days ago",
    ],
    [
      "for a day before the ETA at the port",
      sailed,
      { service: "PTD", etaToDoor: "2026-12-20" },
      "Arrives in Rotterdam Tue 22 Dec",
    ],
    [
      "though the carriage ends in the port",
      sailed,
      { etaToDoor: "2026-12-24" },
      "Arrives in Rotterdam Tue 22 Dec",
    ],
  ])("of a date at the door, stated %s", (_, events, given, text) => {
    expect(textOf(journey(events, given).answer)).toBe(text);
  });
});

describe("the strip", () => {
  const stepsOf = (events: readonly string[], given: Given = {}) =>
    journey(events, given).strip.steps.map(({ label, time, state }) => [label, textOf(time), state]);

  test("is filled to the last step reached, with the mark by the time passed", () => {
    const { strip } = journey(sailed);
    expect(stepsOf(sailed)).toEqual([
      ["Left Shanghai", "Tue 1 Dec", "done"],
      ["Arrives in Rotterdam", "expected Tue 22 Dec", "open"],
    ]);
    // 11.1 of 21 days between 25 and 75 percent.
    expect(strip.here).toBeCloseTo(51.4, 0);
    expect(strip.doneTo).toBe(strip.here);
    // By the ETA, where no event expects the arrival.
    expect(journey(left).strip.here).toBe(strip.here);
  });

  test("goes from door to door, over the places on the way and the customs", () => {
    const events = [
      ...transhipped,
      "PICK ACT 2026-11-28 10:00:00 CNSHA 9 TRUCK",
      "CUSR PLN 2026-12-31 10:00:00 NLRTM 9",
      "DROP PLN 2027-01-03 10:00:00 DEDUI 9 TRUCK",
    ];
    expect(stepsOf(events, { service: "DTD", destination: DUISBURG, eta: "2026-12-30 10:00:00" })).toEqual([
      ["Picked up", "Sat 28 Nov", "done"],
      ["Left Shanghai", "Tue 1 Dec", "done"],
      ["Via Singapore", "Mon 7 Dec", "done"],
      ["Arrives in Rotterdam", "expected Wed 30 Dec", "open"],
      ["Customs release", "expected Thu 31 Dec", "open"],
      ["At the door", "expected Sun 3 Jan 2027", "open"],
    ]);
  });

  test.each<[string, readonly string[], Given]>([
    ["by an event", sailed, {}],
    ["by the ETA alone", left, {}],
    ["without any", left, { eta: null }],
    ["that has just left", sailed, { now: "2026-12-01T03:00:00Z" }],
    ["that is overdue", sailed, { now: "2026-12-29T03:00:00Z" }],
  ])("places a ship as the map does, expected %s", (_, events, given) => {
    const { now = "2026-12-12T04:00:00Z", eta = "2026-12-22 10:00:00" } = given;
    const { milestones } = chainOf({ events: events.map(event), containerNumbers: [] }, new Date(now));
    const ends = { portOfDeparture: "CNSHA", portOfArrival: "NLRTM", placeOfReceipt: null };
    const [leg] = legsOf(
      milestones,
      { ...ends, mode: "OCEAN", portOfFinalArrival: null, eta: parseWire(eta), isCompleted: false },
      new Date(now),
    );
    expect(leg?.state).toBe("underWay");
    expect(journey(events, given).strip.here).toBeCloseTo(25 + 50 * (leg?.progress ?? MIDDLE), 0);
  });

  test("names a final place inland that is no door", () => {
    expect(stepsOf(left, { destination: DUISBURG }).map(([label, , state]) => [label, state])).toEqual([
      ["Left Shanghai", "done"],
      ["Arrives in Rotterdam", "open"],
      ["Reaches Duisburg", "open"],
    ]);
  });

  test("shows the ports of a shipment of which events name one alone, or another", () => {
    const labels = (events: readonly string[]) => stepsOf(events).map(([label, , state]) => [label, state]);
    expect(labels(["DEPA ACT 2026-12-01 10:00:00 SGSIN 1"])).toEqual([
      ["Left Shanghai", "done"],
      ["Via Singapore", "done"],
      ["Arrives in Rotterdam", "open"],
    ]);
    expect(labels(["ARRI ACT 2026-12-22 10:00:00 NLRTM 2"])).toEqual([
      ["Left Shanghai", "done"],
      ["Arrived in Rotterdam", "done"],
    ]);
  });

  test("does not say that cargo has left which waits in the port of departure", () => {
    const waiting = [...planned, "GTIN ACT 2026-11-29 10:00:00 CNSHA 9"];
    expect(stepsOf(waiting, { now: "2026-11-30T00:00:00Z" })[0]).toEqual([
      "Leaves Shanghai",
      "expected tomorrow, 10:00",
      "open",
    ]);
  });

  test("marks a step that is overdue", () => {
    expect(stepsOf(sailed, { now: "2026-12-24T04:00:00Z" })[1]).toEqual([
      "Arrives in Rotterdam",
      "was due Tue 22 Dec",
      "late",
    ]);
  });

  test("has no mark before the cargo was handed over, nor after its delivery", () => {
    expect(journey(planned, { now: "2026-11-20T00:00:00Z", status: "BOOKED" }).strip).toMatchObject({
      here: null,
      doneTo: 0,
    });
    expect(journey(arrived, { status: "COMPLETED" }).strip).toMatchObject({ here: null, doneTo: 75 });
  });

  test("is less than two kilobytes, without style attributes, and says its steps in words", () => {
    const html = renderToStaticMarkup(<Journey journey={journey(transhipped, { late: true })} />);
    const strip = /<div.*<\/div>/s.exec(html)?.[0] ?? "";
    expect(strip.length).toBeGreaterThan(500);
    expect(strip.length).toBeLessThan(2048);
    expect(strip).not.toContain("style=");
    expect(strip).toContain("<b>Via Singapore </b>");
  });
});
