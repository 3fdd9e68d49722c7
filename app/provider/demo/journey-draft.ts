import { DAY_MS, HOUR_MS, MINUTE_MS, wallClockToInstant } from "#app/lib/date-time.ts";
import { type Journey, placeOf, type Reason, type Slip, type Step, zoneOf } from "./journey.ts";
import type { Random } from "./random.ts";

export const departureReasons: Record<"VESSEL" | "AIR" | "TRUCK", readonly Reason[]> = {
  VESSEL: [
    { code: "WEA", remark: "Port closed for wind, berthing suspended" },
    { code: "CGS", remark: "Waiting for a berth, terminal congested" },
    { code: "ENG", remark: "Engine repairs at the previous port" },
    { code: "YRD", remark: "Yard congestion, cargo rolled to the next sailing" },
    { code: "HOL", remark: "Terminal closed for public holidays" },
    { code: "LAB", remark: "Shortage of labour at the terminal" },
  ],
  AIR: [
    { code: "WEA", remark: "Bad weather, departures suspended" },
    { code: "OTV", remark: "Aircraft out of service, offloaded to the next flight" },
    { code: "DIN", remark: "Shipping papers incomplete at cut-off" },
  ],
  TRUCK: [
    { code: "WEA", remark: "Road closed for bad weather" },
    { code: "OTV", remark: "Driver out of hours, trailer relayed" },
    { code: "OTS", remark: "Loading bay not free at the appointment" },
  ],
};
export const passageReasons: readonly Reason[] = [
  { code: "DEV", remark: "Deviation to avoid bad weather" },
  { code: "WEA", remark: "Heavy weather on passage, speed reduced" },
  { code: "ENG", remark: "Slow steaming for engine repairs" },
];
/** Only for voyages that are long enough to pass through a canal. */
export const canalReason: Reason = { code: "PTF", remark: "Canal transit slot moved" };
export const CANAL_DAYS = 25;
export const hubReasons: readonly Reason[] = [
  { code: "CGS", remark: "Connection missed, loaded on the next vessel" },
  { code: "STR", remark: "Strike at the transhipment port" },
  { code: "CRN", remark: "Crane breakdown at the transhipment terminal" },
];
export const customsReasons: readonly Reason[] = [
  { code: "CIN", remark: "Selected for customs examination" },
  { code: "DIN", remark: "Customs asks for further documents" },
];

export type Hours = readonly [from: number, to: number];
/** Ships berth when a berth is free, mostly at night; trucks and clerks work by day. */
export const NIGHT: Hours = [20, 23];
export const EARLY: Hours = [1, 5];
export const MORNING: Hours = [8, 11];
export const AFTERNOON: Hours = [13, 16];

/** A possible delay: its probability and its length in hours. */
export interface Risk {
  probability: number;
  hours: Hours;
  reasons: readonly Reason[];
  /** How many hours before the first delayed step it becomes known. */
  noticeHours: number;
}

export interface Draft extends Omit<Step, "planned" | "actual"> {
  planned: Date;
  /** In daylight only: a delay shifts it by whole days. */
  isDaytime: boolean;
  risk: Risk | null;
  /** A delay of the ship, which affects all cargo on board. */
  isSailing: boolean;
}

const stepDefaults = {
  vocabulary: "DCSA",
  emptyIndicator: null,
  mode: null,
  facility: null,
  sequence: null,
  conveyance: null,
  isPerContainer: false,
  reporter: "carrier",
  isDaytime: false,
  risk: null,
  isSailing: false,
} as const;

export type DraftInput = Pick<Draft, "code" | "place" | "planned"> & Partial<Draft>;
export const draft = (input: DraftInput): Draft => ({ ...stepDefaults, ...input });

/** A local time at a place, so many days after the day of departure. */
export function clock(random: Random, departureDay: number, place: string, days: number, hours: Hours): Date {
  const day = new Date(departureDay + days * DAY_MS).toISOString().slice(0, 10);
  const hour = String(random.int(...hours)).padStart(2, "0");
  const minute = String(random.int(0, 11) * 5).padStart(2, "0");
  return wallClockToInstant(`${day} ${hour}:${minute}:00`, zoneOf(place))!;
}

/** Turns the plan into actual times: draws which delays happen, and shifts later steps. */
export function computeActuals(
  own: Random,
  drafts: readonly Draft[],
  sailing: Random = own,
): Pick<Journey, "steps" | "slips"> {
  const steps: Step[] = [];
  const slips: Slip[] = [];
  let slipHours = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (const [index, { isDaytime, isSailing, risk, ...step }] of drafts.entries()) {
    const random = isSailing ? sailing : own;
    if (risk && random.chance(risk.probability)) {
      slipHours += random.int(...risk.hours);
      slips.push({
        from: index,
        knownAt: new Date(step.planned.getTime() - risk.noticeHours * HOUR_MS),
        reason: random.pick(risk.reasons),
      });
    }
    const [early, late] = isDaytime ? [-40, 70] : [-150, 220];
    const slip = isDaytime ? Math.ceil((slipHours - 6) / 24) * DAY_MS : slipHours * HOUR_MS;
    const least = step.planned.getTime() + Math.max(0, slip) + random.int(early!, late!) * MINUTE_MS;
    previous = happensAfter(previous, least, isDaytime);
    steps.push({ ...step, actual: roundToMinutes(new Date(previous), 1) });
  }
  // A delay becomes known only after the step before it has happened; until then the earlier estimate holds.
  for (const slip of slips) {
    const before = steps[slip.from - 1];
    if (before && before.actual > slip.knownAt) slip.knownAt = new Date(before.actual.getTime() + HOUR_MS);
  }
  return { steps, slips };
}

/** At least twenty minutes after the step before; daytime steps may move to the next day. */
function happensAfter(previous: number, least: number, isDaytime: boolean): number {
  let actual = least;
  while (actual < previous + 20 * MINUTE_MS) actual = isDaytime ? actual + DAY_MS : previous + 45 * MINUTE_MS;
  return actual;
}

export function roundToMinutes(time: Date, minutes: number): Date {
  const step = minutes * MINUTE_MS;
  return new Date(Math.round(time.getTime() / step) * step);
}

const EARTH_KM = 6371;
const CRUISE_KMH = 850;
const TAXI_HOURS = 0.7;
/** Distance that a truck drives in the afternoon of the pickup, and in a full day. */
const AFTERNOON_KM = 200;
const DAY_KM = 650;

/** Great-circle distance. */
function distanceKm(from: string, to: string): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [placeOf(from), placeOf(to)];
  const [lat1, lat2] = [radians(a.latitude!), radians(b.latitude!)];
  const turn = radians(b.longitude! - a.longitude!);
  const cosine = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(turn);
  return Math.acos(Math.min(1, cosine)) * EARTH_KM;
}

export const flightHours = (from: string, to: string) => distanceKm(from, to) / CRUISE_KMH + TAXI_HOURS;
export const haulageDays = (from: string, to: string) =>
  Math.max(0, Math.ceil((distanceKm(from, to) - AFTERNOON_KM) / DAY_KM));
