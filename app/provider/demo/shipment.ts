import type { Insertable } from "kysely";
import type { JobMode, ServiceType, ShipmentDateKey } from "#app/contract/shipment-code.ts";
import { DAY_MS, formatDay, HOUR_MS } from "#app/lib/date-time.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import { lastFreeDay } from "#app/lib/free-time.ts";
import type { Incoterm } from "#app/lib/incoterms.ts";
import type { HouseMilestone } from "#app/lib/milestones.ts";
import type { Database } from "../db/schema.ts";
import { carriers, lessorPrefixes, oceanCarriers } from "../reference/carriers.ts";
import { vessels } from "../reference/vessels.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { bookedCargo, type Cargo, type LoadType, measuredCargo, packCargo } from "./cargo.ts";
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
import { createRandom, type Random } from "./random.ts";

type ShipmentRow = Omit<
  Insertable<Database["shipment"]>,
  "company_id" | "shipper_id" | "consignee_id" | "dates" | "container_numbers" | "po_numbers" | "sku_numbers"
>;
type Child<
  Table extends "shipment_container" | "shipment_order_line" | "shipment_cargo" | "shipment_document",
> = Omit<Insertable<Database[Table]>, "shipment_id" | "id">;

/** A shipment as it stands before any news of it, and the journey from which the news are made. */
export interface DemoShipment {
  company: DemoCustomerCode;
  shipper: DemoParty;
  consignee: DemoParty;
  row: ShipmentRow;
  dates: Partial<Record<ShipmentDateKey, string>>;
  /** What the forwarder tells of itself, with the moment at which it happens, what is still to come included. */
  house: HouseNews[];
  containers: Child<"shipment_container">[];
  orderLines: Child<"shipment_order_line">[];
  cargo: Child<"shipment_cargo">[];
  documents: Child<"shipment_document">[];
  journey: Journey;
  /** Numbers of its boxes, those not yet taken included. */
  boxNumbers: string[];
  bookedAt: Date;
  /** Its box is another's too, whose news tell of both. */
  isCoLoaded: boolean;
  followers: string[];
}

export interface HouseNews {
  code: HouseMilestone;
  place: string;
  at: Date;
}

/** Houses that share a box share everything of the carrier's. */
interface Consolidation {
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
    const [shipment, consolidation] = makeShipment(random, index, today, shared);
    made.push(shipment);
    if (!shared && consolidation) open = consolidation;
    else if (shared) open = null;
  }
  return made;
}

function makeShipment(
  random: Random,
  index: number,
  today: Date,
  shared: Consolidation | null,
): [DemoShipment, Consolidation | null] {
  const company = shared ? coLoader(random, shared) : random.weighted(customers).value;
  const mode = shared ? "OCEAN" : random.weighted(modes).value;
  if (mode === "OCEAN") return oceanShipment(random, index, today, company, shared);
  const shipment =
    mode === "AIR"
      ? airShipment(random, index, today, company)
      : truckShipment(random, index, today, company);
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

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x0100_0193);
  return hash >>> 0;
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
  today: Date,
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
  let offset = random.int(earliest, latest);
  if (offset < 0 && random.chance(HISTORY.probability)) {
    offset = earliest - random.int(HISTORY.daysMin, HISTORY.daysMax);
  }
  if (phase !== undefined) offset = Math.round((offset - phase) / 7) * 7 + phase;
  // Whoever books late for a ship that is about to sail: never so late that it is still to come.
  const leadDays = Math.max(random.int(...lead), offset + 2);
  const bookedAt = midnight + (offset - leadDays) * DAY_MS + random.int(1 * 60, 10 * 60) * 60_000;
  return { departureDay: midnight + offset * DAY_MS, offset, bookedAt: new Date(bookedAt) };
}

