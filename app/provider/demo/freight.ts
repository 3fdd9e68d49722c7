import { type BookingContent, type BookingParty, bookingContent } from "#app/contract/booking.ts";
import type { Service, SpecialGoods, TransportMode } from "#app/contract/freight-code.ts";
import type { QuoteRequest } from "#app/contract/quote.ts";
import { DAY_MS, dayToWire } from "#app/lib/date-time.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import { fromCentimetres, fromKilograms } from "#app/lib/units.ts";
import { carriers } from "../reference/carriers.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { addressOf } from "./addresses.ts";
import { type Product, products, type Trade } from "./goods.ts";
import { placeOf } from "./journey.ts";
import { airLanes, oceanLanes, truckLanes } from "./lanes.ts";
import { orderNumber } from "./numbers.ts";
import { type DemoParty, partiesOn } from "./parties.ts";
import type { Random } from "./random.ts";

/** Goods to be shipped: the subject of a quote and of a booking. */
export interface Freight {
  company: DemoCustomerCode;
  mode: TransportMode;
  service: Service;
  incoterms: string;
  from: string;
  to: string;
  /** Names of carriers; the first is the usual one. */
  carriers: string[];
  transitDays: number;
  /** In USD: per 40-foot container, per kilogram, or for the whole truck. */
  rate: number;
  shipper: DemoParty;
  consignee: DemoParty;
  trade: Trade;
  lines: { product: Product; cartons: number; poNumber: string; skuNumber: string }[];
  /** Measured in inches and pounds. */
  isImperial: boolean;
}

const carrierNames = new Map(carriers.map(({ code, name }) => [code, name]));
const terms: Record<Service, readonly string[]> = {
  DTD: ["EXW", "DAP", "DDP"],
  DTP: ["FCA", "CPT", "CIP"],
  PTP: ["CPT", "FCA"],
  PTD: ["DAP", "DPU"],
};
const seaTerms: Partial<Record<Service, readonly string[]>> = {
  PTP: ["FOB", "CIF", "CFR"],
  PTD: ["FOB", "DAP"],
};

/** @param order the first of at most three order numbers that it uses */
export function makeFreight(
  random: Random,
  company: DemoCustomerCode,
  mode: TransportMode,
  order: number,
): Freight {
  const isBySea = mode === "OCEAN_FCL" || mode === "OCEAN_LCL";
  const { lane, rate, transitDays } = someLane(random, company, mode);
  const { shippers, consignees } = partiesOn(company, lane.from, lane.to)!;
  const shipper = random.pick(shippers);
  const service = random.pick(
    mode === "TRUCK" ? (["DTD"] as const) : (["DTD", "DTP", "PTP", "PTD"] as const),
  );
  const range = products[shipper.trade];
  const first = random.int(0, range.length - 1);
  const kinds = random.int(1, mode === "AIR" ? 2 : 3);
  const cartons = { AIR: [6, 40], OCEAN_LCL: [25, 90], OCEAN_FCL: [150, 420], TRUCK: [40, 160] }[mode];
  return {
    company,
    mode,
    service,
    incoterms: random.pick((isBySea && seaTerms[service]) || terms[service]),
    from: lane.from,
    to: lane.to,
    carriers: lane.carriers.map((code) => carrierNames.get(code)!),
    transitDays,
    rate,
    shipper,
    consignee: random.pick(consignees),
    trade: shipper.trade,
    lines: Array.from({ length: kinds }, (_, index) => {
      const product = range[(first + index) % range.length]!;
      return {
        product,
        cartons: random.int(cartons[0]!, cartons[1]!),
        poNumber: orderNumber(company, order + index),
        skuNumber: `${product.prefix}-${random.digits(5)}`,
      };
    }),
    isImperial: mode === "TRUCK" && placeOf(lane.from).country_code === "US",
  };
}

