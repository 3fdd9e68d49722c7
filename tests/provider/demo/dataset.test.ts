import { describe, expect, test } from "vitest";
import { checkAirWaybill } from "#app/lib/air-waybill.ts";
import {
  airChargeableWeight,
  roadChargeableWeight,
  seaChargeableWeight,
  USUAL_AIR_SETTINGS,
  USUAL_ROAD_SETTINGS,
  USUAL_SEA_SETTINGS,
} from "#app/lib/chargeable-weight.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { DAY_MS, formatDay, formatInstant, HOUR_MS } from "#app/lib/date-time.ts";
import { add, compare } from "#app/lib/decimal.ts";
import { equipmentOf } from "#app/lib/equipment.ts";
import { checkIncoterm } from "#app/lib/incoterms.ts";
import { houseMilestones } from "#app/lib/milestones/kinds.ts";
import { isDoneDate } from "#app/lib/milestones/reached-dates.ts";
import type { DemoCustomerCode } from "#app/provider/demo/accounts.ts";
import { demoDataset } from "#app/provider/demo/dataset.ts";
import { products } from "#app/provider/demo/goods.ts";
import { countryOf, zoneOf } from "#app/provider/demo/journey.ts";
import { airLanes, oceanLanes, truckLanes } from "#app/provider/demo/lanes.ts";
import { demoParties, partiesOn } from "#app/provider/demo/parties.ts";
import type { DemoShipment } from "#app/provider/demo/shipment.ts";
import { carriers } from "#app/provider/reference/carriers.ts";
import { places } from "#app/provider/reference/places.ts";
import { readEvent } from "#app/provider/shipments/event-message.ts";

const TODAY = new Date("2026-11-20T09:00:00Z");
const { shipments, messages, flaws } = demoDataset(TODAY, 400);
const lastDay = formatDay(TODAY, "Pacific/Kiritimati")!;
const modes = ["OCEAN", "AIR", "TRUCK"] as const;
const kg = (value: unknown) => Number(value);
/** Replaces the function `stateAt` by its result weeks later. */
const plain = ({ stateAt, ...shipment }: DemoShipment) => ({
  ...shipment,
  later: stateAt(new Date(TODAY.getTime() + 40 * DAY_MS)),
});

describe("the same for the same day", () => {
  test("twice the same", () => {
    const [one, other] = [demoDataset(TODAY, 60), demoDataset(TODAY, 60)];
    expect(one.shipments.map(plain)).toEqual(other.shipments.map(plain));
    expect([one.messages, one.ahead, one.flaws]).toEqual([other.messages, other.ahead, other.flaws]);
  });

  test("more shipments add to the first", () => {
    expect(demoDataset(TODAY, 80).shipments.map(plain)).toEqual(shipments.slice(0, 80).map(plain));
  });

  test("a week later everything is a week later by the clock of its place", () => {
    const later = demoDataset(new Date(TODAY.getTime() + 7 * DAY_MS), 400).shipments;
    for (const [index, { journey }] of shipments.entries()) {
      const clocks = (steps: typeof journey.steps, days: number) =>
        steps.map((step) => [step.code, wallClock(step.planned, step.place) + days * DAY_MS]);
      expect(clocks(later[index]!.journey.steps, 0)).toEqual(clocks(journey.steps, 7));
    }
  });
});

describe("the world it moves in", () => {
  const known = new Set(places.map((place) => place.code));
  const modeOf = new Map(carriers.map((carrier) => [carrier.code, carrier.mode]));
  const lanes = (Object.keys(demoParties) as DemoCustomerCode[]).flatMap((company) => [
    ...oceanLanes[company].map((lane) => ({
      company,
      mode: "OCEAN",
      end: lane.ramp?.at ?? lane.to,
      ...lane,
    })),
    ...airLanes[company].map((lane) => ({ company, mode: "AIR", end: lane.to, ...lane })),
    ...truckLanes[company].map((lane) => ({ company, mode: "TRUCK", end: lane.to, ...lane })),
  ]);

  test("every lane has its places, its carriers, a shipper and a receiver", () => {
    for (const lane of lanes) {
      const name = `${lane.company} ${lane.from} ${lane.to}`;
      for (const place of [lane.from, lane.to, lane.end]) expect(known, name).toContain(place);
      for (const carrier of lane.carriers) expect(modeOf.get(carrier), name).toBe(lane.mode);
      expect(partiesOn(lane.company, lane.from, lane.end), name).not.toBeNull();
    }
  });

  test("every party lives in a place that is known", () => {
    for (const { suppliers, receivers } of Object.values(demoParties)) {
      for (const { town } of [...suppliers, ...receivers]) expect(known).toContain(town);
    }
  });
});

