import { describe, expect, test } from "vitest";
import { clockOf } from "#app/access/clock.ts";
import type { ShipmentDetailData, WireEvent } from "#app/contract/shipment.ts";
import { shipmentDateKeys } from "#app/contract/shipment-code.ts";
import { dateRows, datesView } from "#app/features/shipments/detail/dates.server.ts";
import { textOf } from "#app/lib/moment.ts";
import { dueOf, reachedOf } from "#app/lib/shipment-chain.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const NOW = new Date("2026-12-10T00:00:00Z");
const place = (code: string, timeZone: string) => ({
  code,
  name: code,
  countryCode: code.slice(0, 2),
  timeZone,
});

function view(
  dates: ShipmentDetailData["dates"],
  {
    firstEta = null,
    timeZone = "Europe/Berlin",
    events = [],
  }: { firstEta?: string | null; timeZone?: string | null; events?: WireEvent[] } = {},
) {
  const shipment = {
    dates,
    firstEta,
    events,
    containers: [],
    serviceType: "PTD",
    placeOfReceipt: null,
    portOfDeparture: place("CNSHA", "Asia/Shanghai"),
    portOfArrival: place("USLAX", "America/Los_Angeles"),
    portOfFinalArrival: place("USCHI", "America/Chicago"),
  } as unknown as ShipmentDetailData;
  const known = { ...shipment, containerNumbers: [] };
  const shown = datesView(
    shipment,
    { reached: reachedOf(known), due: dueOf(known) },
    {
      language: "en",
      clock: clockOf("place", timeZone),
      now: NOW,
      t: translateOf("en"),
    },
  );
  return { ...shown, rows: shown.groups.flatMap((group) => group.rows) };
}

const zones: Record<string, string> = {
  CNSHA: "Asia/Shanghai",
  USLAX: "America/Los_Angeles",
  USCHI: "America/Chicago",
};

/** "DEPA CNSHA 2026-11-03 11:33:00", an actual unless said otherwise. */
function event(text: string, rest: Partial<WireEvent> = {}): WireEvent {
  const [code = "", at = "", ...when] = text.split(" ");
  return {
    id: text,
    vocabulary: code === "BOOK" || code === "BRTH" ? "HOUSE" : "DCSA",
    code,
    classifier: "ACT",
    at: when.join(" "),
    place: place(at, zones[at] ?? "UTC"),
    facility: null,
    sequence: null,
    mode: code === "DEPA" || code === "ARRI" ? "VESSEL" : null,
    transport: null,
    emptyIndicator: "LADEN",
    containerNumber: null,
    source: "carrier",
    receivedAt: when.join(" "),
    reasonCode: null,
    remark: null,
    ...rest,
  };
}

test("every date of product 3.3 has its place in the table, once", () => {
  const keys = Object.values(dateRows).flatMap((rows) =>
    rows.flatMap(({ planned, actual }) => [planned, actual].filter((key) => key !== undefined)),
  );
  expect([...keys].sort()).toEqual([...shipmentDateKeys].sort());
});

describe("a row", () => {
  test("has plan and actual side by side, each on the clock of its place", () => {
    const { rows } = view(
      { etd: "2026-11-03 09:40:00", atd: "2026-11-03 11:33:00", eta: "2026-11-19 17:07:00" },
      { events: [event("DEPA CNSHA 2026-11-03 11:33:00")] },
    );
    expect(rows).toMatchObject([
      {
        label: "Departure (ETD, ATD)",
        planned: {
          text: "2026-11-03 09:40",
          stamp: "2026-11-03 09:40:00 UTC+08:00",
          other: "2026-11-03 02:40 your time",
        },
        actual: { text: "2026-11-03 11:33", stamp: "2026-11-03 11:33:00 UTC+08:00" },
      },
      {
        label: "Arrival (ETA, ATA)",
        planned: { text: "2026-11-19 01:07", stamp: "2026-11-19 01:07:00 UTC-08:00" },
        actual: null,
      },
    ]);
  });

  test("shows a day as a day, and keeps what lies ahead out of the actual column", () => {
    const { rows } = view({ railRampLastFreeDay: "2026-12-14", emptyReturn: "2026-12-20 10:00:00" });
    expect(rows).toMatchObject([
      { planned: { text: "2026-12-14", stamp: "2026-12-14" }, actual: null },
      { label: "Empty return", planned: { text: "2026-12-19 20:00" }, actual: null },
    ]);
  });

  test("of the booking are those of the place of departure", () => {
    const events = [event("BOOK CNSHA 2026-11-01 10:00:00")];
    expect(view({}, { events }).rows[0]?.actual).toEqual({
      text: "2026-11-01 10:00",
      stamp: "2026-11-01 10:00:00 UTC+08:00",
      other: "2026-11-01 03:00 your time",
    });
  });

  test("names the ETA first given when it has slipped", () => {
    const eta = "2026-11-19 17:07:00";
    expect(view({ eta }, { firstEta: "2026-11-17 17:00:00" }).rows[0]?.notes.map(textOf)).toEqual([
      "first given: 2026-11-17 01:00",
    ]);
    expect(view({ eta }, { firstEta: eta }).rows[0]?.notes).toEqual([]);
  });
});

