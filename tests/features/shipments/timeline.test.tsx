import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { clockOf } from "#app/access/clock.ts";
import type { Viewer } from "#app/components/moment.server.ts";
import type { WireEvent } from "#app/contract/shipment.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import {
  drawTimeline,
  type MilestoneView,
  type TimelineView,
} from "#app/features/shipments/journey/timeline.server.ts";
import { Timeline } from "#app/features/shipments/journey/timeline.tsx";
import { textOf } from "#app/lib/moment.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const NOW = new Date("2026-12-10T00:00:00Z");
type Given = Partial<Viewer> & { timeZone?: string | null };
const viewer = ({ timeZone = "Europe/Berlin", ...given }: Given = {}): Viewer => ({
  language: "en",
  clock: clockOf("place", timeZone),
  now: NOW,
  t: translateOf(given.language ?? "en"),
  ...given,
});

const timelineOf = (...given: Parameters<typeof drawTimeline>) => drawTimeline(...given).view;

const places: Record<string, WirePlace> = {
  CNSHA: { code: "CNSHA", name: "Shanghai", countryCode: "CN", timeZone: "Asia/Shanghai" },
  SGSIN: { code: "SGSIN", name: "Singapore", countryCode: "SG", timeZone: "Asia/Singapore" },
  NLRTM: { code: "NLRTM", name: "Rotterdam", countryCode: "NL", timeZone: "Europe/Amsterdam" },
  DEHAM: { code: "DEHAM", name: "Hamburg", countryCode: "DE", timeZone: "Europe/Berlin" },
  HAN: { code: "HAN", name: "Hanoi", countryCode: "VN", timeZone: "Asia/Ho_Chi_Minh" },
  FRA: { code: "FRA", name: "Frankfurt", countryCode: "DE", timeZone: "Europe/Berlin" },
  NOWHERE: { code: "NOWHERE", name: "Somewhere", countryCode: "ZZ", timeZone: null },
};

let made = 0;
/** "DEPA ACT 2026-12-03 14:00:00 CNSHA", its time as it is on the wire (UTC+8). */
function event(text: string, rest: Partial<WireEvent> = {}): WireEvent {
  const [code = "", classifier = "", day = "", ...more] = text.split(" ");
  const [hour, place] = more.length === 2 ? more : [null, more[0]];
  const at = hour ? `${day} ${hour}` : day;
  made++;
  return {
    id: `event-${made}`,
    vocabulary: "DCSA",
    code,
    classifier: classifier as WireEvent["classifier"],
    at,
    place: place ? (places[place] ?? null) : null,
    facility: null,
    sequence: null,
    mode: null,
    transport: null,
    emptyIndicator: null,
    containerNumber: null,
    source: "ONEY",
    receivedAt: classifier === "ACT" && hour ? at : "2026-11-20 08:00:00",
    reasonCode: null,
    remark: null,
    ...rest,
  };
}
const air = (text: string, rest: Partial<WireEvent> = {}) =>
  event(text, { vocabulary: "IMP", mode: "AIR", ...rest });

const timeline = (events: WireEvent[], given: Given = {}, containerNumbers: string[] = []) =>
  timelineOf({ events, containerNumbers, status: "TRANSIT" }, viewer(given));
const milestones = (...args: Parameters<typeof timeline>): MilestoneView[] => allOf(timeline(...args));
const allOf = ({ earlier, milestones: recent }: TimelineView) => [...(earlier?.milestones ?? []), ...recent];
const only = (...args: Parameters<typeof timeline>): MilestoneView => {
  const all = milestones(...args);
  expect(all).toHaveLength(1);
  return all[0]!;
};

