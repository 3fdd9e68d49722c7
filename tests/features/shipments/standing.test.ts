import { describe, expect, test } from "vitest";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import { columnRules, overviewRules } from "#app/features/shipments/list/columns.server.ts";
import { stepOfRow } from "#app/features/shipments/standing.server.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const NOW = new Date("2026-11-20T04:00:00Z");
const place = (code: string, name: string, timeZone: string) => ({
  code,
  name,
  timeZone,
  countryCode: code.slice(0, 2),
});
const SHANGHAI = place("CNSHA", "Shanghai", "Asia/Shanghai");
const ROTTERDAM = place("NLRTM", "Rotterdam", "Europe/Amsterdam");
const DUISBURG = place("DEDUI", "Duisburg", "Europe/Berlin");

const departed: NonNullable<ShipmentRow["lastMilestone"]> = {
  vocabulary: "DCSA",
  kind: "DEPA",
  mode: "VESSEL",
  at: "2026-11-01 23:30:00",
  place: SHANGHAI,
};
const arrives: NonNullable<ShipmentRow["nextMilestone"]> = {
  vocabulary: "DCSA",
  kind: "ARRI",
  mode: "VESSEL",
  at: "2026-12-02 05:00:00",
  place: ROTTERDAM,
  isOverdue: false,
};

const row = (given: Partial<ShipmentRow>) =>
  ({
    status: "TRANSIT",
    isDelayed: false,
    portOfDeparture: SHANGHAI,
    portOfArrival: ROTTERDAM,
    etd: null,
    atd: null,
    eta: null,
    ata: null,
    delivery: null,
    ...given,
  }) as ShipmentRow;
const readerOf = (language: "en" | "zh") =>
  ({ language, now: NOW, clock: "place", t: translateOf(language) }) as const;
const shown = (column: keyof typeof columnRules, given: Partial<ShipmentRow>, language: "en" | "zh" = "en") =>
  textIn(columnRules[column].text(row(given), readerOf(language)));
/** A cell as it is read. */
const textIn = (cell: string) => cell.replace(/¦.*/g, "");

describe("the status column", () => {
  test("says why it is late: a known code in words, else what fits of the remark", () => {
    const why = (code: string | null, remark: string | null, language: "en" | "zh" = "en") =>
      shown("status", { isDelayed: true, reportedReason: { code, remark } }, language).split("\n")[1];
    expect(why("WEA", "Typhoon")).toBe("Bad weather");
    expect(why("WEA", null, "zh")).toBe("恶劣天气");
    expect(why("Z99", null)).toBe("Z99");
    expect(why(null, "x".repeat(10_000))).toBe(`${"x".repeat(80)}…`);
    expect(why(null, null)).toBeUndefined();
  });

  test("says the last milestone and the next, each by the day of its place", () => {
    const given = { lastMilestone: departed, nextMilestone: arrives };
    expect(shown("status", given).split("\n")).toEqual([
      "In transit",
      "Sun 1 Nov Vessel departure Shanghai",
      "next: Tue 1 Dec Vessel arrival Rotterdam",
    ]);
    expect(shown("status", given, "zh").split("\n")).toEqual([
      "运输中",
      "11月1日 周日 船舶离港 Shanghai",
      "下一步：12月1日 周二 船舶抵港 Rotterdam",
    ]);
  });

  test("reads days on the reader's clock", () => {
    const reader = { language: "en" as const, now: NOW, clock: "+08:00", t: translateOf("en") };
    expect(textIn(columnRules.status.text(row({ nextMilestone: arrives }), reader))).toContain(
      "Wed 2 Dec Vessel arrival Rotterdam",
    );
  });

  test("says what is overdue", () => {
    const nextMilestone = { ...arrives, at: "2026-11-15 12:00:00", isOverdue: true };
    expect(shown("status", { nextMilestone })).toContain("overdue: Sun 15 Nov Vessel arrival Rotterdam");
  });

  test.each([
    [{ status: "BOOKED", isDelayed: true, delayDays: 3 }, "3 days late"],
    [{ isDelayed: true, delayDays: 1, reached: ["ata"] }, "1 day late"],
    [{ isDelayed: true }, "Delayed"],
    [{ reached: ["ata"] }, "Arrived"],
    [{ ata: "2026-11-15 10:00:00" }, "In transit"],
    [{ eta: "2026-11-20 11:30:00" }, "In transit"],
    [{ eta: "2026-11-20 07:00:00" }, "5 hours late"],
    [{ eta: "2026-11-18 07:00:00" }, "2 days late"],
    [{ eta: "2026-11-20 07:00:00", reached: ["ata"] }, "Arrived"],
    [{ status: "BOOKED", eta: "2026-11-20 07:00:00" }, "Booked"],
    [{ status: "COMPLETED", isDelayed: true, reached: ["ata"] }, "Delivered"],
  ] as [Partial<ShipmentRow>, string][])("has one badge: %j is %s", (given, badge) => {
    expect(shown("status", given)).toBe(badge);
  });

  test("calls a milestone that it does not know by its code", () => {
    expect(shown("status", { lastMilestone: { ...departed, kind: "ZZZZ", place: null } })).toBe(
      "In transit\nSun 1 Nov ZZZZ",
    );
  });
});

