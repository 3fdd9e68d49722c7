import type { JobMode } from "#app/contract/shipment-code.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { partiesOn } from "./parties.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";
import { airShipment, oceanShipment, truckShipment } from "./shipment-modes.ts";
import { type Consolidation, destinationOf, type ShipmentSeed, type Slot } from "./shipment-plan.ts";

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

/**
 * The first `count` shipments of the demonstration, always the same for the same day; a larger count adds to
 * them. `today` is the time of seeding: earlier steps have happened, later ones are planned.
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

/** Bookings per working day, which replace the shipments that end. */
const LATER_A_DAY: Record<JobMode, number> = { OCEAN: 4, AIR: 6.4, TRUCK: 4.2 };
/** First count of later shipments: above all seeded ones and their copies, so that numbers are unique. */
const LATER_FIRST = 10_000;
/** Days within which consolidated shipments are booked. */
const SHARED_DAYS = 4;

/**
 * The endless series of shipments booked after `today`, in the order of booking; the same for the same
 * `today`.
 */
export function* laterShipments(today: Date): Generator<DemoShipment, never> {
  const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
  let index = LATER_FIRST;
  let workingDay = 0;
  let open: Consolidation | null = null;
  for (let day = midnight; ; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const slots = slotsOf(day, workingDay, index);
    index += slots.length;
    workingDay++;
    for (const slot of slots) {
      if (slot.bookedAt <= today) continue;
      const { random } = slot;
      const shared: Consolidation | null = open && canShare(open, slot) && random.chance(0.6) ? open : null;
      const [shipment, consolidation] = makeShipment(random, { index: slot.index, today, shared, slot });
      if (!shared && consolidation) open = consolidation;
      else if (shared) open = null;
      yield shipment;
    }
  }
}

const canShare = (open: Consolidation, { mode, bookedAt }: Slot): boolean =>
  mode === "OCEAN" && bookedAt.getTime() - open.bookedAt.getTime() < SHARED_DAYS * DAY_MS;

/** The bookings of a working day in their order, numbered from `first`. */
function slotsOf(
  day: number,
  workingDay: number,
  first: number,
): (Slot & { random: Random; index: number })[] {
  const slots: (Slot & { random: Random; index: number })[] = [];
  for (const { value: mode } of modes) {
    const perDay = LATER_A_DAY[mode];
    const due = Math.floor((workingDay + 1) * perDay) - Math.floor(workingDay * perDay);
    for (let count = 0; count < due; count++) {
      const index = first + slots.length;
      const random = createRandom(17_000_000 + index);
      const bookedAt = new Date(day + random.int(1 * 60, 10 * 60) * MINUTE_MS);
      slots.push({ mode, bookedAt, random, index });
    }
  }
  return slots.sort((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime());
}

function makeShipment(random: Random, setting: ShipmentSeed): [DemoShipment, Consolidation | null] {
  const { shared, slot } = setting;
  const company = shared ? coLoader(random, shared) : random.weighted(customers).value;
  const mode = slot?.mode ?? (shared ? "OCEAN" : random.weighted(modes).value);
  if (mode === "OCEAN") return oceanShipment(random, setting, company);
  const shipment =
    mode === "AIR" ? airShipment(random, setting, company) : truckShipment(random, setting, company);
  return [shipment, null];
}

/** A customer with parties at both ends of the lane, who shares the container. */
function coLoader(random: Random, { lane }: Consolidation): DemoCustomerCode {
  const codes = customers.map(({ value }) => value);
  return random.pick(codes.filter((code) => partiesOn(code, lane.from, destinationOf(lane)) !== null));
}
