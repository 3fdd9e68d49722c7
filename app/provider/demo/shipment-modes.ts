import { DAY_MS } from "#app/lib/date-time.ts";
import { carriers, lessorPrefixes, oceanCarriers } from "../reference/carriers.ts";
import { vessels } from "../reference/vessels.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { type LoadType, packCargo } from "./cargo.ts";
import { type Conveyance, type Journey, placeOf } from "./journey.ts";
import { airJourney } from "./journey-air.ts";
import { oceanJourney } from "./journey-ocean.ts";
import { truckJourney } from "./journey-truck.ts";
import { type AirLane, airLanes, type OceanLane, oceanLanes, type TruckLane, truckLanes } from "./lanes.ts";
import { airWaybillNumber, carrierReference, containerNumber, sealNumber } from "./numbers.ts";
import { partiesOn } from "./parties.ts";
import { createRandom, hashOf, type Random } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";
import {
  BOXES_MAX,
  type Consolidation,
  countOf,
  destinationOf,
  doorsOf,
  type Service,
  type ShipmentSeed,
  schedule,
} from "./shipment-plan.ts";
import { finish } from "./shipment-record.ts";

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
const awbPrefixOf = new Map(carriers.map(({ code, awb_prefix }) => [code, awb_prefix]));
const fleetOf = Map.groupBy(vessels, (vessel) => vessel.carrier_code);
const ownerPrefixes = new Map<string, readonly string[]>(
  oceanCarriers.map(({ code, prefixes }) => [code, prefixes]),
);

/** Feeder ships are small. */
const feeders = fleetOf.get("WHLC")!;
const FEEDER_DAYS = 10;

/** The journey of a shared container for another shipment: pickup and delivery differ. */
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

/** The ships of a sailing, one per leg. */
function shipsOf(sailing: Random, carrier: string, lane: OceanLane): Conveyance[] {
  const stops = [lane.from, ...(lane.via ? [lane.via.at] : []), lane.to];
  return stops.slice(1).map((to, leg) => {
    const isFeeder = leg === 0 && lane.via !== undefined && lane.via.arriveDay <= FEEDER_DAYS;
    const { name, imo } = sailing.pick(isFeeder ? feeders : fleetOf.get(carrier)!);
    return { name, imo, voyage: `${sailing.digits(3)}${headingOf(stops[leg]!, to)}` };
  });
}

/** The last letter of a voyage number: the direction of the next port. */
function headingOf(from: string, to: string): "E" | "W" | "N" | "S" {
  const [a, b] = [placeOf(from), placeOf(to)];
  const east = ((b.longitude! - a.longitude! + 540) % 360) - 180;
  if (Math.abs(east) > MERIDIAN_DEGREES) return east > 0 ? "E" : "W";
  return b.latitude! > a.latitude! ? "N" : "S";
}
/** Below this difference of longitude a voyage counts as north or south. */
const MERIDIAN_DEGREES = 25;

export function oceanShipment(
  random: Random,
  setting: ShipmentSeed,
  company: DemoCustomerCode,
): [DemoShipment, Consolidation | null] {
  const { today, shared, slot } = setting;
  const count = countOf(setting);
  const lane = shared?.lane ?? random.weighted(oceanLanes[company]);
  const loadType: LoadType = shared || (!lane.ramp && random.chance(0.3)) ? "LCL" : "FCL";
  const service = shared?.service ?? random.weighted(oceanServices);
  const carrier = shared?.carrier ?? random.pick(lane.carriers);
  const planned = schedule(random, setting, {
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
    given: setting,
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

export function airShipment(random: Random, setting: ShipmentSeed, company: DemoCustomerCode): DemoShipment {
  const lane: AirLane = random.weighted(airLanes[company]);
  const service = random.weighted(airServices);
  const { departureDay, bookedAt } = schedule(random, setting, { earliest: -15, latest: 5, lead: [5, 9] });
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
    given: setting,
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
    masterNumber: airWaybillNumber(awbPrefixOf.get(carrier)!, countOf(setting)),
    bookingNumber: null,
    freightUsd: cargo.chargeableKg! * lane.rate + 95,
    carriage: { flight_number: conveyances[0]!.name },
    serviceLevel: random.pick(["STANDARD", "EXPRESS", "EXPRESS"] as const),
  });
}

export function truckShipment(
  random: Random,
  setting: ShipmentSeed,
  company: DemoCustomerCode,
): DemoShipment {
  const lane = random.weighted(truckLanes[company]);
  const { departureDay, bookedAt } = schedule(random, setting, { earliest: -12, latest: 4, lead: [2, 6] });
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
    given: setting,
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
