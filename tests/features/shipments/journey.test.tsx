import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { clockOf } from "#app/access/clock.ts";
import type { Viewer } from "#app/components/moment.server.ts";
import type { WireEvent } from "#app/contract/shipment.ts";
import { type JourneyView, journeyView } from "#app/features/shipments/journey/journey.server.ts";
import { Journey } from "#app/features/shipments/journey/journey.tsx";
import { drawTimeline } from "#app/features/shipments/journey/timeline.server.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { textOf } from "#app/lib/moment.ts";
import { reachedOf } from "#app/lib/shipment-chain.ts";
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
  late?: number;
  eta?: string | null;
  firstEta?: string | null;
  destination?: typeof DUISBURG | null;
}

function journey(events: readonly string[], given: Given = {}): JourneyView {
  const {
    now = "2026-12-12T04:00:00Z",
    language = "en",
    status = "TRANSIT",
    late,
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
  const reached = reachedOf({ events: wire, containerNumbers: [], ...ends, serviceType: "PTP" });
  const facts = {
    status,
    ...ends,
    reached,
    destination,
    placeOfReceipt: null,
    isDelayed: late !== undefined,
    delayDays: late ?? null,
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

describe("the headline", () => {
  test.each<[string, readonly string[], Given, string]>([
    [
      "before departure",
      planned,
      { now: "2026-11-20T00:00:00Z", status: "BOOKED" },
      "Booked, to depart from Shanghai Tue 1 Dec. ETA Tue 22 Dec, on time.",
    ],
    ["at sea", sailed, {}, "At sea, day 12 of 21. ETA Tue 22 Dec, on time."],
    [
      "at sea in Chinese",
      sailed,
      { language: "zh" },
      "海上航行中，第 12 天，共 21 天。 预计到港 ETA 12月22日 周二，准时。",
    ],
    [
      "a few hours later than first given",
      sailed,
      { firstEta: "2026-12-22 05:00:00" },
      "At sea, day 12 of 21. ETA Tue 22 Dec, 5 hours late.",
    ],
    [
      "that left, with no arrival planned by an event",
      left,
      {},
      "At sea, day 12 of 21. ETA Tue 22 Dec, on time.",
    ],
    [
      "that left from another port than its own",
      ["DEPA ACT 2026-12-01 10:00:00 SGSIN 1"],
      {},
      "At sea, day 12 of 21. ETA Tue 22 Dec, on time.",
    ],
    ["days late", sailed, { late: 2 }, "At sea, day 12 of 21. ETA Tue 22 Dec, 2 days late."],
    [
      "past its ETA without news",
      sailed,
      { now: "2026-12-24T04:00:00Z" },
      "At sea. ETA was Tue 22 Dec, 2 days ago.",
    ],
    ["without an ETA", sailed, { eta: null }, "At sea, day 12 of 21. No ETA yet."],
    [
      "next year",
      sailed,
      { eta: "2027-01-03 10:00:00" },
      "At sea, day 12 of 21. ETA Sun 3 Jan 2027, on time.",
    ],
    [
      "between two vessels",
      transhipped,
      {},
      "At Singapore, waiting for the onward carriage. ETA Tue 22 Dec, on time.",
    ],
    [
      "in the port of arrival",
      arrived,
      { now: "2026-12-23T04:00:00Z" },
      "Arrived at Rotterdam yesterday, 03:00.",
    ],
    ["delivered", arrived, { now: "2026-12-30T04:00:00Z", status: "COMPLETED" }, "Delivered Tue 22 Dec."],
  ])("of a shipment %s", (_, events, given, text) => {
    const { where, next } = journey(events, given);
    expect([where, next].flatMap((line) => (line ? [textOf(line)] : [])).join(" ")).toBe(text);
  });
});

describe("the line", () => {
  test("is solid to the last stop reached, with the mark by the time passed", () => {
    const { line } = journey(sailed);
    expect(line).toMatchObject({ doneTo: 2, lateFrom: null });
    expect(line.stops.map(({ code, time, isReached }) => [code, time, isReached])).toEqual([
      ["CNSHA", "Tue 1 Dec", true],
      ["NLRTM", "Tue 22 Dec", false],
    ]);
    // 11.1 of 21 days between 2 and 98 percent.
    expect(line.here).toBeCloseTo(52.7, 0);
  });

  test("shows places on the way and the final place, and the mark at the stop where the cargo waits", () => {
    const { line } = journey(transhipped, { destination: DUISBURG });
    expect(line.stops.map(({ code, x }) => [code, x])).toEqual([
      ["CNSHA", 2],
      ["SGSIN", 34],
      ["NLRTM", 66],
      ["DEDUI", 98],
    ]);
    expect(line).toMatchObject({ doneTo: 34, here: 34 });
  });

  test("shows the ports of a shipment of which events name one alone, or another", () => {
    const codes = (events: readonly string[], given: Given = {}) =>
      journey(events, given).line.stops.map(({ code, isReached }) => [code, isReached]);
    expect(codes(left, { destination: DUISBURG })).toEqual([
      ["CNSHA", true],
      ["NLRTM", false],
      ["DEDUI", false],
    ]);
    expect(codes(["DEPA ACT 2026-12-01 10:00:00 SGSIN 1"])).toEqual([
      ["CNSHA", true],
      ["SGSIN", true],
      ["NLRTM", false],
    ]);
    expect(codes(["ARRI ACT 2026-12-22 10:00:00 NLRTM 2"])).toEqual([
      ["CNSHA", true],
      ["NLRTM", true],
    ]);
    // 11.1 of 21 days, by the ETA, since no event expects the arrival.
    expect(journey(left).line.here).toBeCloseTo(52.7, 0);
  });

  test("has no mark before the cargo was handed over, nor after its delivery", () => {
    expect(journey(planned, { now: "2026-11-20T00:00:00Z", status: "BOOKED" }).line.here).toBeNull();
    expect(journey(arrived, { status: "COMPLETED" }).line).toMatchObject({ here: null, doneTo: 98 });
  });

  test("is red onward from where a delayed shipment is", () => {
    expect(journey(sailed, { late: 3 }).line.lateFrom).toBe(2);
    expect(journey(transhipped, { late: 3 }).line.lateFrom).toBe(50);
  });

  test("is less than a kilobyte of SVG, without style attributes, and says its stops in words", () => {
    const html = renderToStaticMarkup(<Journey journey={journey(transhipped, { late: 3 })} />);
    const svg = /<svg.*<\/svg>/s.exec(html)?.[0] ?? "";
    expect(svg.length).toBeGreaterThan(500);
    expect(svg.length).toBeLessThan(1024);
    expect(svg).not.toContain("style=");
    expect(svg).toContain('aria-label="Shanghai (CNSHA), reached Tue 1 Dec; Singapore (SGSIN), reached');
  });
});
