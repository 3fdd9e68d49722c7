import type { Insertable } from "kysely";
import type { JobMode, ServiceType, ShipmentDateKey } from "#app/contract/shipment-code.ts";
import { DAY_MS, formatDay, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import { lastFreeDay } from "#app/lib/free-time.ts";
import type { Incoterm } from "#app/lib/incoterms.ts";
import type { HouseMilestone } from "#app/lib/milestones/kinds.ts";
import type { Database } from "../db/schema.ts";
import { carriers, lessorPrefixes, oceanCarriers } from "../reference/carriers.ts";
import { vessels } from "../reference/vessels.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { lineWeights, termsOfSale } from "./amounts.ts";
import {
  bookedCargo,
  type Cargo,
  type LoadType,
  measuredCargo,
  type OrderedProduct,
  packCargo,
} from "./cargo.ts";
import {
  airJourney,
  type Conveyance,
  countryOf,
  type Journey,
  oceanJourney,
  placeOf,
  type Step,
  truckJourney,
  zoneOf,
} from "./journey.ts";
import { type AirLane, airLanes, type OceanLane, oceanLanes, type TruckLane, truckLanes } from "./lanes.ts";
import { airWaybillNumber, carrierReference, containerNumber, orderNumber, sealNumber } from "./numbers.ts";
import { type DemoParty, partiesOn, type Supplier } from "./parties.ts";
import { createRandom, hashOf, type Random } from "./random.ts";

type ShipmentRow = Omit<
  Insertable<Database["shipment"]>,
  "company_id" | "shipper_id" | "consignee_id" | "dates" | "container_numbers" | "po_numbers" | "sku_numbers"
>;
type Child<
  Table extends "shipment_container" | "shipment_order_line" | "shipment_cargo" | "shipment_document",
> = Omit<Insertable<Database[Table]>, "shipment_id" | "id">;

/** What the forwarder's system holds of a shipment beside what events tell of it. */
export interface Standing {
  row: ShipmentRow;
  dates: Partial<Record<ShipmentDateKey, string>>;
  containers: Child<"shipment_container">[];
  orderLines: Child<"shipment_order_line">[];
  cargo: Child<"shipment_cargo">[];
  documents: Child<"shipment_document">[];
}

/** A shipment as it stands before any news of it, and the journey from which the news are made. */
export interface DemoShipment extends Standing {
  /** Its number in the demonstration, by which it is made again. */
  index: number;
  company: DemoCustomerCode;
  shipper: Supplier;
  consignee: DemoParty;
  lines: readonly OrderedProduct[];
  journey: Journey;
  /** What the forwarder tells beside the carrier's steps: papers, berthing, the train, the proof of delivery. */
  marks: Step[];
  /** As it stands at any moment from its booking on; the fields above are those of the moment of seeding, or of booking. */
  standing(until: Date): Standing;
  /** When what it stands at changes, events apart. */
  turns: Date[];
  boxType: string | null;
  /** Who carries on its lane, and at what rate in USD: of a 40-foot box, of a kilogram, or of the whole truck. */
  offer: { carriers: readonly string[]; rate: number };
  /** Numbers of its boxes, those not yet taken included. */
  boxNumbers: string[];
  bookedAt: Date;
  /** Its box is another's too, whose news tell of both. */
  isCoLoaded: boolean;
  followers: string[];
}

/** Houses that share a box share everything of the carrier's. */
interface Consolidation {
  bookedAt: Date;
  company: DemoCustomerCode;
  lane: OceanLane;
  departureDay: number;
  carrier: string;
  bookingNumber: string;
  masterNumber: string;
  boxNumber: string;
  seal: string;
  conveyances: Conveyance[];
  service: Service;
  journey: Journey;
}

type Service = { type: ServiceType; weight: number; terms: readonly Incoterm[] };
const oceanServices: readonly Service[] = [
  { type: "DTD", weight: 4, terms: ["EXW", "DAP", "DDP"] },
  { type: "DTP", weight: 2, terms: ["FCA", "CPT", "CIP"] },
  { type: "PTP", weight: 4, terms: ["FOB", "FOB", "CIF", "CFR", "FAS"] },
  { type: "PTD", weight: 3, terms: ["FOB", "DAP", "DPU"] },
];
const airServices: readonly Service[] = [
  { type: "DTD", weight: 4, terms: ["EXW", "DAP", "DDP"] },
  { type: "DTA", weight: 2, terms: ["FCA", "CPT", "CIP"] },
  { type: "ATA", weight: 3, terms: ["FCA", "CPT", "CIP"] },
  { type: "ATD", weight: 3, terms: ["FCA", "DAP", "DDP"] },
];
const truckServices: Record<TruckLane["kind"], Service> = {
  door: { type: "DTD", weight: 1, terms: ["EXW", "FCA", "DAP", "DDP"] },
  "to-port": { type: "DTP", weight: 1, terms: ["FCA", "EXW"] },
  "from-port": { type: "PTD", weight: 1, terms: ["DAP", "DDP"] },
};
/** Under these the buyer pays the freight. */
const collectTerms: readonly Incoterm[] = ["EXW", "FCA", "FAS", "FOB"];

const customers: readonly { value: DemoCustomerCode; weight: number }[] = [
  { value: "MERIDIAN", weight: 52 },
  { value: "BRIGHTWATER", weight: 28 },
  { value: "HARROWVALE", weight: 20 },
];
const modes: readonly { value: JobMode; weight: number }[] = [
  { value: "OCEAN", weight: 56 },
  { value: "AIR", weight: 28 },
  { value: "TRUCK", weight: 16 },
];
const awbPrefixOf = new Map(carriers.map(({ code, awb_prefix }) => [code, awb_prefix]));
const fleetOf = Map.groupBy(vessels, (vessel) => vessel.carrier_code);
const ownerPrefixes = new Map<string, readonly string[]>(
  oceanCarriers.map(({ code, prefixes }) => [code, prefixes]),
);
const chargesIn: Record<DemoCustomerCode, { currency: string; fromUsd: string }> = {
  MERIDIAN: { currency: "USD", fromUsd: "1" },
  BRIGHTWATER: { currency: "EUR", fromUsd: "0.91" },
  HARROWVALE: { currency: "GBP", fromUsd: "0.78" },
};
const YUAN = { currency: "CNY", fromUsd: "7.12" };

/** Ships that bring boxes to a hub are small. */
const feeders = fleetOf.get("WHLC")!;
const FEEDER_DAYS = 10;
/** Boxes are counted so that no two shipments take the same. */
const BOXES_MAX = 4;
/** Of a hundred shipments some lie further back, so that last season can be looked up. */
const HISTORY = { probability: 0.14, daysMin: 25, daysMax: 150 };

/**
 * The first `count` shipments of the demonstration, always the same for the same day; a larger count adds to them.
 * `today` is the moment of seeding: what lies before it has happened and is known, what lies after it is planned.
 */
export function demoShipments(today: Date, count: number): DemoShipment[] {
  const made: DemoShipment[] = [];
  let open: Consolidation | null = null;
  for (let index = 0; index < count; index++) {
    const random = createRandom(7_000 + index);
    const shared: Consolidation | null = open && random.chance(0.45) ? open : null;
    const [shipment, consolidation] = makeShipment(random, { index, today, shared, slot: null });
    made.push(shipment);
    if (!shared && consolidation) open = consolidation;
    else if (shared) open = null;
  }
  return made;
}

/** A booking that is made after the seeding. */
interface Slot {
  mode: JobMode;
  bookedAt: Date;
}

/** So many a working day take the places of those that end. */
const LATER_A_DAY: Record<JobMode, number> = { OCEAN: 4, AIR: 6.4, TRUCK: 4.2 };
/** Far from what was seeded, copies included, so that no number is given twice. */
const LATER_FIRST = 10_000;
const LATER_COUNT = 3_000_000;
/** Whoever fills up a box that another began does so within days. */
const SHARED_DAYS = 4;

/** The shipments booked after `today`, without an end, in the order of their bookings; the same for the same `today`. */
export function* laterShipments(today: Date): Generator<DemoShipment, never> {
  const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
  let index = LATER_FIRST;
  let workingDay = 0;
  let open: Consolidation | null = null;
  for (let day = midnight; ; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const slots: (Slot & { random: Random; index: number })[] = [];
    for (const { value: mode } of modes) {
      const perDay = LATER_A_DAY[mode];
      const due = Math.floor((workingDay + 1) * perDay) - Math.floor(workingDay * perDay);
      for (let count = 0; count < due; count++) {
        const random = createRandom(17_000_000 + index);
        const bookedAt = new Date(day + random.int(1 * 60, 10 * 60) * MINUTE_MS);
        slots.push({ mode, bookedAt, random, index });
        index++;
      }
    }
    workingDay++;
    slots.sort((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime());
    for (const slot of slots) {
      if (slot.bookedAt <= today) continue;
      const { random } = slot;
      const canShare =
        open !== null &&
        slot.mode === "OCEAN" &&
        slot.bookedAt.getTime() - open.bookedAt.getTime() < SHARED_DAYS * DAY_MS;
      const shared: Consolidation | null = canShare && random.chance(0.6) ? open : null;
      const [shipment, consolidation] = makeShipment(random, { index: slot.index, today, shared, slot });
      if (!shared && consolidation) open = consolidation;
      else if (shared) open = null;
      yield shipment;
    }
  }
}

/** Which shipment is made, and when. */
interface Given {
  index: number;
  today: Date;
  shared: Consolidation | null;
  slot: Slot | null;
}

function makeShipment(random: Random, given: Given): [DemoShipment, Consolidation | null] {
  const { shared, slot } = given;
  const company = shared ? coLoader(random, shared) : random.weighted(customers).value;
  const mode = slot?.mode ?? (shared ? "OCEAN" : random.weighted(modes).value);
  if (mode === "OCEAN") return oceanShipment(random, given, company);
  const shipment =
    mode === "AIR" ? airShipment(random, given, company) : truckShipment(random, given, company);
  return [shipment, null];
}

/** Whose cargo shares the box: anybody's who ships and receives there. */
function coLoader(random: Random, { lane }: Consolidation): DemoCustomerCode {
  const codes = customers.map(({ value }) => value);
  return random.pick(codes.filter((code) => partiesOn(code, lane.from, destinationOf(lane)) !== null));
}

const destinationOf = (lane: OceanLane) => lane.ramp?.at ?? lane.to;

/** The towns of those who ship and receive, as far as the service goes to them. */
function doorsOf({ type }: Service, shipper: DemoParty, consignee: DemoParty) {
  return {
    fromDoor: type.startsWith("D") ? shipper.town : null,
    toDoor: type.endsWith("D") ? consignee.town : null,
  };
}

/** The journey of a box for another house in it: fetched and delivered elsewhere. */
function betweenDoors(journey: Journey, doors: ReturnType<typeof doorsOf>): Journey {
  const places = new Map([
    ["PICK", doors.fromDoor],
    ["DROP", doors.toDoor],
  ]);
  return {
    ...journey,
    placeOfReceipt: doors.fromDoor ?? journey.placeOfReceipt,
    placeOfDelivery: doors.toDoor ?? journey.placeOfDelivery,
    steps: journey.steps.map((step) => ({ ...step, place: places.get(step.code) ?? step.place })),
  };
}

/** The ships of a sailing, one for each leg. */
function shipsOf(sailing: Random, carrier: string, lane: OceanLane): Conveyance[] {
  const stops = [lane.from, ...(lane.via ? [lane.via.at] : []), lane.to];
  return stops.slice(1).map((to, leg) => {
    const isFeeder = leg === 0 && lane.via !== undefined && lane.via.arriveDay <= FEEDER_DAYS;
    const { name, imo } = sailing.pick(isFeeder ? feeders : fleetOf.get(carrier)!);
    return { name, imo, voyage: `${sailing.digits(3)}${headingOf(stops[leg]!, to)}` };
  });
}

/** As carriers end their voyage numbers: the quarter in which the next port lies. */
function headingOf(from: string, to: string): "E" | "W" | "N" | "S" {
  const [a, b] = [placeOf(from), placeOf(to)];
  const east = ((b.longitude! - a.longitude! + 540) % 360) - 180;
  if (Math.abs(east) > MERIDIAN_DEGREES) return east > 0 ? "E" : "W";
  return b.latitude! > a.latitude! ? "N" : "S";
}
/** A voyage that crosses fewer meridians than this counts as north or south. */
const MERIDIAN_DEGREES = 25;

/** Midnight of the day of departure, and the moment of booking some days before it. */
function schedule(
  random: Random,
  { today, slot }: Given,
  {
    earliest,
    latest,
    lead,
    phase,
  }: {
    earliest: number;
    latest: number;
    lead: readonly [number, number];
    /** Day of the week of a weekly service, counted from today. */
    phase?: number;
  },
): { departureDay: number; offset: number; bookedAt: Date } {
  const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
  if (slot) {
    const bookingDay = Math.floor((slot.bookedAt.getTime() - midnight) / DAY_MS);
    let offset = bookingDay + random.int(...lead);
    if (phase !== undefined) offset = Math.ceil((offset - phase) / 7) * 7 + phase;
    return { departureDay: midnight + offset * DAY_MS, offset, bookedAt: slot.bookedAt };
  }
  let offset = random.int(earliest, latest);
  if (offset < 0 && random.chance(HISTORY.probability)) {
    offset = earliest - random.int(HISTORY.daysMin, HISTORY.daysMax);
  }
  if (phase !== undefined) offset = Math.round((offset - phase) / 7) * 7 + phase;
  // Whoever books late for a ship that is about to sail: never so late that it is still to come.
  const leadDays = Math.max(random.int(...lead), offset + 2);
  const bookedAt = midnight + (offset - leadDays) * DAY_MS + random.int(1 * 60, 10 * 60) * MINUTE_MS;
  return { departureDay: midnight + offset * DAY_MS, offset, bookedAt: new Date(bookedAt) };
}

/** What numbers are counted by. */
const countOf = ({ index, slot }: Given) => (slot ? LATER_COUNT + index : index);

function oceanShipment(
  random: Random,
  given: Given,
  company: DemoCustomerCode,
): [DemoShipment, Consolidation | null] {
  const { today, shared, slot } = given;
  const count = countOf(given);
  const lane = shared?.lane ?? random.weighted(oceanLanes[company]);
  const loadType: LoadType = shared || (!lane.ramp && random.chance(0.3)) ? "LCL" : "FCL";
  const service = shared?.service ?? random.weighted(oceanServices);
  const carrier = shared?.carrier ?? random.pick(lane.carriers);
  const planned = schedule(random, given, {
    earliest: -(lane.days + 26),
    latest: 17,
    lead: [18, 30],
    phase: hashOf(`${carrier} ${lane.from} ${lane.to}`) % 7,
  });
  const departureDay = shared?.departureDay ?? planned.departureDay;
  const isLateShare = shared !== null && slot === null;
  const bookedAt = isLateShare
    ? new Date(Math.min(planned.bookedAt.getTime(), today.getTime() - 2 * DAY_MS, departureDay - 12 * DAY_MS))
    : planned.bookedAt;
  const sailing = createRandom(hashOf(`${carrier} ${lane.from} ${lane.to} ${planned.offset}`));
  const conveyances = shared?.conveyances ?? shipsOf(sailing, carrier, lane);
  const { shippers, consignees } = partiesOn(company, lane.from, destinationOf(lane))!;
  const shipper = random.pick(shippers);
  const consignee = random.pick(consignees);
  const doors = doorsOf(service, shipper, consignee);
  const journey = shared
    ? betweenDoors(shared.journey, doors)
    : oceanJourney(random, { lane, isFcl: loadType === "FCL", ...doors, conveyances, departureDay, sailing });
  const cargo = packCargo(random, "OCEAN", loadType, shipper.trade);
  const boxCount = Math.max(1, cargo.containers.length);
  const boxNumbers =
    shared === null
      ? Array.from({ length: boxCount }, (_, box) => {
          const own = ownerPrefixes.get(carrier)!;
          const prefix = random.chance(0.7) ? random.pick(own) : random.pick(lessorPrefixes);
          return containerNumber(prefix, count * BOXES_MAX + box);
        })
      : [shared.boxNumber];
  const consolidation: Consolidation = shared ?? {
    bookedAt,
    company,
    lane,
    departureDay,
    carrier,
    bookingNumber: carrierReference(carrier, "booking", lane.from, count),
    masterNumber: carrierReference(carrier, "bill", lane.from, count),
    boxNumber: boxNumbers[0]!,
    seal: sealNumber(carrier, count * BOXES_MAX),
    conveyances,
    service,
    journey,
  };
  const { voyage, imo } = conveyances[0]!;
  const boxesUsd = cargo.containers.reduce(
    (sum, { type }) => sum + lane.rate * (type === "22G1" ? 0.62 : 1) + 340,
    0,
  );
  const shipment = finish({
    random,
    given,
    company,
    mode: "OCEAN",
    loadType,
    service,
    shipper,
    consignee,
    cargo,
    journey,
    bookedAt,
    offer: { carriers: lane.carriers, rate: lane.rate },
    boxNumbers,
    isCoLoaded: shared !== null,
    seals: shared ? [shared.seal] : boxNumbers.map((_, box) => sealNumber(carrier, count * BOXES_MAX + box)),
    boxType: loadType === "LCL" ? "45G1" : cargo.containers[0]!.type,
    from: lane.from,
    to: lane.to,
    finalArrival: lane.ramp?.at ?? null,
    carrier,
    masterNumber: consolidation.masterNumber,
    bookingNumber: consolidation.bookingNumber,
    freightUsd: loadType === "FCL" ? boxesUsd : (cargo.chargeableKg! / 1000) * (lane.rate / 34) + 130,
    carriage: { vessel_imo: imo!, voyage: voyage!, mother_vessel_imo: conveyances[1]?.imo ?? null },
    serviceLevel: random.pick(["STANDARD", "STANDARD", "STANDARD", "ECONOMY", "EXPRESS"] as const),
  });
  return [shipment, loadType === "LCL" ? consolidation : null];
}

function airShipment(random: Random, given: Given, company: DemoCustomerCode): DemoShipment {
  const lane: AirLane = random.weighted(airLanes[company]);
  const service = random.weighted(airServices);
  const { departureDay, bookedAt } = schedule(random, given, { earliest: -15, latest: 5, lead: [5, 9] });
  const carrier = random.pick(lane.carriers);
  const conveyances = Array.from({ length: lane.via ? 2 : 1 }, () => ({
    name: `${carrier}${random.int(1, 9)}${random.digits(3)}`,
  }));
  const { shippers, consignees } = partiesOn(company, lane.from, lane.to)!;
  const shipper = random.pick(shippers);
  const consignee = random.pick(consignees);
  const doors = doorsOf(service, shipper, consignee);
  const journey = airJourney(random, { lane, ...doors, conveyances, departureDay });
  const cargo = packCargo(random, "AIR", "LOOSE", shipper.trade);
  return finish({
    random,
    given,
    company,
    mode: "AIR",
    loadType: "LOOSE",
    service,
    shipper,
    consignee,
    cargo,
    journey,
    bookedAt,
    offer: { carriers: lane.carriers, rate: lane.rate },
    boxNumbers: [],
    seals: [],
    boxType: null,
    from: lane.from,
    to: lane.to,
    finalArrival: null,
    carrier,
    masterNumber: airWaybillNumber(awbPrefixOf.get(carrier)!, countOf(given)),
    bookingNumber: null,
    freightUsd: cargo.chargeableKg! * lane.rate + 95,
    carriage: { flight_number: conveyances[0]!.name },
    serviceLevel: random.pick(["STANDARD", "EXPRESS", "EXPRESS"] as const),
  });
}

function truckShipment(random: Random, given: Given, company: DemoCustomerCode): DemoShipment {
  const lane = random.weighted(truckLanes[company]);
  const { departureDay, bookedAt } = schedule(random, given, { earliest: -12, latest: 4, lead: [2, 6] });
  const loadType: LoadType = random.chance(0.55) ? "FTL" : "LTL";
  const carrier = random.pick(lane.carriers);
  const conveyance = { name: `${carrier} ${random.digits(4)}` };
  const journey = truckJourney(random, { lane, departureDay, conveyance });
  const { shippers, consignees } = partiesOn(company, lane.from, lane.to)!;
  const shipper = random.pick(shippers);
  const consignee = random.pick(consignees);
  const cargo = packCargo(random, "TRUCK", loadType, shipper.trade);
  return finish({
    random,
    given,
    company,
    mode: "TRUCK",
    loadType,
    service: truckServices[lane.kind],
    shipper,
    consignee,
    cargo,
    journey,
    bookedAt,
    offer: { carriers: lane.carriers, rate: Math.round(lane.km * 1.9) },
    boxNumbers: [],
    seals: [],
    boxType: null,
    from: lane.from,
    to: lane.to,
    finalArrival: null,
    carrier,
    masterNumber: null,
    bookingNumber: null,
    freightUsd:
      loadType === "FTL" ? lane.km * 1.55 + 120 : (cargo.chargeableKg! / 1000) * lane.km * 0.24 + 85,
    carriage: {},
    serviceLevel: random.pick(["STANDARD", "STANDARD", "EXPRESS"] as const),
  });
}

interface Draft {
  isCoLoaded?: boolean;
  random: Random;
  given: Given;
  company: DemoCustomerCode;
  mode: JobMode;
  loadType: LoadType;
  service: Service;
  shipper: Supplier;
  consignee: DemoParty;
  cargo: Cargo;
  journey: Journey;
  bookedAt: Date;
  offer: DemoShipment["offer"];
  boxNumbers: string[];
  seals: string[];
  boxType: string | null;
  from: string;
  to: string;
  finalArrival: string | null;
  carrier: string;
  masterNumber: string | null;
  bookingNumber: string | null;
  freightUsd: number;
  carriage: Partial<ShipmentRow>;
  serviceLevel: "STANDARD" | "EXPRESS" | "ECONOMY";
}

function finish(draft: Draft): DemoShipment {
  const { random, given, company, mode, loadType, service, cargo, journey, bookedAt } = draft;
  const { index, today, slot } = given;
  const serial = String(index + 1).padStart(4, "0");
  const bookedOn = formatDay(bookedAt, "Asia/Shanghai")!;
  const month = `${bookedOn.slice(2, 4)}${bookedOn.slice(5, 7)}`;
  const houseNumber = `FLD${draft.from.slice(-3)}${month}${serial}`;
  const invoiceNumber = `${draft.shipper.code.slice(0, 5)}-${month}-${serial}`;
  const find = (code: string, empty?: "EMPTY" | "LADEN") =>
    journey.steps.find((step) => step.code === code && (!empty || step.emptyIndicator === empty));
  const received = find("GTIN", "LADEN") ?? find("RCS") ?? find("PICK", "LADEN")!;
  // Whoever stuffs a box weighs what goes in.
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
  // The seller's invoice goes with the goods; some send it with the order.
  const hasInvoiceEarly = random.chance(0.4);
  const invoicedAt = new Date(
    Math.max(received.actual.getTime() - 30 * HOUR_MS, bookedAt.getTime() + 20 * HOUR_MS),
  );
  const hours = hoursOf(draft);
  const known = datesOf(draft, arrival);
  const lines = orderLines(random, index, company, cargo);
  const sale = termsOfSale(draft.shipper, draft.consignee, cargo.lines);
  const papers = documentsOf(draft, { houseNumber, invoiceNumber, departure, arrival, invoicedAt, hours });

  const turns = [
    boxTakenAt,
    weighedAt,
    departure.actual,
    invoicedAt,
    ...[...known, ...papers].map(({ from }) => from),
  ].filter((at) => at > bookedAt);
  const standing = (until: Date): Standing => {
    const isWeighed = weighedAt <= until;
    const stands = isWeighed ? measured(cargo) : booked;
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
        estimated_charges: round(multiply(round(draft.freightUsd + haulageUsd, 2), charged.fromUsd), 2),
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
      orderLines: withAmounts(lines, sale, lineWeights(cargo, stands.gross_weight_kg)),
      cargo: [booked, ...(isWeighed ? [actual] : []), ...(departure.actual <= until ? [billed] : [])],
      documents: papers.filter(({ from }) => from <= until).map(({ document }) => document),
    };
  };
  return {
    index,
    company,
    shipper: draft.shipper,
    consignee: draft.consignee,
    lines: cargo.lines,
    ...standing(slot ? bookedAt : today),
    standing,
    turns: [...new Set(turns.map((at) => at.getTime()))].map((at) => new Date(at)),
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

/** At the port or airport of arrival, not at the ramp behind it. */
function arrivalStep({ steps }: Journey, port: string): Step {
  return steps.findLast((step) => (step.code === "ARRI" || step.code === "ARR") && step.place === port)!;
}

/** Orders of the buyer: one or two, now and then the rest of one that another shipment began. */
function orderLines(
  random: Random,
  index: number,
  company: DemoCustomerCode,
  cargo: Cargo,
): Omit<Child<"shipment_order_line">, Amount>[] {
  const orders = cargo.lines.length > 1 && random.chance(0.5) ? 2 : 1;
  const isRest = index > 8 && random.chance(0.18);
  const count = (order: number) =>
    isRest && order === 0 ? (index - random.int(1, 8)) * 2 : index * 2 + order;
  const numbers = Array.from({ length: orders }, (_, order) => orderNumber(company, count(order)));
  return cargo.lines.map(({ product, skuNumber, cartons }, line) => ({
    line: line + 1,
    po_number: numbers[line % orders]!,
    sku_number: skuNumber,
    description: product.description,
    pieces: cartons * product.unitsPerCarton,
    cartons,
  }));
}

type Amount = "unit_price" | "currency" | "gross_weight_kg" | "net_weight_kg" | "hs_code";

function withAmounts(
  lines: ReturnType<typeof orderLines>,
  { currency, items }: ReturnType<typeof termsOfSale>,
  weights: ReturnType<typeof lineWeights>,
): Child<"shipment_order_line">[] {
  return lines.map((line, index) => ({ ...line, currency, ...items[index]!, ...weights[index]! }));
}

const shifted = (instant: Date, hours: number) => new Date(instant.getTime() + hours * HOUR_MS);
const dayAt = (instant: Date, place: string) => formatDay(instant, zoneOf(place))!;
const stepOf = ({ steps }: Journey, code: string, empty?: "EMPTY" | "LADEN") =>
  steps.find((step) => step.code === code && (!empty || step.emptyIndicator === empty));
const trainOf = ({ steps }: Journey) => ({
  train: steps.find((step) => step.mode === "RAIL" && step.code === "DEPA"),
  ramp: steps.find((step) => step.mode === "RAIL" && step.code === "ARRI"),
});

/** How long people and ships take for what lies between two steps. */
type Hours = ReturnType<typeof hoursOf>;
function hoursOf({ random, mode, service, journey }: Draft) {
  const isFetched = mode !== "TRUCK" && service.type.startsWith("D");
  return {
    fromWarehouse: isFetched ? random.int(3, 7) : 0,
    toBerth: mode === "OCEAN" ? random.int(2, 5) : 0,
    clearing: mode === "TRUCK" ? 0 : random.int(3, 9),
    toProof: stepOf(journey, "DROP", "LADEN") ? random.int(2, 26) : 0,
  };
}

/**
 * The dates of product 3.3 that are appointments, estimates or promises, each from when it is known; what has happened is
 * told by events.
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

/** What the forwarder tells, in the order of the journey: nothing before the step that it follows, nor after the one that it leads to. */
function marksOf(
  { mode, service, journey, from, to, bookedAt }: Draft,
  { departure, arrival, received, hours }: { departure: Step; arrival: Step; received: Step; hours: Hours },
): Step[] {
  const marks: Step[] = [];
  const mark = (code: HouseMilestone, place: string, at: Date) => {
    if (at < bookedAt) return;
    const nowhere = { emptyIndicator: null, mode: null, facility: null, sequence: null, conveyance: null };
    const told = { vocabulary: "HOUSE", isPerContainer: false, teller: "forwarder" } as const;
    marks.push({ code, place, planned: at, actual: at, ...nowhere, ...told });
  };
  /** So many hours before a step, and not before the one in front of it. */
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

function withProof(
  mark: (code: HouseMilestone, place: string, at: Date) => void,
  journey: Journey,
  { toProof }: Hours,
  marks: Step[],
): Step[] {
  const door = stepOf(journey, "DROP", "LADEN");
  if (door) mark("PODU", door.place, shifted(door.actual, toProof));
  return marks;
}

/** Each paper from the moment when it is issued. */
function documentsOf(
  { random, mode, journey }: Draft,
  given: {
    houseNumber: string;
    invoiceNumber: string;
    departure: Step;
    arrival: Step;
    invoicedAt: Date;
    hours: Hours;
  },
): { document: Child<"shipment_document">; from: Date }[] {
  const { houseNumber, invoiceNumber, departure, arrival, invoicedAt, hours } = given;
  const documents: { document: Child<"shipment_document">; from: Date }[] = [];
  const issue = (
    document_type: Child<"shipment_document">["document_type"],
    number: string,
    from: Date,
    place: string,
  ) => {
    const issued_on = dayAt(from, place);
    const file_name = `${document_type.toLowerCase().replaceAll("_", "-")}-${number}.pdf`;
    documents.push({ document: { document_type, number, issued_on, file_name }, from });
  };
  issue("COMMERCIAL_INVOICE", invoiceNumber, invoicedAt, departure.place);
  issue("PACKING_LIST", `PL-${invoiceNumber}`, invoicedAt, departure.place);
  const bill = mode === "OCEAN" ? "HOUSE_BILL" : "HOUSE_WAYBILL";
  issue(bill, houseNumber, shifted(departure.actual, 1), departure.place);
  if (mode !== "TRUCK") {
    const notice = shifted(arrival.actual, mode === "AIR" ? -2 : -72);
    const noticedAt = notice > departure.actual ? notice : shifted(departure.actual, 2);
    issue("ARRIVAL_NOTICE", `AN-${houseNumber}`, noticedAt, arrival.place);
    const released = (stepOf(journey, "AVPU") ?? stepOf(journey, "AWD"))!;
    issue("DELIVERY_ORDER", `DO-${houseNumber}`, released.actual, arrival.place);
  }
  const door = stepOf(journey, "DROP");
  if (door) {
    // Its number is drawn still, so that what is drawn after it stays as it was.
    random.int(2, 26);
    issue("PROOF_OF_DELIVERY", `POD-${houseNumber}`, shifted(door.actual, hours.toProof), door.place);
  }
  return documents;
}

function followersOf(random: Random, company: DemoCustomerCode): string[] {
  const members = { MERIDIAN: ["demo", "viewer", "chen"], BRIGHTWATER: ["rival"], HARROWVALE: ["emma.hale"] }[
    company
  ];
  return members.filter(() => random.chance(0.07));
}