test.each([
  ["4500400346", "PO 4500400346"],
  ["PO-77", "PO-77"],
  ["po 12", "po 12"],
  ["POLAND-1", "PO POLAND-1"],
])("an order %s is called %s", (number, called) => {
  const given = { houseNumber: "FL1", containerNumbers: [], poNumbers: [number] };
  for (const language of ["en", "zh"] as const)
    expect(textIn(overviewRules.shipment.text(row(given), readerOf(language)))).toBe(`FL1\n${called}`);
});

describe("what comes next", () => {
  const next = (given: Partial<ShipmentRow>) => textIn(overviewRules.next.text(row(given), readerOf("en")));
  const singapore = { ...arrives, place: place("SGSIN", "Singapore", "Asia/Singapore") };

  test("names a place only where it is not an end of the route beside it", () => {
    expect(next({ nextMilestone: arrives })).toBe("Vessel arrival, Tue 1 Dec");
    expect(next({ nextMilestone: singapore })).toBe("Vessel arrival Singapore, Wed 2 Dec");
    expect(next({ nextMilestone: arrives, destination: DUISBURG })).toBe(
      "Vessel arrival Rotterdam, Tue 1 Dec",
    );
  });

  test("is the last that happened while nothing more is known, and nothing once it is delivered", () => {
    expect(next({ lastMilestone: departed })).toBe("Vessel departure, Sun 1 Nov");
    expect(next({ lastMilestone: departed, status: "COMPLETED" })).toBe("");
    expect(next({})).toBe("");
  });
});

describe("the ETA", () => {
  const eta = "2026-11-15 20:00:00";

  test("of an arrived shipment is before the arrival", () => {
    const given = { eta, ata: "2026-11-16 20:00:00", reached: ["ata" as const] };
    expect(shown("eta", given)).toBe("Sun 15 Nov\nArrived Mon 16 Nov");
    expect(shown("eta", given, "zh")).toBe("11月15日 周日\n已抵达 11月16日 周一");
  });

  test("in the past is marked until the shipment has arrived", () => {
    expect(shown("eta", { eta })).toBe("Sun 15 Nov, 4 days ago");
    expect(shown("eta", { eta, ata: "2026-11-16 20:00:00" })).toBe("Sun 15 Nov, 4 days ago");
    expect(shown("eta", { eta: "2026-11-20 11:00:00" })).toBe("today, 04:00, past");
    expect(shown("eta", { eta: "2026-11-20 13:00:00" })).toBe("today, 06:00");
    expect(shown("eta", { eta, status: "COMPLETED" })).toBe("Sun 15 Nov");
  });
});

test.each([
  [{ status: "BOOKED", reached: [] }, 1],
  [{ reached: [] }, 2],
  [{ reached: ["atd"] }, 3],
  [{ reached: ["atd", "ata"] }, 4],
  [{ status: "COMPLETED", reached: [] }, 5],
  [{}, 0],
] as [Partial<ShipmentRow>, number][])("the journey of %j has come to step %i", (given, step) => {
  expect(stepOfRow(row(given))).toBe(step);
});

test("an actual of a provider that tells no events is marked", () => {
  const given = {
    atd: "2026-11-01 23:30:00",
    ata: "2026-11-16 20:00:00",
    delivery: "2026-11-18 20:00:00",
  };
  for (const key of ["atd", "ata", "delivery"] as const) {
    expect(shown(key, given)).toMatch(/ \(not confirmed\)$/);
    expect(shown(key, given, "zh")).toMatch(/（未确认）$/);
    expect(shown(key, { ...given, reached: [key] })).toMatch(/^2026-11-\d\d \d\d:\d\d$/);
    expect(shown(key, { ...given, [key]: null })).toBe("");
  }
});

test("'to' is the final place of the goods, or the port where none is told", () => {
  expect(shown("portOfArrival", { destination: DUISBURG })).toBe("Duisburg (DEDUI)");
  expect(shown("portOfArrival", {})).toBe("Rotterdam (NLRTM)");
});