describe("times", () => {
  test("are the place's own, and the viewer's beside them", () => {
    const { times } = only([event("DEPA ACT 2026-12-03 14:00:00 NLRTM")], { timeZone: "America/New_York" });
    expect(times).toMatchObject([
      {
        label: "Actual",
        text: "2026-12-03 07:00",
        stamp: "2026-12-03 07:00:00 UTC+01:00",
        other: "2026-12-03 01:00 your time",
      },
    ]);
  });

  test.each([
    ["the viewer's clock shows the same", "NLRTM", "Europe/Berlin", "+01:00", "the same as your time"],
    ["the viewer's zone is not known", "CNSHA", null, "+08:00", undefined],
    ["the place's zone is not known", "NOWHERE", "Europe/Berlin", "+08:00", "2026-12-03 07:00 your time"],
  ])("%s", (_, place, timeZone, zone, viewerTime) => {
    const [time] = only([event(`DEPA ACT 2026-12-03 14:00:00 ${place}`)], { timeZone }).times;
    expect([time?.stamp.slice(-6), time?.other]).toEqual([zone, viewerTime]);
  });

  test("of a place whose zone nobody knows have no local time beside the reader's", () => {
    const own = { clock: clockOf("own", "America/New_York") };
    for (const place of ["NOWHERE", "UNLISTED"]) {
      const { times } = only([event(`DEPA ACT 2026-12-03 14:00:00 ${place}`)], own);
      expect(times).toMatchObject([{ text: "2026-12-03 01:00", stamp: "2026-12-03 01:00:00 UTC-05:00" }]);
      expect(times[0]).not.toHaveProperty("other");
    }
  });

  test("known to the day show no hour, in no zone", () => {
    const [time] = only([event("DEPA PLN 2026-12-20 CNSHA")], { timeZone: "America/Los_Angeles" }).times;
    expect(time).toMatchObject({ text: "2026-12-20", stamp: "2026-12-20" });
    expect(time).not.toHaveProperty("other");
  });

  test("show who reported them and how long ago", () => {
    const told = event("DEPA EST 2026-12-20 14:00:00 CNSHA", { receivedAt: "2026-12-07 08:00:00" });
    expect(only([told]).times[0]?.source).toBe("ONEY, received 3 days ago");
  });

  test("say on the page whose clock they are on", () => {
    expect(timeline([]).zone).toBe("Times are local to each place.");
    expect(timeline([], { clock: clockOf("own", "Europe/Berlin") }).zone).toBe("Times are in Europe/Berlin.");
  });
});

