import type { ShipmentDateKey } from "#app/contract/shipment-code.ts";
import { DAY_MS, formatDay, HOUR_MS } from "#app/lib/date-time.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import { lastFreeDay } from "#app/lib/free-time.ts";
import type { Incoterm } from "#app/lib/incoterms.ts";
import type { HouseMilestone } from "#app/lib/milestones/kinds.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { lineWeights, termsOfSale } from "./amounts.ts";
import { bookedCargo, type Cargo, measuredCargo } from "./cargo.ts";
import { countryOf, type Journey, type Step } from "./journey.ts";
import type { Random } from "./random.ts";
import type { Child, DemoShipment, ForwarderData } from "./shipment.ts";
import {
  dayAt,
  documentsOf,
  type Hours,
  hoursOf,
  orderLines,
  shifted,
  stepOf,
  withAmounts,
  withProof,
} from "./shipment-papers.ts";
import type { Draft } from "./shipment-plan.ts";

/** Incoterms under which the buyer pays the freight. */
const collectTerms: readonly Incoterm[] = ["EXW", "FCA", "FAS", "FOB"];
const chargesIn: Record<DemoCustomerCode, { currency: string; fromUsd: string }> = {
  MERIDIAN: { currency: "USD", fromUsd: "1" },
  BRIGHTWATER: { currency: "EUR", fromUsd: "0.91" },
  HARROWVALE: { currency: "GBP", fromUsd: "0.78" },
};
const YUAN = { currency: "CNY", fromUsd: "7.12" };