function someLane(random: Random, company: DemoCustomerCode, mode: TransportMode) {
  if (mode === "AIR") {
    const lane = random.weighted(airLanes[company]);
    return { lane, rate: lane.rate, transitDays: random.int(3, 6) };
  }
  if (mode === "TRUCK") {
    const lane = random.weighted(truckLanes[company].filter(({ kind }) => kind === "door"));
    return { lane, rate: Math.round(lane.km * 1.9), transitDays: lane.days };
  }
  const lane = random.weighted(oceanLanes[company]);
  return { lane, rate: lane.rate, transitDays: lane.days };
}

const special: Partial<Record<string, SpecialGoods>> = {
  HDP: "BATTERIES",
  CAM: "BATTERIES",
  RCC: "BATTERIES",
  SPK: "MAGNETIC",
  CRM: "LIQUIDS",
  SMP: "LIQUIDS",
  SRM: "LIQUIDS",
};

export function requestOf(freight: Freight, tag: string, readyOn: Date): QuoteRequest {
  const { mode, service, shipper, consignee, lines } = freight;
  const goods = [...new Set(lines.flatMap(({ product }) => special[product.prefix] ?? []))];
  return {
    tag,
    freightMode: mode,
    service,
    incoterms: freight.incoterms,
    origin: placeOf(freight.from).name,
    originZip: isFromDoor(service) ? addressOf(shipper).postcode : "",
    pickupLocation: isFromDoor(service) ? addressOf(shipper).address : "",
    destination: placeOf(freight.to).name,
    destinationZip: isToDoor(service) ? addressOf(consignee).postcode : "",
    deliveryLocation: isToDoor(service) ? addressOf(consignee).address : "",
    packages: lines.map(({ product, cartons }) => ({
      ...packed(freight, product, cartons),
      pieces: cartons,
    })),
    containers: mode === "OCEAN_FCL" ? [{ containerType: "45G1", count: boxesOf(lines) }] : [],
    specialGoods: goods.length > 0 ? goods : ["NONE"],
    batteryTypes: goods.includes("BATTERIES") ? ["UN3481"] : [],
    cargoDetails: lines.map(({ product }) => product.description).join("; "),
    cargoReadyDate: dayToWire(readyOn),
  };
}

/** Number of 40-foot containers for the cartons, at 66 CBM each. */
function boxesOf(lines: Freight["lines"]): number {
  const cubicCm = lines.reduce(
    (sum, { product, cartons }) => sum + cartons * product.carton.reduce((volume, side) => volume * side, 1),
    0,
  );
  return Math.min(10, Math.max(1, Math.ceil(cubicCm / 66_000_000)));
}

function packed({ isImperial }: Freight, { carton, cartonKg }: Product, cartons: number) {
  const [length, width, height] = carton.map((cm) =>
    isImperial ? round(fromCentimetres(cm, "in"), 1) : String(cm),
  ) as [string, string, string];
  const kg = multiply(cartons, cartonKg);
  return {
    packageType: "CTN" as const,
    length,
    width,
    height,
    dimensionUnit: isImperial ? ("in" as const) : ("cm" as const),
    weight: isImperial ? round(fromKilograms(kg, "lb"), 1) : kg,
    weightUnit: isImperial ? ("lb" as const) : ("kg" as const),
  };
}

export function partyOf(party: DemoParty, isAddedToAddressBook = false): BookingParty {
  const { address, postcode, state, countryCode, phone } = addressOf(party);
  return {
    name: party.name,
    address,
    postcode,
    state,
    countryCode,
    contactNumber: phone,
    isAddedToAddressBook,
  };
}

/** Address on one line, for the truck driver. */
function doorOf(party: DemoParty): string {
  const { address, state, postcode } = addressOf(party);
  return [address, [state, postcode].filter(Boolean).join(" ")].join(", ");
}

const homes: Record<DemoCustomerCode, readonly string[]> = {
  MERIDIAN: ["US"],
  BRIGHTWATER: ["DE"],
  HARROWVALE: ["GB"],
};
/** Import, export or third-country trade from the customer's point of view. */
function tradeOf({ company, from, to }: Freight) {
  const home = homes[company];
  const [isFrom, isTo] = [from, to].map((place) => home.includes(placeOf(place).country_code));
  if (isFrom === isTo) return "CROSS";
  return isTo ? "IMPORT" : "EXPORT";
}