describe("what a milestone is shown as", () => {
  const plan = event("DEPA PLN 2026-12-05 14:00:00 CNSHA");
  test.each<[string, WireEvent[], string, string[]]>([
    ["a plan that lies ahead", [event("DEPA PLN 2026-12-20 14:00:00 CNSHA")], "planned", ["Planned"]],
    [
      "an estimate, with the plan beside it",
      [
        event("DEPA PLN 2026-12-20 14:00:00 CNSHA"),
        event("DEPA EST 2026-12-22 14:00:00 CNSHA", { receivedAt: "2026-12-01 08:00:00" }),
      ],
      "expected",
      ["Estimated", "Planned"],
    ],
    [
      "a plan made anew after the estimate",
      [
        event("DEPA EST 2026-12-20 14:00:00 CNSHA"),
        event("DEPA PLN 2026-12-22 14:00:00 CNSHA", { receivedAt: "2026-12-01 08:00:00" }),
      ],
      "planned",
      ["Planned", "Estimated"],
    ],
    ["a plan that has passed without news", [plan], "overdue", ["Planned"]],
    ["an actual", [plan, event("DEPA ACT 2026-12-05 15:00:00 CNSHA")], "reached", ["Actual", "Planned"]],
    [
      "an actual, though an estimate came in after it",
      [
        event("DEPA ACT 2026-12-05 15:00:00 CNSHA"),
        event("DEPA EST 2026-12-30 15:00:00 CNSHA", { receivedAt: "2026-12-09 08:00:00" }),
      ],
      "reached",
      ["Actual"],
    ],
  ])("%s", (_, events, state, labels) => {
    const milestone = only(events);
    expect(milestone.state).toBe(state);
    expect(milestone.times.map(({ label }) => label)).toEqual(labels);
  });

  test("an estimate after the actual changes nothing on the page", () => {
    const { notes } = only([
      event("DEPA ACT 2026-12-05 15:00:00 CNSHA"),
      event("DEPA EST 2026-12-30 15:00:00 CNSHA", { receivedAt: "2026-12-09 08:00:00" }),
    ]);
    expect(notes).toEqual([]);
  });

  test("skipped milestones are distinguished from future ones", () => {
    const shown = milestones([
      event("LOAD PLN 2026-12-04 14:00:00 CNSHA", { sequence: 1 }),
      event("DEPA ACT 2026-12-05 14:00:00 CNSHA", { sequence: 1 }),
      event("ARRI PLN 2026-12-30 14:00:00 NLRTM", { sequence: 2 }),
    ]);
    expect(shown.map(({ state, stateText }) => [state, stateText])).toEqual([
      ["unknown", "Not reported"],
      ["reached", "Reached"],
      ["planned", "Planned"],
    ]);
    expect(shown[0]?.notes.map(textOf)[0]).toContain("it may have happened");
  });

  test("overdue is marked so, and its time says since when", () => {
    const { stateText, notes } = only([plan]);
    expect([stateText, notes]).toEqual(["Overdue", []]);
  });

  test("says a delay where it begins or changes, not at every later one", () => {
    const shown = milestones([
      event("DEPA PLN 2026-12-05 14:00:00 CNSHA"),
      event("DEPA ACT 2026-12-07 19:30:00 CNSHA"),
      event("ARRI PLN 2026-12-20 08:00:00 NLRTM"),
      event("ARRI EST 2026-12-22 14:00:00 NLRTM"),
      event("DISC PLN 2026-12-20 20:00:00 NLRTM", { sequence: 3 }),
      event("DISC EST 2026-12-25 20:00:00 NLRTM", { sequence: 3 }),
    ]);
    expect(shown.map(({ label, notes }) => [label, textOf(notes.at(-1) ?? "")])).toEqual([
      ["Departure", "2 days late"],
      ["Arrival", ""],
      ["Discharged", "5 days late"],
    ]);
  });

  test("how far it is from the plan", () => {
    const late = event("DEPA ACT 2026-12-07 19:30:00 CNSHA");
    expect(only([plan, late]).notes).toEqual(["2 days late"]);
    const early = event("DEPA ACT 2026-12-05 11:00:00 CNSHA");
    expect(only([plan, early]).notes).toEqual(["3 hours early"]);
    const inTime = event("DEPA ACT 2026-12-05 14:20:00 CNSHA");
    expect(only([plan, inTime]).notes).toEqual([]);
  });

  test("some containers of several, and which are still out", () => {
    const milestone = only(
      [event("DISC ACT 2026-12-08 14:00:00 NLRTM", { containerNumber: "CSQU3054383" })],
      {},
      ["CSQU 305438-3", "MSKU6011672", "MWCU6059784"],
    );
    expect(milestone.state).not.toBe("reached");
    expect(milestone.notes).toContain("1 of 3 containers, still to come: MSKU6011672, MWCU6059784");
  });

  test("reasons are in words, with what the sender wrote; a code that nobody knows stays", () => {
    const delayed = (reasonCode: string) =>
      only([event("DEPA EST 2026-12-20 14:00:00 CNSHA", { reasonCode, remark: "Typhoon" })]).reason;
    expect(delayed("WEA")).toBe("Bad weather · Typhoon");
    expect(delayed("constructor")).toBe("constructor · Typhoon");
  });
});