describe("every kind of shipment is there", () => {
  const some = (field: (shipment: DemoShipment) => unknown) => new Set(shipments.map(field));
  test("modes, services, loads, levels, payments, data of cargo, documents", () => {
    expect(some(({ row }) => row.job_mode)).toEqual(new Set(["OCEAN", "AIR", "TRUCK"]));
    expect(some(({ row }) => row.service_type)).toEqual(
      new Set(["DTD", "DTA", "DTP", "ATA", "PTP", "ATD", "PTD"]),
    );
    expect(some(({ row }) => row.load_type)).toEqual(new Set(["FCL", "LCL", "LOOSE", "FTL", "LTL"]));
    expect(some(({ row }) => row.service_level)).toEqual(new Set(["STANDARD", "EXPRESS", "ECONOMY"]));
    expect(some(({ row }) => row.charges_currency)).toEqual(new Set(["USD", "EUR", "GBP", "CNY"]));
    expect(some(({ cargo }) => cargo.map((line) => line.data_type).join(""))).toEqual(
      new Set(["O", "OR", "ORH"]),
    );
    expect(
      new Set(shipments.flatMap(({ documents }) => documents.map((each) => each.document_type))).size,
    ).toBe(7);
  });

  test("about half belong to demo's company", () => {
    const own = shipments.filter(({ company }) => company === "MERIDIAN").length / shipments.length;
    expect(own).toBeGreaterThan(0.42);
    expect(own).toBeLessThan(0.62);
  });

  test("every date of a shipment that is set with it occurs, and none of them is something done", () => {
    const keys = new Set(shipments.flatMap(({ dates }) => Object.keys(dates)));
    for (const key of [
      "confirmedBookingEta",
      "cargoReady",
      "estimatedPickup",
      "terminalPickupAppointment",
      "railRampLastFreeDay",
      "etaToDoor",
      "sla",
    ]) {
      expect(keys).toContain(key);
    }
    expect([...keys].filter(isDoneDate)).toEqual([]);
  });

  test("the forwarder tells what no carrier does", () => {
    const told = new Set(shipments.flatMap(({ marks }) => marks.map(({ code }) => code)));
    // Rail milestones are reported by rail carriers.
    const expected = Object.keys(houseMilestones).filter((code) => !["FRAI", "FRMP"].includes(code));
    expect([...told].sort()).toEqual(expected.sort());
  });

  test("some have a transhipment, some a train, some share a box", () => {
    expect(shipments.filter(({ row }) => row.mother_vessel_imo).length).toBeGreaterThan(10);
    expect(shipments.filter(({ row }) => row.port_of_final_arrival).length).toBeGreaterThan(3);
    const shared = shipments.filter(({ isCoLoaded }) => isCoLoaded);
    expect(shared.length).toBeGreaterThan(3);
    for (const house of shared) {
      const with_ = shipments.filter(({ row }) => row.master_number === house.row.master_number);
      expect(with_).toHaveLength(2);
      expect(new Set(with_.map(({ boxNumbers }) => boxNumbers[0])).size).toBe(1);
    }
  });
});