function oceanShipment(
  random: Random,
  index: number,
  today: Date,
  company: DemoCustomerCode,
  shared: Consolidation | null,
): [DemoShipment, Consolidation | null] {
  const lane = shared?.lane ?? random.weighted(oceanLanes[company]);
  const loadType: LoadType = shared || (!lane.ramp && random.chance(0.3)) ? "LCL" : "FCL";
  const service = shared?.service ?? random.weighted(oceanServices);
  const carrier = shared?.carrier ?? random.pick(lane.carriers);
  const planned = schedule(random, today, {
    earliest: -(lane.days + 26),
    latest: 17,
    lead: [18, 30],
    phase: hashOf(`${carrier} ${lane.from} ${lane.to}`) % 7,
  });
  const departureDay = shared?.departureDay ?? planned.departureDay;
  const bookedAt = shared
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
          return containerNumber(prefix, index * BOXES_MAX + box);
        })
      : [shared.boxNumber];
  const consolidation: Consolidation = shared ?? {
    company,
    lane,
    departureDay,
    carrier,
    bookingNumber: carrierReference(carrier, "booking", lane.from, index),
    masterNumber: carrierReference(carrier, "bill", lane.from, index),
    boxNumber: boxNumbers[0]!,
    seal: sealNumber(carrier, index * BOXES_MAX),
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
    index,
    today,
    company,
    mode: "OCEAN",
    loadType,
    service,
    shipper,
    consignee,
    cargo,
    journey,
    bookedAt,
    boxNumbers,
    isCoLoaded: shared !== null,
    seals: shared ? [shared.seal] : boxNumbers.map((_, box) => sealNumber(carrier, index * BOXES_MAX + box)),
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

function airShipment(random: Random, index: number, today: Date, company: DemoCustomerCode): DemoShipment {
  const lane: AirLane = random.weighted(airLanes[company]);
  const service = random.weighted(airServices);
  const { departureDay, bookedAt } = schedule(random, today, { earliest: -15, latest: 5, lead: [5, 9] });
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
    index,
    today,
    company,
    mode: "AIR",
    loadType: "LOOSE",
    service,
    shipper,
    consignee,
    cargo,
    journey,
    bookedAt,
    boxNumbers: [],
    seals: [],
    boxType: null,
    from: lane.from,
    to: lane.to,
    finalArrival: null,
    carrier,
    masterNumber: airWaybillNumber(awbPrefixOf.get(carrier)!, index),
    bookingNumber: null,
    freightUsd: cargo.chargeableKg! * lane.rate + 95,
    carriage: { flight_number: conveyances[0]!.name },
    serviceLevel: random.pick(["STANDARD", "EXPRESS", "EXPRESS"] as const),
  });
}