describe("the journey", () => {
  const ocean = [
    event("GTIN ACT 2026-11-20 14:00:00 CNSHA", { emptyIndicator: "LADEN" }),
    event("LOAD ACT 2026-11-22 14:00:00 CNSHA", {
      sequence: 1,
      mode: "VESSEL",
      transport: "EVER GIVEN / 012W",
    }),
    event("DEPA ACT 2026-11-22 20:00:00 CNSHA", {
      sequence: 1,
      mode: "VESSEL",
      transport: "EVER GIVEN / 012W",
    }),
    event("ARRI ACT 2026-11-28 20:00:00 SGSIN", {
      sequence: 2,
      mode: "VESSEL",
      transport: "EVER GIVEN / 012W",
    }),
    event("DISC ACT 2026-11-29 20:00:00 SGSIN", { sequence: 2 }),
    event("LOAD ACT 2026-12-02 20:00:00 SGSIN", { sequence: 2 }),
    event("DEPA ACT 2026-12-03 20:00:00 SGSIN", { sequence: 2, mode: "VESSEL", transport: "MOL TRUST / 3E" }),
    event("ARRI EST 2026-12-24 20:00:00 NLRTM", { sequence: 3, mode: "VESSEL", transport: "MOL TRUST / 3E" }),
    event("DISC PLN 2026-12-25 20:00:00 NLRTM", { sequence: 3 }),
    event("GTOT PLN 2026-12-28 20:00:00 NLRTM", { emptyIndicator: "LADEN" }),
  ];

  test("by sea names each vessel at its departure and what is next; all but the latest of the past is folded", () => {
    const { earlier, milestones: recent, progress } = timeline(ocean);
    const drawn = (views: readonly MilestoneView[]) =>
      views.map(({ label, notes, isNext }) => [label, textOf(notes[0] ?? ""), isNext]);
    expect(progress).toBe("7 of 10");
    expect(earlier?.summary).toBe("Show 4 earlier");
    expect(drawn(earlier?.milestones ?? [])).toEqual([
      ["Gate in, full", "", false],
      ["Loaded on board", "", false],
      ["Vessel departure", "EVER GIVEN / 012W", false],
      ["Vessel arrival", "", false],
    ]);
    expect(drawn(recent)).toEqual([
      ["Discharged", "", false],
      ["Loaded on board", "", false],
      ["Vessel departure", "MOL TRUST / 3E", false],
      ["Vessel arrival", "", true],
      ["Discharged", "", false],
      ["Gate out, full", "", false],
    ]);
  });

  test("has dates without an event among them, by their time", () => {
    const entry = (key: string, at: string, state: "planned" | "reached") => ({
      key,
      at: new Date(at),
      state,
      stateText: "",
      label: key,
      place: null,
      times: [],
      notes: [],
      reason: null,
      isNext: false,
    });
    const further = [
      entry("SLA", "2026-12-26T00:00:00Z", "planned"),
      entry("Cut-off", "2026-11-18T00:00:00Z", "reached"),
      entry("Cargo ready", "2026-10-01T00:00:00Z", "planned"),
    ];
    const labels = allOf(timelineOf({ events: ocean, status: "TRANSIT", further }, viewer())).map(
      ({ label }) => label,
    );
    expect([labels[0], labels.indexOf("Cut-off"), labels.indexOf("SLA")]).toEqual(["Cargo ready", 1, 11]);
    expect(labels.slice(-2)).toEqual(["SLA", "Gate out, full"]);
  });

  test("by air: booked is not handed over, arrived is not delivered", () => {
    const shown = milestones([
      air("BKD ACT 2026-12-01 10:00:00 HAN"),
      air("RCS PLN 2026-12-12 10:00:00 HAN"),
      air("DEP PLN 2026-12-13 10:00:00 HAN", { transport: "LH771", sequence: 1 }),
      air("ARR PLN 2026-12-13 22:00:00 FRA", { transport: "LH771", sequence: 2 }),
      air("DLV PLN 2026-12-15 10:00:00 FRA"),
    ]);
    expect(shown.map(({ label, state }) => [label, state])).toEqual([
      ["Booking confirmed by the airline", "reached"],
      ["Freight handed over and accepted", "planned"],
      ["Flight departure", "planned"],
      ["Flight arrival", "planned"],
      ["Handed to the consignee", "planned"],
    ]);
  });

  test("a discrepancy stands out, with place and remark", () => {
    const { discrepancies } = timeline([
      air("DIS ACT 2026-12-01 10:00:00 FRA", { remark: "2 pieces missing" }),
    ]);
    expect(discrepancies).toHaveLength(1);
    expect(textOf(discrepancies[0]!)).toMatch(/Discrepancy.*2026-12-01 03:00 .*Frankfurt.*2 pieces missing/);
  });

  test("what happened to a container that has moved to another booking is told and reaches nothing", () => {
    const load = (containerNumber: string, hasMoved = false) => ({
      ...event("LOAD ACT 2026-12-03 20:00:00 SGSIN", { containerNumber }),
      hasMoved,
    });
    const { milestones: drawn, others } = timeline([load("CSQU3054383", true), load("MSKU6011672")]);
    const [milestone] = drawn;
    expect(milestone).toMatchObject({ state: "reached" });
    expect(JSON.stringify(milestone)).not.toMatch(/CSQU3054383|1 of 2/);
    expect(others?.texts.map(textOf)).toEqual([
      expect.stringMatching(/^Loaded.*, for a container now in another booking · .*CSQU3054383/),
    ]);
  });

  test("missing news is distinguished from standstill", () => {
    const old = event("DEPA ACT 2026-12-03 20:00:00 SGSIN", { receivedAt: "2026-12-04 08:00:00" });
    expect(timeline([old]).news).toBe("No news for 6 days. This does not mean that nothing has happened.");
    const fresh = event("ARRI EST 2026-12-24 20:00:00 NLRTM", { receivedAt: "2026-12-10 07:00:00" });
    expect(timeline([old, fresh]).news).toBeNull();
    expect(timeline([]).news).toBe("No message has come in for this shipment yet.");
    // Nothing was ever heard: the silence begins with the booking.
    const silentSince = (bookedAt: Date | null) =>
      drawTimeline({ events: [], status: "BOOKED", bookedAt }, viewer()).silentSince;
    const booked = new Date("2026-12-05T00:00:00Z");
    expect(silentSince(booked)).toEqual(booked);
    expect([silentSince(new Date("2026-12-09T00:00:00Z")), silentSince(null)]).toEqual([null, null]);
    const delivered = timelineOf({ events: [old], status: "COMPLETED" }, viewer());
    expect(delivered.news).toBeNull();
  });

  test("a delay is explained by the awaited milestone and the last reported reason", () => {
    const { delay } = drawTimeline(
      {
        events: [
          ...ocean,
          event("ARRI EST 2026-12-26 20:00:00 NLRTM", {
            sequence: 3,
            mode: "VESSEL",
            reasonCode: "CGS",
            receivedAt: "2026-12-06 08:00:00",
          }),
        ],
        status: "TRANSIT",
      },
      viewer(),
    );
    expect(delay).toEqual({ reason: "Berth congestion, arrived off schedule", next: "Vessel arrival" });
  });
});

