import { describe, expect, test } from "vitest";
import { clockOf } from "#app/access/clock.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { shipmentDateKeys } from "#app/contract/shipment-code.ts";
import { dateRows, datesView } from "#app/features/shipments/dates.server.ts";
import { i18nOf } from "#app/locales/i18n.server.ts";
import type { Translate } from "#app/locales/translation.ts";

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
  }: { firstEta?: string | null; timeZone?: string | null } = {},
) {
  const shipment = {
    dates,
    firstEta,
    placeOfReceipt: null,
    portOfDeparture: place("CNSHA", "Asia/Shanghai"),
    portOfArrival: place("USLAX", "America/Los_Angeles"),
    portOfFinalArrival: place("USCHI", "America/Chicago"),
  } as ShipmentDetailData;
  const shown = datesView(shipment, {
    language: "en",
    clock: clockOf("place", timeZone),
    now: NOW,
    t: i18nOf("en").t as Translate,
  });
  return { ...shown, rows: shown.groups.flatMap((group) => group.rows) };
}

test("every date of the specification has its place in the table, once", () => {
  const keys = Object.values(dateRows).flatMap((rows) =>
    rows.flatMap(({ planned, actual }) => [planned, actual].filter((key) => key !== undefined)),
  );
  expect([...keys].sort()).toEqual([...shipmentDateKeys].sort());
});

describe("a row", () => {
  test("sets the plan beside what happened, each on the clock of its place", () => {
    const { rows } = view({
      etd: "2026-11-03 09:40:00",
      atd: "2026-11-03 11:33:00",
      eta: "2026-11-19 17:07:00",
    });
    expect(rows).toMatchObject([
      {
        label: "Departure (ETD, ATD)",
        planned: { text: "2026-11-03 09:40:00", zone: "UTC+08:00", other: "2026-11-03 02:40:00 your time" },
        actual: { text: "2026-11-03 11:33:00", zone: "UTC+08:00" },
      },
      {
        label: "Arrival (ETA, ATA)",
        planned: { text: "2026-11-19 01:07:00", zone: "UTC-08:00" },
        actual: null,
      },
    ]);
  });

  test("shows a day as a day, and keeps what lies ahead out of the actual column", () => {
    const { rows } = view({ railRampLastFreeDay: "2026-12-14", emptyReturn: "2026-12-20 10:00:00" });
    expect(rows).toMatchObject([
      { planned: { text: "2026-12-14", zone: null, other: null }, actual: null },
      { label: "Empty return", planned: { text: "2026-12-19 20:00:00" }, actual: null },
    ]);
  });

  test("of the booking are those of the place of departure", () => {
    expect(view({ booking: "2026-11-01 10:00:00" }).rows[0]?.actual).toEqual({
      text: "2026-11-01 10:00:00",
      zone: "UTC+08:00",
      other: "2026-11-01 03:00:00 your time",
    });
  });

  test("names the ETA first given when it has slipped", () => {
    const eta = "2026-11-19 17:07:00";
    expect(view({ eta }, { firstEta: "2026-11-17 17:00:00" }).rows[0]?.note).toBe(
      "first given: 2026-11-17 01:00:00 UTC-08:00",
    );
    expect(view({ eta }, { firstEta: eta }).rows[0]?.note).toBeNull();
  });
});

test("what has no date yet is named in one line", () => {
  const { notKnown } = view({ etd: "2026-11-03 09:40:00" });
  expect(notKnown).toContain("Customs clearance");
  expect(notKnown).not.toContain("Departure");
});