/** Both ends within the customs union or in one country: no customs declaration. */
const union = new Set(["AT", "BE", "CZ", "DE", "ES", "FR", "IT", "LU", "NL", "PL", "SE"]);
function crossesCustoms(from: string, to: string): boolean {
  const [one, other] = [placeOf(from).country_code, placeOf(to).country_code];
  return one !== other && !(union.has(one) && union.has(other));
}

/**
 * Who makes the customs declarations: the forwarder declares the export when it picks up at the shipper's
 * door, and the import when delivery is duty paid.
 */
function declarationOf({ from, to, service, incoterms }: Freight) {
  if (!crossesCustoms(from, to)) return "NONE";
  const isExportOurs = isFromDoor(service);
  const isImportOurs = incoterms === "DDP";
  if (isExportOurs && isImportOurs) return "BOTH";
  return isImportOurs ? "IMPORT" : isExportOurs ? "EXPORT" : "NONE";
}

export interface BookingGiven {
  readyOn: Date;
  bookTo: string;
  customerService: string;
  isAddedToAddressBook?: boolean;
}

/** Content of a complete booking. */
export function contentOf(
  freight: Freight,
  { readyOn, bookTo, customerService, isAddedToAddressBook = false }: BookingGiven,
): BookingContent {
  const { mode, service, lines } = freight;
  const later = (days: number) => dayToWire(new Date(readyOn.getTime() + days * DAY_MS))!;
  const hasBatteries = lines.some(({ product }) => special[product.prefix] === "BATTERIES");
  const cbm = lines.reduce((sum, { product, cartons }) => {
    const [length, width, height] = product.carton;
    return sum + (cartons * length * width * height) / 1e6;
  }, 0);
  return bookingContent.parse({
    transportMode: mode,
    service,
    serviceLevel: mode === "AIR" ? "EXPRESS" : "STANDARD",
    trade: tradeOf(freight),
    incoterms: freight.incoterms,
    paymentType: ["EXW", "FCA", "FAS", "FOB"].includes(freight.incoterms) ? "COLLECT" : "PREPAID",
    shipper: partyOf(freight.shipper, isAddedToAddressBook),
    consignee: partyOf(freight.consignee, isAddedToAddressBook),
    origin: placeOf(freight.from).name,
    destination: placeOf(freight.to).name,
    cargoType: hasBatteries ? "DANGEROUS" : "GENERAL",
    ...(hasBatteries ? { dangerousClass: "9", unNumber: "3481" } : {}),
    goodsDescription: lines.map(({ product }) => product.description).join("; "),
    marks: `${freight.consignee.name}\nC/NO. 1-UP`,
    cargo: lines.map(({ product, cartons, poNumber, skuNumber }) => ({
      poNumber,
      skuNumber,
      pieces: String(cartons),
      ...packed(freight, product, cartons),
    })),
    containers:
      mode === "OCEAN_FCL"
        ? Array.from({ length: Math.max(1, Math.ceil(cbm / 66)) }, () => ({ containerType: "45G1" }))
        : [],
    customsDeclaration: declarationOf(freight),
    hasOriginTrucking: isFromDoor(service),
    pickupAddress: isFromDoor(service) ? doorOf(freight.shipper) : "",
    hasDestinationTrucking: isToDoor(service),
    deliveryAddress: isToDoor(service) ? doorOf(freight.consignee) : "",
    cargoReadyDate: later(0),
    requestedDate: mode === "TRUCK" ? "" : later(2),
    expectedDeliveryDate: later(freight.transitDays + 6),
    transshipment: mode === "TRUCK" ? "" : "ANY",
    carrier: freight.carriers[0] ?? "",
    bookToCompany: bookTo,
    customerService,
  });
}