test("the public page does not show who reported an event, when, and what else was reported", () => {
  const events = [
    event("DEPA ACT 2026-12-03 20:00:00 SGSIN", { source: "SECRETLINE" }),
    event("ISSU ACT 2026-12-03 20:00:00", { source: "SECRETLINE" }),
  ];
  const view = timelineOf({ events, status: "TRANSIT", isPublic: true }, viewer());
  expect(view.others).toBeNull();
  expect(JSON.stringify(view)).not.toContain("SECRETLINE");
  expect(timelineOf({ events, status: "TRANSIT" }, viewer()).others?.texts.map(textOf)[0]).toMatch(
    /Issued.*SECRETLINE/,
  );
});

test("in Chinese no English is left but names and codes", () => {
  const {
    milestones: drawn,
    news,
    zone,
  } = timeline(
    [
      event("DEPA PLN 2026-12-05 14:00:00 CNSHA", { mode: "VESSEL", reasonCode: "WEA" }),
      event("ARRI PLN 2026-12-30 14:00:00 DEHAM", { mode: "VESSEL" }),
    ],
    { language: "zh" },
  );
  const said = [
    zone,
    news,
    ...drawn.flatMap(({ label, stateText, place, notes, reason, times }) => [
      label,
      stateText,
      place,
      reason,
      ...notes.map(textOf),
      ...times.flatMap((time) => [time.label, time.other, time.source]),
    ]),
  ].join(" ");
  expect(said).toContain("船舶离港");
  expect(said).toContain("恶劣天气");
  const names = /\b(ONEY|UTC|CNSHA|DEHAM|Shanghai|Hamburg|Europe|Berlin)\b/g;
  expect(said.replace(names, "").match(/[A-Za-z]{2,}/g)).toBeNull();
});

test("a state is shown by a word and a sign, and a folded part opens without a script", () => {
  const html = renderToStaticMarkup(
    <Timeline
      timeline={timeline([
        event("LOAD PLN 2026-12-04 14:00:00 CNSHA", { sequence: 1 }),
        event("DEPA ACT 2026-12-05 14:00:00 CNSHA", { sequence: 1 }),
        event("ARRI PLN 2026-12-08 14:00:00 NLRTM", { sequence: 2 }),
      ])}
    />,
  );
  for (const word of ["Not reported", "Reached", "Overdue"]) expect(html).toContain(word);
  expect(html.match(/<svg/g)).toHaveLength(3);
  expect(html).toContain("<ol");
});
