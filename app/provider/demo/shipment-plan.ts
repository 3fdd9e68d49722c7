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

/** What consolidated shipments share: the carrier's container, bill and booking. */
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
/** Container numbers are counted in blocks of this size, so that no two shipments get the same. */
export const BOXES_MAX = 4;
/** Share of shipments that are older, so that past ones can be searched. */
const HISTORY = { probability: 0.14, daysMin: 25, daysMax: 150 };

/** A booking made after the seeding. */
export interface Slot {
  mode: JobMode;
  bookedAt: Date;
}
const LATER_COUNT = 3_000_000;

/** Which shipment to make, and for when. */
export interface ShipmentSeed {
  index: number;
  today: Date;
  shared: Consolidation | null;
  slot: Slot | null;
}

export const destinationOf = (lane: OceanLane) => lane.ramp?.at ?? lane.to;

/** Towns of shipper and consignee, where the service includes pickup or delivery. */
export function doorsOf({ type }: Service, shipper: DemoParty, consignee: DemoParty) {
  return {
    fromDoor: type.startsWith("D") ? shipper.town : null,
    toDoor: type.endsWith("D") ? consignee.town : null,
  };
}

/** Midnight of the day of departure, and the time of booking some days before it. */
export function schedule(
  random: Random,
  { today, slot }: ShipmentSeed,
  {
    earliest,
    latest,
    lead,
    phase,
  }: {
    earliest: number;
    latest: number;
    lead: readonly [number, number];
    /** Day of the week of a weekly service, relative to today. */
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
  // A late booking for a ship about to sail still has to be made in the past.
  const leadDays = Math.max(random.int(...lead), offset + 2);
  const bookedAt = midnight + (offset - leadDays) * DAY_MS + random.int(1 * 60, 10 * 60) * MINUTE_MS;
  return { departureDay: midnight + offset * DAY_MS, offset, bookedAt: new Date(bookedAt) };
}

/** The count from which numbers are derived. */
export const countOf = ({ index, slot }: ShipmentSeed) => (slot ? LATER_COUNT + index : index);

export interface Draft {
  isCoLoaded?: boolean;
  random: Random;
  given: ShipmentSeed;
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