describe("numbers", () => {
  test("container numbers are valid but for the one misread", () => {
    expect(flaws.wrongCheckDigit).toHaveLength(1);
    for (const { row, boxNumbers } of shipments) {
      const isMisread = flaws.wrongCheckDigit.includes(row.house_number);
      const states = boxNumbers.map((number) => checkContainerNumber(number).status);
      expect(states).toEqual(boxNumbers.map((_, box) => (isMisread && box === 0 ? "wrong-digit" : "valid")));
    }
  });

  test("air waybills are valid and begin with the airline's prefix", () => {
    const prefixOf = new Map(carriers.map((carrier) => [carrier.code, carrier.awb_prefix]));
    const flights = shipments.filter(({ row }) => row.job_mode === "AIR");
    expect(flights.length).toBeGreaterThan(80);
    for (const { row } of flights) {
      expect(checkAirWaybill(row.master_number).status).toBe("valid");
      expect(row.master_number!.slice(0, 3)).toBe(prefixOf.get(row.carrier_code!));
      expect(row.flight_number).toMatch(new RegExp(`^${row.carrier_code}\\d{4}$`));
    }
  });

  test("no two shipments share a number that should tell them apart", () => {
    const apart = shipments.filter(({ isCoLoaded }) => !isCoLoaded);
    for (const numbers of [
      shipments.map(({ row }) => row.house_number),
      apart.flatMap(({ row }) => row.master_number ?? []),
      apart.map(({ row }) => row.booking_number),
      apart.flatMap(({ boxNumbers }) => boxNumbers),
    ]) {
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  test.for(modes)("%s: terms, weights and lines agree", (mode) => {
    const ofMode = shipments.filter(({ row }) => row.job_mode === mode);
    for (const { row, cargo, containers, orderLines } of ofMode) {
      expect(checkIncoterm(row.incoterms, mode === "OCEAN"), row.house_number).toBe("fits");
      expect(orderLines.reduce((sum, line) => sum + line.cartons, 0)).toBe(row.cartons);
      const stands = cargo.find((line) => line.data_type === "R") ?? cargo[0]!;
      expect(stands).toMatchObject({
        pieces: row.pieces,
        gross_weight_kg: row.gross_weight_kg,
        volume_cbm: row.volume_cbm,
      });
      for (const line of cargo) {
        const measures = { grossKg: kg(line.gross_weight_kg), volumeCbm: kg(line.volume_cbm) };
        if (mode === "AIR") {
          const due = kg(airChargeableWeight(measures, USUAL_AIR_SETTINGS).chargeable);
          expect(Math.abs(kg(line.chargeable_weight_kg) - due)).toBeLessThanOrEqual(
            line.data_type === "H" ? 10 : 0.5,
          );
        } else if (row.load_type === "LCL" && line.data_type !== "H") {
          expect(kg(line.chargeable_weight_kg)).toBeCloseTo(
            kg(seaChargeableWeight(measures, USUAL_SEA_SETTINGS).chargeable) * 1000,
            3,
          );
        } else if (row.load_type === "LTL" && line.data_type !== "H") {
          expect(kg(line.chargeable_weight_kg)).toBeCloseTo(
            kg(roadChargeableWeight(measures, USUAL_ROAD_SETTINGS).chargeable),
            2,
          );
        } else if (row.load_type === "FCL" || row.load_type === "FTL") {
          expect(line.chargeable_weight_kg).toBeNull();
        }
      }
      const loaded = containers.filter((box) => box.gross_weight_kg !== null);
      if (row.load_type === "FCL" && loaded.length > 0) {
        expect(loaded.reduce((sum, box) => sum + kg(box.gross_weight_kg), 0)).toBeCloseTo(
          kg(row.gross_weight_kg),
          2,
        );
        expect(loaded.reduce((sum, box) => sum + kg(box.volume_cbm), 0)).toBeCloseTo(kg(row.volume_cbm), 2);
        expect(loaded.reduce((sum, box) => sum + box.pieces!, 0)).toBe(row.pieces);
      }
      for (const box of containers) {
        const equipment = equipmentOf(box.container_type)!;
        expect(kg(box.volume_cbm)).toBeLessThan(
          equipment.lengthFeet === 20 ? 33 : equipment.isHighCube ? 76 : 67,
        );
        expect(kg(box.gross_weight_kg)).toBeLessThan(equipment.lengthFeet === 20 ? 21_800 : 26_500);
      }
    }
  });
});

describe("the seller's documents", () => {
  const codes = new Set(Object.values(products).flatMap((each) => each.map(({ hsCode }) => hsCode)));

  test("weights of the lines add up to the shipment's, estimated or weighed, net below gross", () => {
    let guessed = 0;
    for (const shipment of shipments) {
      const booked = shipment.stateAt(shipment.bookedAt);
      const later = shipment.stateAt(new Date(TODAY.getTime() + 90 * DAY_MS));
      if (kg(booked.row.gross_weight_kg) !== kg(later.row.gross_weight_kg)) guessed++;
      for (const { row, orderLines } of [booked, shipment, later]) {
        const gross = orderLines.map((line) => String(line.gross_weight_kg));
        expect(compare(add(...gross), String(row.gross_weight_kg)), row.house_number).toBe(0);
        for (const line of orderLines) {
          expect(kg(line.net_weight_kg)).toBeLessThan(kg(line.gross_weight_kg));
          expect(kg(line.net_weight_kg)).toBeGreaterThan(kg(line.gross_weight_kg) * 0.4);
        }
      }
    }
    expect(guessed).toBeGreaterThan(100);
  });

  test("lines have a price each in one currency that fits the trade, and the tariff number of the goods", () => {
    const used = new Map<string, number>();
    const prices = new Map<string, string>();
    for (const { shipper, consignee, orderLines, lines, row } of shipments) {
      const [currency, ...others] = new Set(orderLines.map((line) => line.currency));
      expect(others).toEqual([]);
      used.set(currency!, (used.get(currency!) ?? 0) + 1);
      if (currency === "GBP")
        expect([countryOf(shipper.town), countryOf(consignee.town)], row.house_number).toContain("GB");
      for (const [index, line] of orderLines.entries()) {
        const { description, hsCode } = lines[index]!.product;
        expect(line).toMatchObject({ description, hs_code: hsCode });
        expect(codes).toContain(line.hs_code);
        expect(line.unit_price).toMatch(/^\d+\.\d\d$/);
        expect(kg(line.unit_price)).toBeGreaterThan(0.5);
        // A seller has one price for a SKU in a currency.
        const sold = `${shipper.code} ${line.sku_number} ${currency}`;
        expect(prices.get(sold) ?? line.unit_price).toBe(line.unit_price);
        prices.set(sold, String(line.unit_price));
      }
    }
    expect([...used.keys()].sort()).toEqual(["CNY", "EUR", "GBP", "USD"]);
    expect(used.get("USD")).toBe(Math.max(...used.values()));
  });
});

describe("journeys", () => {
  test.for(modes)("%s goes forward, lorries by day, and no further than today", (mode) => {
    const ofMode = shipments.filter(({ row }) => row.job_mode === mode);
    for (const { journey, bookedAt, row, dates, documents } of ofMode) {
      expect(bookedAt < TODAY).toBe(true);
      for (const [index, step] of journey.steps.entries()) {
        const next = journey.steps[index + 1];
        if (!next) continue;
        expect(next.planned > step.planned, `${row.house_number} ${step.code} before ${next.code}`).toBe(
          true,
        );
        expect(next.actual > step.actual, `${row.house_number} ${step.code} before ${next.code}`).toBe(true);
        if (step.mode === "TRUCK") {
          for (const time of [step.planned, step.actual]) {
            const hour = Number(formatInstant(time, zoneOf(step.place))!.slice(11, 13));
            expect(hour).toBeGreaterThanOrEqual(7);
            expect(hour).toBeLessThanOrEqual(19);
          }
        }
      }
      expect(bookedAt < journey.steps[0]!.planned).toBe(true);
      expect(row.etd! < row.eta!).toBe(true);
      expect(row.port_of_departure).not.toBe(row.port_of_arrival);
      const ahead = new Set([
        "confirmedBookingEta",
        "cargoReady",
        "estimatedPickup",
        "etaToDoor",
        "sla",
        "terminalPickupAppointment",
        "railRampLastFreeDay",
      ]);
      for (const [key, date] of Object.entries(dates)) {
        // A day is that of a place, where it may be tomorrow already.
        const isPast = date.length === 10 ? date <= lastDay : new Date(date) <= TODAY;
        if (!ahead.has(key)) expect(isPast, `${row.house_number} ${key} ${date}`).toBe(true);
      }
      for (const document of documents) {
        expect(document.issued_on <= lastDay).toBe(true);
      }
    }
  });

  test("cargo of the same sailing departs and arrives together, each week on its day", () => {
    const aboard = Map.groupBy(
      shipments.filter(({ row }) => row.job_mode === "OCEAN"),
      ({ row }) =>
        [row.carrier_code, row.vessel_imo, row.voyage, row.port_of_departure, row.etd?.valueOf()].join(" "),
    );
    const together = [...aboard.values()].filter((each) => each.length > 1);
    expect(together.length).toBeGreaterThan(10);
    for (const each of together) {
      const calls = each.map(({ journey: { steps } }) =>
        steps
          .filter((step) => step.mode === "VESSEL")
          .map((step) => [step.code, step.place, step.conveyance, step.planned, step.actual]),
      );
      for (const call of calls) expect(call).toEqual(calls[0]);
    }
    const days = Map.groupBy(
      shipments.filter(({ row }) => row.job_mode === "OCEAN"),
      ({ row }) => [row.carrier_code, row.port_of_departure, row.port_of_arrival].join(" "),
    );
    for (const [service, each] of days) {
      const weekdays = each.map(({ row, journey }) =>
        formatDay(journey.steps.find((step) => step.code === "DEPA")!.planned, zoneOf(row.port_of_departure)),
      );
      expect(new Set(weekdays.map((day) => new Date(day!).getUTCDay())).size, service).toBe(1);
    }
  });

  test("a flight takes as long as the distance", () => {
    const hours = (from: string, to: string) => {
      const legs = shipments
        .filter(({ row }) => row.job_mode === "AIR")
        .flatMap(({ journey: { steps } }) =>
          steps.flatMap((step, index) => {
            const arrival = steps[index + 1];
            const isLeg = step.code === "DEP" && step.place === from && arrival?.place === to;
            return isLeg ? [(arrival.planned.getTime() - step.planned.getTime()) / HOUR_MS] : [];
          }),
        );
      expect(legs.length).toBeGreaterThan(0);
      return legs[0]!;
    };
    expect(hours("PVG", "LAX")).toBeCloseTo(13, 0);
    expect(hours("DXB", "LHR")).toBeCloseTo(7.2, 0);
  });
});

describe("messages", () => {
  const options = { source: "FLD", now: TODAY };
  const readings = messages.map((message) => readEvent(message, options));
  const events = readings.flatMap((reading) => ("event" in reading ? [reading.event] : []));

  test("the import accepts every event, and quarantines only those of the misread container number", () => {
    expect(readings.filter((reading) => "reason" in reading)).toEqual([]);
    const warned = events.filter((event) => event.doubts.length > 0);
    expect(warned.length).toBeGreaterThan(0);
    const misread = shipments.find(({ row }) => row.house_number === flaws.wrongCheckDigit[0])!;
    expect(new Set(warned.map((event) => event.containerNumber))).toEqual(new Set([misread.boxNumbers[0]]));
  });

  test("come in all three formats", () => {
    const formats = messages.map((message) =>
      "eventClassification" in (message as object)
        ? "3.0"
        : "statusCode" in (message as object)
          ? "air"
          : "2.2",
    );
    for (const format of ["2.2", "3.0", "air"]) {
      expect(formats.filter((each) => each === format).length).toBeGreaterThan(500);
    }
  });

  test("nothing is told or has happened after today", () => {
    for (const event of events) {
      expect(event.receivedAt <= TODAY).toBe(true);
      if (event.classifier === "ACT") expect(event.occurredAt <= TODAY).toBe(true);
    }
  });

  test("delays have a reason, in words and by code", () => {
    const reasoned = events.filter((event) => event.remark !== null);
    expect(reasoned.length).toBeGreaterThan(20);
    expect(reasoned.every((event) => event.classifier === "EST")).toBe(true);
    expect(new Set(reasoned.map((event) => event.reasonCode)).size).toBeGreaterThan(6);
  });

  test("the deliberate flaws are there", () => {
    const ids = events.map((event) => event.eventId);
    expect(ids.length - new Set(ids).size).toBe(flaws.repeated.length);
    for (const names of Object.values(flaws)) expect(names.length).toBeGreaterThan(0);
    const of = (house: string) => {
      const { row } = shipments.find((shipment) => shipment.row.house_number === house)!;
      const keys = [row.house_number, row.master_number?.replace("-", "")];
      return events.filter((event) => event.references.some((reference) => keys.includes(reference.key)));
    };
    for (const house of flaws.missingActual) {
      const actual = of(house).filter((event) => event.classifier === "ACT");
      expect(actual.map((event) => event.code)).toContain("AVPU");
      expect(actual.map((event) => event.code)).not.toContain("DISC");
    }
    for (const house of flaws.lateEstimate) {
      const told = of(house).sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
      const last = told.findLast((event) => event.classifier === "ACT")!;
      expect(
        told.some(
          (event) =>
            event.classifier === "EST" &&
            event.code === last.code &&
            event.placeCode === last.placeCode &&
            event.receivedAt > last.receivedAt,
        ),
      ).toBe(true);
    }
    for (const house of flaws.silent) {
      const newest = Math.max(...of(house).map((event) => event.receivedAt.getTime()));
      expect(newest).toBeLessThan(TODAY.getTime() - 8 * DAY_MS);
    }
  });
});

function wallClock(instant: Date, place: string): number {
  return Date.parse(`${formatInstant(instant, zoneOf(place))!.replace(" ", "T")}Z`);
}