function truckShipment(random: Random, index: number, today: Date, company: DemoCustomerCode): DemoShipment {
  const lane = random.weighted(truckLanes[company]);
  const { departureDay, bookedAt } = schedule(random, today, { earliest: -12, latest: 4, lead: [2, 6] });
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
    index,
    today,
    company,
    mode: "TRUCK",
    loadType,
    service: truckServices[lane.kind],
    shipper,
    consignee,
    cargo,
    journey,
    bookedAt,
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
  index: number;
  today: Date;
  company: DemoCustomerCode;
  mode: JobMode;
  loadType: LoadType;
  service: Service;
  shipper: Supplier;
  consignee: DemoParty;
  cargo: Cargo;
  journey: Journey;
  bookedAt: Date;
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
  const { random, index, today, company, mode, loadType, service, cargo, journey, bookedAt } = draft;
  const serial = String(index + 1).padStart(4, "0");
  const bookedOn = formatDay(bookedAt, "Asia/Shanghai")!;
  const month = `${bookedOn.slice(2, 4)}${bookedOn.slice(5, 7)}`;
  const houseNumber = `FLD${draft.from.slice(-3)}${month}${serial}`;
  const invoiceNumber = `${draft.shipper.code.slice(0, 5)}-${month}-${serial}`;
  const happened = (step: Step | undefined) => step !== undefined && step.actual <= today;
  const find = (code: string, empty?: "EMPTY" | "LADEN") =>
    journey.steps.find((step) => step.code === code && (!empty || step.emptyIndicator === empty));
  const received = find("GTIN", "LADEN") ?? find("RCS") ?? find("PICK", "LADEN");
  const isReceived = happened(received);
  // Whoever stuffs a box weighs what goes in.
  const isStuffed = happened(find("STUF")) || isReceived;
  const departure = find("DEPA") ?? find("DEP")!;
  const arrival = arrivalStep(journey, draft.to);
  const isDeparted = happened(departure);

  const booked = bookedCargo(random, mode, loadType, cargo);
  const actual = measuredCargo(random, "R", cargo);
  const billed = measuredCargo(random, "H", cargo);
  const cargoRows = [booked, ...(isStuffed ? [actual] : []), ...(isDeparted ? [billed] : [])];
  const stands = isStuffed ? measured(cargo) : booked;
  const boxTaken = find("GTOT", "EMPTY") ?? find("STUF") ?? received;
  const containers = happened(boxTaken)
    ? draft.boxNumbers.map((number, box) => {
        const loaded = cargo.containers[box] ?? cargo;
        return {
          line: box + 1,
          container_number: number,
          container_type: draft.boxType!,
          seal_number: isStuffed ? draft.seals[box]! : null,
          pieces: isStuffed ? ("pieces" in loaded ? loaded.pieces : loaded.cartons) : null,
          gross_weight_kg: isStuffed ? loaded.grossKg : null,
          volume_cbm: isStuffed ? loaded.volumeCbm : null,
        };
      })
    : [];

  const charged = company === "MERIDIAN" && random.chance(0.08) ? YUAN : chargesIn[company];
  const term = random.pick(service.terms);
  const haulageUsd =
    mode === "TRUCK" ? 0 : (service.type.startsWith("D") ? 260 : 0) + (service.type.endsWith("D") ? 410 : 0);
  const dispatch = {
    isPublic: random.chance(0.9),
    source: random.pick(["TMS", "TMS", "EDI", "PORTAL"]),
    hasInvoice: random.chance(0.4) || isReceived,
  };
  return {
    company,
    shipper: draft.shipper,
    consignee: draft.consignee,
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
      system_source: dispatch.source,
      business_unit: `FLD-${draft.from.slice(-3)}-${{ AIR: "AE", OCEAN: "OE", TRUCK: "RD" }[mode]}`,
      commercial_invoice_number: dispatch.hasInvoice ? invoiceNumber : null,
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
      is_public: dispatch.isPublic,
      created_at: bookedAt,
      updated_at: bookedAt,
    },
    ...datesOf(draft, { departure, arrival }),
    containers,
    orderLines: orderLines(random, index, company, cargo),
    cargo: cargoRows,
    documents: documentsOf(draft, {
      houseNumber,
      invoiceNumber,
      departure,
      arrival,
      received,
      hasInvoice: dispatch.hasInvoice,
    }),
    journey,
    boxNumbers: draft.boxNumbers,
    bookedAt,
    isCoLoaded: draft.isCoLoaded ?? false,
    followers: followersOf(random, company),
  };
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
): Child<"shipment_order_line">[] {
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

/**
 * The dates of spec 3 that are set with the row, as far as they are known: appointments, estimates and promises. What
 * is done and no carrier tells of is told by the forwarder.
 */
function datesOf(
  { random, today, service, journey, to, mode, bookedAt }: Draft,
  { departure, arrival }: { departure: Step; arrival: Step },
): Pick<DemoShipment, "dates" | "house"> {
  const dates: DemoShipment["dates"] = {};
  const house: HouseNews[] = [];
  const { steps } = journey;
  const find = (code: string, empty?: "EMPTY" | "LADEN") =>
    steps.find((step) => step.code === code && (!empty || step.emptyIndicator === empty));
  const day = (instant: Date, place: string) => formatDay(instant, zoneOf(place))!;
  const shifted = (instant: Date, hours: number) => new Date(instant.getTime() + hours * HOUR_MS);
  const plan = (key: ShipmentDateKey, instant: Date | undefined) => {
    if (instant) dates[key] = instant.toISOString();
  };
  const tell = (code: HouseMilestone, place: string, at: Date) => {
    if (at >= bookedAt) house.push({ code, place, at });
  };

  tell("BOOK", departure.place, bookedAt);
  const first = find("PICK", "LADEN") ?? find("STUF") ?? find("FOH") ?? steps[0]!;
  dates.confirmedBookingEta = day(arrival.planned, to);
  dates.cargoReady = day(shifted(first.planned, -24), first.place);
  const received = find("GTIN", "LADEN") ?? find("RCS") ?? find("PICK", "LADEN")!;
  if (service.type.startsWith("D")) {
    const pickedUp = find("PICK", "LADEN");
    const collected = pickedUp ?? find("STUF")!;
    plan("estimatedPickup", collected.planned);
    if (!pickedUp) tell("COLL", collected.place, collected.actual);
  }
  tell("DOCR", received.place, shifted(received.actual, -20));
  if (mode === "TRUCK") tell("CRGR", received.place, received.actual);
  if (countryOf(to) === "US" && mode !== "TRUCK")
    tell("AMSC", departure.place, shifted(departure.actual, -36));
  if (mode !== "TRUCK" && service.type.startsWith("D")) {
    tell("DPWH", departure.place, shifted(received.actual, -random.int(3, 7)));
  }
  if (mode === "OCEAN") {
    const discharge = steps.find((step) => step.code === "DISC" && step.place === arrival.place)!;
    const gap = discharge.actual.getTime() - arrival.actual.getTime();
    tell("BRTH", to, new Date(arrival.actual.getTime() + Math.min(random.int(2, 5) * HOUR_MS, gap / 2)));
    const release = find("CUSR")!;
    tell("DOCB", to, shifted(release.actual, -110));
    tell("CUSC", to, shifted(release.actual, -random.int(3, 9)));
  }
  const gateOut = steps.findLast((step) => step.code === "GTOT" && step.emptyIndicator === "LADEN");
  if (gateOut && arrival.actual.getTime() - today.getTime() < 4 * DAY_MS) {
    const slip = Math.max(0, Math.round((gateOut.actual.getTime() - gateOut.planned.getTime()) / DAY_MS));
    plan("terminalPickupAppointment", shifted(gateOut.planned, slip * 24));
  }
  const train = steps.find((step) => step.mode === "RAIL" && step.code === "DEPA");
  const ramp = steps.find((step) => step.mode === "RAIL" && step.code === "ARRI");
  if (train && ramp && train.actual <= today) {
    const terms = { dayOne: "next-day", freeDays: 2, unit: "working" } as const;
    dates.railRampLastFreeDay = lastFreeDay(day(ramp.actual, ramp.place), terms);
  }
  const door = find("DROP", "LADEN");
  if (door) plan("etaToDoor", door.planned);
  const end = door ?? gateOut ?? find("DLV")!;
  dates.sla = day(shifted(end.planned, 48), end.place);
  if (door) tell("PODU", door.place, shifted(door.actual, random.int(2, 26)));
  return { dates, house };
}

function documentsOf(
  { random, today, mode, journey, bookedAt }: Draft,
  known: {
    houseNumber: string;
    invoiceNumber: string;
    departure: Step;
    arrival: Step;
    received: Step | undefined;
    hasInvoice: boolean;
  },
): Child<"shipment_document">[] {
  const documents: Child<"shipment_document">[] = [];
  const issue = (
    document_type: Child<"shipment_document">["document_type"],
    number: string,
    at: Date | undefined,
    place: string,
  ) => {
    if (!at || at > today) return;
    documents.push({
      document_type,
      number,
      issued_on: formatDay(at, zoneOf(place))!,
      file_name: `${document_type.toLowerCase().replaceAll("_", "-")}-${number}.pdf`,
    });
  };
  const { houseNumber, invoiceNumber, departure, arrival, received, hasInvoice } = known;
  const papers =
    received && received.actual <= today ? new Date(received.actual.getTime() - 30 * HOUR_MS) : null;
  if (hasInvoice) {
    const issued = papers && papers > bookedAt ? papers : new Date(bookedAt.getTime() + 20 * HOUR_MS);
    issue("COMMERCIAL_INVOICE", invoiceNumber, issued, departure.place);
    if (papers) issue("PACKING_LIST", `PL-${invoiceNumber}`, issued, departure.place);
  }
  issue(
    mode === "OCEAN" ? "HOUSE_BILL" : "HOUSE_WAYBILL",
    houseNumber,
    new Date(departure.actual.getTime() + HOUR_MS),
    departure.place,
  );
  if (mode !== "TRUCK") {
    const notice = new Date(arrival.actual.getTime() - (mode === "AIR" ? 2 : 72) * HOUR_MS);
    if (notice > departure.actual) issue("ARRIVAL_NOTICE", `AN-${houseNumber}`, notice, arrival.place);
    const released = journey.steps.find((step) => step.code === "AVPU" || step.code === "AWD");
    issue("DELIVERY_ORDER", `DO-${houseNumber}`, released?.actual, arrival.place);
  }
  const door = journey.steps.find((step) => step.code === "DROP");
  if (door) {
    const uploaded = new Date(door.actual.getTime() + random.int(2, 26) * HOUR_MS);
    issue("PROOF_OF_DELIVERY", `POD-${houseNumber}`, uploaded, door.place);
  }
  return documents;
}

function followersOf(random: Random, company: DemoCustomerCode): string[] {
  const members = { MERIDIAN: ["demo", "viewer", "chen"], BRIGHTWATER: ["rival"], HARROWVALE: ["emma.hale"] }[
    company
  ];
  return members.filter(() => random.chance(0.07));
}