describe("a date that is stored as done", () => {
  const stored = {
    eta: "2026-11-19 17:07:00",
    ata: "2026-11-20 05:00:00",
    berthing: "2026-11-20 08:00:00",
    freightRelease: "2026-11-22 09:00:00",
    outGate: "2026-11-23 09:00:00",
  };

  test("but has no event is not called actual, and is marked so", () => {
    const { rows } = view(stored, { events: [event("DEPA CNSHA 2026-11-03 11:33:00")] });
    expect(rows.map(({ label, actual }) => [label, actual?.text])).toEqual([
      ["Departure (ETD, ATD)", "2026-11-03 11:33"],
      ["Arrival (ETA, ATA)", undefined],
      ["Berthing", undefined],
      ["Freight release", undefined],
      ["Out gate", undefined],
    ]);
    expect(rows[1]).toMatchObject({
      planned: { text: "2026-11-19 01:07" },
      notes: [{ text: "told as 2026-11-19 13:00, not confirmed", stamp: "2026-11-19 13:00:00 UTC-08:00" }],
    });
    expect(rows[2]).toMatchObject({ planned: { text: "2026-11-19 16:00" }, notes: ["not confirmed"] });
  });

  test("is called actual by its event, at the time that the event tells", () => {
    const events = [
      event("ARRI USLAX 2026-11-20 06:00:00"),
      event("BRTH USLAX 2026-11-20 09:00:00"),
      event("AVPU USLAX 2026-11-22 09:00:00", { classifier: "EST" }),
    ];
    const { rows } = view(stored, { events });
    expect(rows).toMatchObject([
      { planned: { text: "2026-11-19 01:07" }, actual: { text: "2026-11-19 14:00" }, notes: [] },
      { planned: null, actual: { text: "2026-11-19 17:00" }, notes: [] },
      { label: "Freight release", actual: null },
      { label: "Out gate", actual: null },
    ]);
  });
});

test("fields without a date are listed in one line", () => {
  const { notKnown } = view({ etd: "2026-11-03 09:40:00" });
  expect(notKnown).toContain("Customs clearance");
  expect(notKnown).not.toContain("Departure");
});

describe("what the timeline plans for a date that holds actuals only", () => {
  const onByRail = [
    event("ARRI USLAX 2026-11-20 06:00:00"),
    event("GTOT USCHI 2026-12-12 01:00:00", { classifier: "PLN" }),
    event("GTIN USCHI 2026-12-14 01:00:00", { classifier: "PLN", emptyIndicator: "EMPTY" }),
  ];

  test("is planned here too, on the clock of its place, and not called unknown", () => {
    const { rows, notKnown } = view({}, { events: onByRail });
    expect(rows).toMatchObject([
      { label: "Arrival (ETA, ATA)", actual: { text: "2026-11-19 14:00" } },
      {
        label: "Out gate",
        planned: { text: "2026-12-11 11:00", stamp: "2026-12-11 11:00:00 UTC-06:00" },
        actual: null,
      },
      {
        label: "Empty return",
        planned: { text: "2026-12-13 11:00", stamp: "2026-12-13 11:00:00 UTC-06:00" },
        actual: null,
      },
    ]);
    expect(notKnown).not.toMatch(/Out gate|Empty return/);
  });

  test("stays beside the actual, and gives way to what is stored", () => {
    const events = [
      ...onByRail,
      event("GTOT USCHI 2026-12-12 05:00:00", { receivedAt: "2026-12-12 06:00:00" }),
    ];
    const rows = view({ emptyReturn: "2026-12-20 10:00:00" }, { events }).rows.slice(1);
    expect(rows).toMatchObject([
      {
        label: "Out gate",
        planned: { text: "2026-12-11 11:00" },
        actual: { text: "2026-12-11 15:00", stamp: "2026-12-11 15:00:00 UTC-06:00" },
      },
      { label: "Empty return", planned: { text: "2026-12-19 20:00" } },
    ]);
  });
});

test("the appointment at the terminal is on the clock of where the container is fetched from", () => {
  const terminalPickupAppointment = "2026-12-12 01:00:00";
  const atRamp = [event("GTOT USCHI 2026-12-12 01:00:00", { classifier: "PLN" })];
  const planned = (events: WireEvent[]) => view({ terminalPickupAppointment }, { events }).rows[0]?.planned;
  expect(planned(atRamp)).toMatchObject({ text: "2026-12-11 11:00", stamp: "2026-12-11 11:00:00 UTC-06:00" });
  expect(planned([])).toMatchObject({ text: "2026-12-11 09:00", stamp: "2026-12-11 09:00:00 UTC-08:00" });
});
