import type { JobMode, ServiceType } from "#app/contract/shipment-code.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import type { Incoterm } from "#app/lib/incoterms.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import type { Cargo, LoadType } from "./cargo.ts";
import type { Conveyance, Journey } from "./journey.ts";
import type { OceanLane } from "./lanes.ts";
import type { DemoParty, Supplier } from "./parties.ts";
import type { Random } from "./random.ts";
import type { DemoShipment, ShipmentRow } from "./shipment.ts";

/** Houses that share a box share everything of the carrier's. */
export interface Consolidation {
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

export type Service = { type: ServiceType; weight: number; terms: readonly Incoterm[] };
/** Boxes are counted so that no two shipments take the same. */
export const BOXES_MAX = 4;
/** Of a hundred shipments some lie further back, so that last season can be looked up. */
const HISTORY = { probability: 0.14, daysMin: 25, daysMax: 150 };

/** A booking that is made after the seeding. */
export interface Slot {
  mode: JobMode;
  bookedAt: Date;
}
const LATER_COUNT = 3_000_000;

/** Which shipment is made, and when. */
export interface Given {
  index: number;
  today: Date;
  shared: Consolidation | null;
  slot: Slot | null;
}

export const destinationOf = (lane: OceanLane) => lane.ramp?.at ?? lane.to;

/** The towns of those who ship and receive, as far as the service goes to them. */
export function doorsOf({ type }: Service, shipper: DemoParty, consignee: DemoParty) {
  return {
    fromDoor: type.startsWith("D") ? shipper.town : null,
    toDoor: type.endsWith("D") ? consignee.town : null,
  };
}

/** Midnight of the day of departure, and the moment of booking some days before it. */
export function schedule(
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
export const countOf = ({ index, slot }: Given) => (slot ? LATER_COUNT + index : index);

export interface Draft {
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