export function finish(draft: Draft): DemoShipment {
  const { random, given: setting, company, mode, loadType, service, cargo, journey, bookedAt } = draft;
  const { index, today, slot } = setting;
  const serial = String(index + 1).padStart(4, "0");
  const bookedOn = formatDay(bookedAt, "Asia/Shanghai")!;
  const month = `${bookedOn.slice(2, 4)}${bookedOn.slice(5, 7)}`;
  const houseNumber = `FLD${draft.from.slice(-3)}${month}${serial}`;
  const invoiceNumber = `${draft.shipper.code.slice(0, 5)}-${month}-${serial}`;
  const find = (code: string, empty?: "EMPTY" | "LADEN") =>
    journey.steps.find((step) => step.code === code && (!empty || step.emptyIndicator === empty));
  const received = find("GTIN", "LADEN") ?? find("RCS") ?? find("PICK", "LADEN")!;
  // The packages are weighed when the container is stuffed.
  const weighedAt = (find("STUF") ?? received).actual;
  const departure = find("DEPA") ?? find("DEP")!;
  const arrival = arrivalStep(journey, draft.to);
  const boxTakenAt = (find("GTOT", "EMPTY") ?? find("STUF") ?? received).actual;

  const booked = bookedCargo(random, mode, loadType, cargo);
  const actual = measuredCargo(random, "R", cargo);
  const billed = measuredCargo(random, "H", cargo);

  const charged = company === "MERIDIAN" && random.chance(0.08) ? YUAN : chargesIn[company];
  const term = random.pick(service.terms);
  const haulageUsd =
    mode === "TRUCK" ? 0 : (service.type.startsWith("D") ? 260 : 0) + (service.type.endsWith("D") ? 410 : 0);
  const isPublic = random.chance(0.9);
  const source = random.pick(["TMS", "TMS", "EDI", "PORTAL"]);
  // The seller's invoice is sent with the goods; some send it with the order.
  const hasInvoiceEarly = random.chance(0.4);
  const invoicedAt = new Date(
    Math.max(received.actual.getTime() - 30 * HOUR_MS, bookedAt.getTime() + 20 * HOUR_MS),
  );
  const hours = hoursOf(draft);
  const known = datesOf(draft, arrival);
  const lines = orderLines(random, index, company, cargo);
  const sale = termsOfSale(draft.shipper, draft.consignee, cargo.lines);
  const papers = documentsOf(draft, { houseNumber, invoiceNumber, departure, arrival, invoicedAt, hours });

  const changeTimes = [
    boxTakenAt,
    weighedAt,
    departure.actual,
    invoicedAt,
    ...[...known, ...papers].map(({ from }) => from),
  ].filter((at) => at > bookedAt);
  // Once, not at each state: every status of an airline names the pieces of the state at its time.
  const charges = round(multiply(round(draft.freightUsd + haulageUsd, 2), charged.fromUsd), 2);
  const weighed = measured(cargo);
  const linesOf = (grossKg: number | string) => withAmounts(lines, sale, lineWeights(cargo, grossKg));
  const linesBooked = once(() => linesOf(booked.gross_weight_kg));
  const linesWeighed = once(() => linesOf(weighed.gross_weight_kg));
  const stateAt = (until: Date): ForwarderData => {
    const isWeighed = weighedAt <= until;
    const stands = isWeighed ? weighed : booked;
    const hasInvoice = hasInvoiceEarly || invoicedAt <= until;
    return {
      row: {
        house_number: houseNumber,
        master_number: draft.masterNumber,
        job_mode: mode,
        service_type: service.type,
        service_level: draft.serviceLevel,
        load_type: loadType,
        incoterms: term,
        payment_type: collectTerms.includes(term) ? "COLLECT" : "PREPAID",
        place_of_receipt: journey.placeOfReceipt,
        port_of_departure: draft.from,
        port_of_arrival: draft.to,
        port_of_final_arrival: draft.finalArrival,
        estimated_charges: charges,
        charges_currency: charged.currency,
        carrier_code: draft.carrier,
        ...draft.carriage,
        system_source: source,
        business_unit: `FLD-${draft.from.slice(-3)}-${{ AIR: "AE", OCEAN: "OE", TRUCK: "RD" }[mode]}`,
        commercial_invoice_number: hasInvoice ? invoiceNumber : null,
        booking_number: draft.bookingNumber ?? `FB${month}${serial}`,
        pieces: stands.pieces,
        package_type: cargo.packageType,
        cartons: cargo.cartons,
        gross_weight_kg: stands.gross_weight_kg,
        volume_cbm: stands.volume_cbm,
        chargeable_weight_kg: stands.chargeable_weight_kg,
        booking_at: bookedAt,
        etd: departure.planned,
        eta: arrival.planned,
        first_eta: arrival.planned,
        is_public: isPublic,
        created_at: bookedAt,
        updated_at: bookedAt,
      },
      dates: Object.fromEntries(
        known.filter(({ from }) => from <= until).map(({ key, date }) => [key, date]),
      ),
      containers: boxTakenAt <= until ? boxesOf(draft, isWeighed) : [],
      orderLines: isWeighed ? linesWeighed() : linesBooked(),
      cargo: [booked, ...(isWeighed ? [actual] : []), ...(departure.actual <= until ? [billed] : [])],
      documents: papers
        .filter(({ from }) => from <= until)
        .map(({ document, from }) => ({ ...document, added_at: from })),
    };
  };
  return {
    index,
    company,
    shipper: draft.shipper,
    consignee: draft.consignee,
    lines: cargo.lines,
    ...stateAt(slot ? bookedAt : today),
    stateAt,
    changeTimes: [...new Set(changeTimes.map((at) => at.getTime()))].map((at) => new Date(at)),
    journey,
    marks: marksOf(draft, { departure, arrival, received, hours }),
    boxType: draft.boxType,
    offer: draft.offer,
    boxNumbers: draft.boxNumbers,
    bookedAt,
    isCoLoaded: draft.isCoLoaded ?? false,
    followers: followersOf(random, company),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function boxesOf(
  { boxNumbers, boxType, seals, cargo }: Draft,
  isWeighed: boolean,
): Child<"shipment_container">[] {
  return boxNumbers.map((number, box) => {
    const loaded = cargo.containers[box] ?? cargo;
    return {
      line: box + 1,
      container_number: number,
      container_type: boxType!,
      seal_number: isWeighed ? seals[box]! : null,
      pieces: isWeighed ? ("pieces" in loaded ? loaded.pieces : loaded.cartons) : null,
      gross_weight_kg: isWeighed ? loaded.grossKg : null,
      volume_cbm: isWeighed ? loaded.volumeCbm : null,
    };
  });
}

function measured(cargo: Cargo) {
  return {
    pieces: cargo.pieces,
    gross_weight_kg: cargo.grossKg,
    volume_cbm: cargo.volumeCbm,
    chargeable_weight_kg: cargo.chargeableKg,
  };
}

/** The arrival at the port or airport, not at an inland ramp. */
function arrivalStep({ steps }: Journey, port: string): Step {
  return steps.findLast((step) => (step.code === "ARRI" || step.code === "ARR") && step.place === port)!;
}
const trainOf = ({ steps }: Journey) => ({
  train: steps.find((step) => step.mode === "RAIL" && step.code === "DEPA"),
  ramp: steps.find((step) => step.mode === "RAIL" && step.code === "ARRI"),
});

/**
 * Those dates of product 3.3 that are appointments, estimates or deadlines, each with the time from which it
 * is known; actual dates come from events.
 */
function datesOf(
  { service, journey, to, bookedAt }: Draft,
  arrival: Step,
): { key: ShipmentDateKey; date: string; from: Date }[] {
  const known: { key: ShipmentDateKey; date: string; from: Date }[] = [];
  const plan = (key: ShipmentDateKey, date: string, from = bookedAt) => known.push({ key, date, from });
  const { steps } = journey;
  const first = stepOf(journey, "PICK", "LADEN") ?? stepOf(journey, "STUF") ?? stepOf(journey, "FOH");
  const begun = first ?? steps[0]!;
  plan("confirmedBookingEta", dayAt(arrival.planned, to));
  plan("cargoReady", dayAt(shifted(begun.planned, -24), begun.place));
  if (service.type.startsWith("D")) {
    const collected = stepOf(journey, "PICK", "LADEN") ?? stepOf(journey, "STUF")!;
    plan("estimatedPickup", collected.planned.toISOString());
  }
  const gateOut = steps.findLast((step) => step.code === "GTOT" && step.emptyIndicator === "LADEN");
  if (gateOut) {
    const slip = Math.max(0, Math.round((gateOut.actual.getTime() - gateOut.planned.getTime()) / DAY_MS));
    const appointment = shifted(gateOut.planned, slip * 24).toISOString();
    plan("terminalPickupAppointment", appointment, shifted(arrival.actual, -4 * 24));
  }
  const { train, ramp } = trainOf(journey);
  if (train && ramp) {
    const terms = { dayOne: "next-day", freeDays: 2, unit: "working" } as const;
    plan("railRampLastFreeDay", lastFreeDay(dayAt(ramp.actual, ramp.place), terms)!, train.actual);
  }
  const door = stepOf(journey, "DROP", "LADEN");
  if (door) plan("etaToDoor", door.planned.toISOString());
  const end = door ?? gateOut ?? stepOf(journey, "DLV")!;
  plan("sla", dayAt(shifted(end.planned, 48), end.place));
  return known;
}

/**
 * The forwarder's milestones in the order of the journey: none before the step that it follows, nor after the
 * step that it precedes.
 */
function marksOf(
  { mode, service, journey, from, to, bookedAt }: Draft,
  { departure, arrival, received, hours }: { departure: Step; arrival: Step; received: Step; hours: Hours },
): Step[] {
  const marks: Step[] = [];
  const mark = (code: HouseMilestone, place: string, at: Date) => {
    if (at < bookedAt) return;
    const nowhere = { emptyIndicator: null, mode: null, facility: null, sequence: null, conveyance: null };
    const origin = { vocabulary: "HOUSE", isPerContainer: false, reporter: "forwarder" } as const;
    marks.push({ code, place, planned: at, actual: at, ...nowhere, ...origin });
  };
  /** So many hours before a step, but not before the previous step. */
  const before = (step: Step, hoursAhead: number, after: Step | undefined) => {
    const floor = after?.actual.getTime() ?? 0;
    const wanted = step.actual.getTime() - hoursAhead * HOUR_MS;
    return new Date(wanted > floor + HOUR_MS / 2 ? wanted : (floor + step.actual.getTime()) / 2);
  };
  mark("BOOK", from, bookedAt);
  const stuffed = stepOf(journey, "STUF");
  const fetched = stepOf(journey, "PICK", "LADEN");
  if (service.type.startsWith("D") && !fetched && stuffed)
    mark("COLL", stuffed.place, shifted(stuffed.actual, 1.5));
  mark("DOCR", received.place, shifted(received.actual, -20));
  if (mode === "TRUCK") mark("CRGR", received.place, received.actual);
  if (mode === "TRUCK") return withProof(mark, journey, hours, marks);
  if (service.type.startsWith("D")) {
    const handedOver = stepOf(journey, "FOH") ?? received;
    mark("DPWH", from, before(handedOver, hours.fromWarehouse, fetched ?? stuffed));
  }
  if (countryOf(to) === "US") mark("AMSC", from, shifted((stepOf(journey, "LOAD") ?? departure).actual, -26));
  if (mode === "OCEAN") {
    const landed = journey.steps.find((step) => step.code === "DISC" && step.place === to)!;
    mark("BRTH", to, before(landed, Math.max(2, hours.toBerth), arrival));
    const release = stepOf(journey, "CUSR")!;
    mark("DOCB", to, shifted(arrival.actual, -30));
    mark("CUSC", to, before(release, hours.clearing, landed));
  }
  return withProof(mark, journey, hours, marks);
}

function followersOf(random: Random, company: DemoCustomerCode): string[] {
  const members = { MERIDIAN: ["demo", "viewer", "chen"], BRIGHTWATER: ["rival"], HARROWVALE: ["emma.hale"] }[
    company
  ];
  return members.filter(() => random.chance(0.07));
}
