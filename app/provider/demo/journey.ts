import { DAY_MS, HOUR_MS, MINUTE_MS, wallClockToInstant } from "#app/lib/date-time.ts";
import { type PlaceRow, places } from "../reference/places.ts";
import type { AirLane, OceanLane, TruckLane } from "./lanes.ts";
import type { Random } from "./random.ts";

export interface Conveyance {
  /** Ship or flight as it is called: vessel name, flight number. */
  name: string;
  voyage?: string;
  imo?: string;
}

/** A delay with its SMDG delay reason code, which DCSA events carry, and the words beside it. */
export interface Reason {
  code: string;
  remark: string;
}

/** Something that is planned and then happens. What is still to come has an `actual` too: the demonstration knows its future. */
export interface Step {
  vocabulary: "DCSA" | "IMP" | "HOUSE";
  code: string;
  emptyIndicator: "EMPTY" | "LADEN" | null;
  mode: "VESSEL" | "AIR" | "TRUCK" | "RAIL" | null;
  place: string;
  facility: "POTE" | "DEPO" | "CLOC" | "RAMP" | null;
  sequence: number | null;
  conveyance: Conveyance | null;
  /** Of the equipment: told for each container. */
  isPerContainer: boolean;
  /** Who tells: the carrier by its booking, or the forwarder by its house number. */
  teller: "carrier" | "forwarder";
  planned: Date;
  actual: Date;
}

/** A slip that is made known before the steps that it moves have happened. */
export interface Slip {
  /** Index of the first step that it moves. */
  from: number;
  knownAt: Date;
  reason: Reason;
}

export interface Journey {
  steps: Step[];
  slips: Slip[];
  placeOfReceipt: string;
  placeOfDelivery: string;
}

const byCode = new Map(places.map((place) => [place.code, place]));
export function placeOf(code: string): PlaceRow {
  return byCode.get(code)!;
}
export function zoneOf(code: string): string {
  return placeOf(code).time_zone!;
}
export function countryOf(code: string): string {
  return placeOf(code).country_code;
}

const departureReasons: Record<"VESSEL" | "AIR" | "TRUCK", readonly Reason[]> = {
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
const passageReasons: readonly Reason[] = [
  { code: "DEV", remark: "Deviation to avoid bad weather" },
  { code: "WEA", remark: "Heavy weather on passage, speed reduced" },
  { code: "ENG", remark: "Slow steaming for engine repairs" },
];
/** Of voyages that are long enough to lead through one. */
const canalReason: Reason = { code: "PTF", remark: "Canal transit slot moved" };
const CANAL_DAYS = 25;
const hubReasons: readonly Reason[] = [
  { code: "CGS", remark: "Connection missed, loaded on the next vessel" },
  { code: "STR", remark: "Strike at the transhipment port" },
  { code: "CRN", remark: "Crane breakdown at the transhipment terminal" },
];
const customsReasons: readonly Reason[] = [
  { code: "CIN", remark: "Selected for customs examination" },
  { code: "DIN", remark: "Customs asks for further documents" },
];

type Hours = readonly [from: number, to: number];
/** Ships berth when a berth is free, most often by night; trucks and clerks work by day. */
const NIGHT: Hours = [20, 23];
const EARLY: Hours = [1, 5];
const MORNING: Hours = [8, 11];
const AFTERNOON: Hours = [13, 16];

/** What may go wrong: how likely it is, and how many hours it takes. */
interface Risk {
  probability: number;
  hours: Hours;
  reasons: readonly Reason[];
  /** How long before the first step that it moves it becomes known. */
  noticeHours: number;
}

interface Draft extends Omit<Step, "planned" | "actual"> {
  planned: Date;
  /** By daylight: a slip moves it by whole days. */
  isDaytime: boolean;
  risk: Risk | null;
  /** What the ship does, and with it everybody's cargo on board. */
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
  teller: "carrier",
  isDaytime: false,
  risk: null,
  isSailing: false,
} as const;

type DraftInput = Pick<Draft, "code" | "place" | "planned"> & Partial<Draft>;
const draft = (input: DraftInput): Draft => ({ ...stepDefaults, ...input });

/** Local clock time at a place, so many days after the day of departure. */
function clock(random: Random, departureDay: number, place: string, days: number, hours: Hours): Date {
  const day = new Date(departureDay + days * DAY_MS).toISOString().slice(0, 10);
  const hour = String(random.int(...hours)).padStart(2, "0");
  const minute = String(random.int(0, 11) * 5).padStart(2, "0");
  return wallClockToInstant(`${day} ${hour}:${minute}:00`, zoneOf(place))!;
}

export interface OceanPlan {
  lane: OceanLane;
  isFcl: boolean;
  /** Town in which the cargo is fetched or delivered; null: it is handed over at the port or airport. */
  fromDoor: string | null;
  toDoor: string | null;
  /** Ship of the first leg, and of the second where there is a transhipment. */
  conveyances: readonly Conveyance[];
  /** Midnight UTC of the day of departure. */
  departureDay: number;
  /** Of the sailing: the same for all shipments on it. */
  sailing: Random;
}

/** A plan with the pencil that writes its steps. */
interface OceanDraft extends OceanPlan {
  random: Random;
  add(input: DraftInput): void;
  at(place: string, days: number, hours: Hours): Date;
  /** Where the cargo leaves the carrier: the ramp inland, else the port. */
  end: string;
}

const box = { isPerContainer: true } as const;

/** The steps are drawn in the order of the journey: each takes its numbers from the same sequence. */
export function oceanJourney(random: Random, plan: OceanPlan): Journey {
  const { lane, fromDoor, toDoor, departureDay, sailing } = plan;
  const drafts: Draft[] = [];
  const ocean: OceanDraft = {
    ...plan,
    random,
    add: (input) => drafts.push(draft(input)),
    at: (place, days, hours) => clock(random, departureDay, place, days, hours),
    end: lane.ramp?.at ?? lane.to,
  };
  reachQuay(ocean);
  const sequence = sail(ocean);
  const readyDay = leavePort(ocean, sequence);
  reachDoor(ocean, readyDay);
  return {
    ...happen(random, drafts, sailing),
    placeOfReceipt: fromDoor ?? lane.from,
    placeOfDelivery: toDoor ?? ocean.end,
  };
}

/** From the empty box, or the loose cargo, to the terminal's gate. */
function reachQuay({ lane, isFcl, fromDoor, add, at }: OceanDraft): void {
  if (isFcl) {
    add({
      code: "GTOT",
      emptyIndicator: "EMPTY",
      facility: "DEPO",
      place: lane.from,
      planned: at(lane.from, -6, MORNING),
      isDaytime: true,
      ...box,
    });
    if (fromDoor) {
      add({
        code: "STUF",
        facility: "CLOC",
        place: fromDoor,
        planned: at(fromDoor, -5, MORNING),
        isDaytime: true,
        teller: "forwarder",
        ...box,
      });
    }
  } else if (fromDoor) {
    add({
      code: "PICK",
      emptyIndicator: "LADEN",
      mode: "TRUCK",
      facility: "CLOC",
      place: fromDoor,
      planned: at(fromDoor, -6, MORNING),
      isDaytime: true,
      teller: "forwarder",
    });
  } else {
    add({
      code: "STUF",
      facility: "DEPO",
      place: lane.from,
      planned: at(lane.from, -4, AFTERNOON),
      isDaytime: true,
      teller: "forwarder",
      ...box,
    });
  }
  add({
    code: "GTIN",
    emptyIndicator: "LADEN",
    facility: "POTE",
    place: lane.from,
    planned: at(lane.from, -3, AFTERNOON),
    isDaytime: true,
    ...box,
  });
}

/** From ship to ship and off the last. @returns the number of the call at the last port */
function sail({ lane, conveyances, departureDay, sailing, add }: OceanDraft): number {
  const atSea = (place: string, days: number, hours: Hours) =>
    clock(sailing, departureDay, place, days, hours);
  const vessel = (index: number) =>
    ({ mode: "VESSEL", conveyance: conveyances[index]!, isSailing: true }) as const;
  add({
    code: "LOAD",
    facility: "POTE",
    sequence: 1,
    place: lane.from,
    planned: atSea(lane.from, 0, EARLY),
    ...box,
    ...vessel(0),
    risk: { probability: 0.13, hours: [20, 150], reasons: departureReasons.VESSEL, noticeHours: 30 },
  });
  add({
    code: "DEPA",
    facility: "POTE",
    sequence: 1,
    place: lane.from,
    planned: atSea(lane.from, 0, [9, 13]),
    ...vessel(0),
  });
  let sequence = 1;
  const passage: Risk = {
    probability: 0.1,
    hours: [14, 80],
    reasons: lane.days >= CANAL_DAYS ? [...passageReasons, canalReason] : passageReasons,
    noticeHours: 96,
  };
  if (lane.via) {
    const { at: hub, arriveDay, departDay } = lane.via;
    sequence++;
    const call = { facility: "POTE", sequence, place: hub } as const;
    add({ code: "ARRI", ...call, planned: atSea(hub, arriveDay, NIGHT), ...vessel(0) });
    add({ code: "DISC", ...call, planned: atSea(hub, arriveDay + 1, EARLY), ...box, ...vessel(0) });
    add({
      code: "LOAD",
      ...call,
      planned: atSea(hub, departDay, EARLY),
      ...box,
      ...vessel(1),
      risk: { probability: 0.18, hours: [30, 130], reasons: hubReasons, noticeHours: 40 },
    });
    add({ code: "DEPA", ...call, planned: atSea(hub, departDay, [9, 13]), ...vessel(1) });
  }
  const last = lane.via ? 1 : 0;
  sequence++;
  const port = { facility: "POTE", sequence, place: lane.to } as const;
  add({ code: "ARRI", ...port, planned: atSea(lane.to, lane.days, NIGHT), ...vessel(last), risk: passage });
  add({ code: "DISC", ...port, planned: atSea(lane.to, lane.days + 1, EARLY), ...box, ...vessel(last) });
  return sequence;
}

/** Through customs and, where the lane has one, by rail to the ramp. @returns the day on which cargo can be fetched */
function leavePort({ lane, random, add, at }: OceanDraft, sequence: number): number {
  add({
    code: "CUSR",
    place: lane.to,
    planned: at(lane.to, lane.days + 2, MORNING),
    isDaytime: true,
    teller: "forwarder",
    risk: { probability: 0.06, hours: [24, 96], reasons: customsReasons, noticeHours: 20 },
  });
  let ready = lane.days + 2;
  if (lane.ramp) {
    const ramp = lane.ramp.at;
    const train: Conveyance = { name: `IM${random.digits(4)}` };
    const rail = { mode: "RAIL", conveyance: train, facility: "RAMP" } as const;
    add({ code: "DEPA", ...rail, sequence, place: lane.to, planned: at(lane.to, lane.days + 3, NIGHT) });
    ready = lane.days + 3 + lane.ramp.days;
    add({
      code: "ARRI",
      ...rail,
      sequence: sequence + 1,
      place: ramp,
      planned: at(ramp, ready, EARLY),
      risk: {
        probability: 0.12,
        hours: [24, 60],
        reasons: [{ code: "OTS", remark: "Rail cars short at the port" }],
        noticeHours: 60,
      },
    });
  }
  return ready;
}

/** Out of the gate to the door, and the empty box back. */
function reachDoor({ lane, isFcl, toDoor, end, add, at }: OceanDraft, ready: number): void {
  add({
    code: "AVPU",
    facility: lane.ramp ? "RAMP" : "POTE",
    place: end,
    planned: at(end, ready, AFTERNOON),
    isDaytime: true,
    ...box,
  });
  add({
    code: "GTOT",
    emptyIndicator: "LADEN",
    facility: lane.ramp ? "RAMP" : "POTE",
    place: end,
    planned: at(end, ready + 2, MORNING),
    isDaytime: true,
    ...box,
  });
  if (toDoor) {
    add({
      code: "DROP",
      emptyIndicator: "LADEN",
      mode: "TRUCK",
      facility: "CLOC",
      place: toDoor,
      planned: at(toDoor, ready + 2 + haulageDays(end, toDoor), [14, 17]),
      isDaytime: true,
      teller: "forwarder",
      ...(isFcl ? box : {}),
    });
  }
  if (isFcl) {
    add({
      code: "GTIN",
      emptyIndicator: "EMPTY",
      facility: "DEPO",
      place: end,
      planned: at(end, ready + 6, AFTERNOON),
      isDaytime: true,
      ...box,
    });
  }
}

export interface AirPlan {
  lane: AirLane;
  /** Town in which the cargo is fetched or delivered; null: it is handed over at the port or airport. */
  fromDoor: string | null;
  toDoor: string | null;
  conveyances: readonly Conveyance[];
  departureDay: number;
}

export function airJourney(random: Random, plan: AirPlan): Journey {
  const { lane, fromDoor, toDoor, conveyances, departureDay } = plan;
  const at = (place: string, days: number, hours: Hours) => clock(random, departureDay, place, days, hours);
  const drafts: Draft[] = [];
  const add = (input: DraftInput) => drafts.push(draft(input));
  const air = (code: string, place: string, planned: Date, more: Partial<Draft> = {}) =>
    add({ vocabulary: "IMP", mode: "AIR", code, place, planned, ...more });
  const later = (from: Date, hours: number) => new Date(from.getTime() + hours * HOUR_MS);

  air("BKD", lane.from, at(lane.from, -3, MORNING), { isDaytime: true, conveyance: conveyances[0]! });
  air("FWB", lane.from, at(lane.from, -3, AFTERNOON), { isDaytime: true });
  if (fromDoor) {
    add({
      code: "PICK",
      emptyIndicator: "LADEN",
      mode: "TRUCK",
      facility: "CLOC",
      place: fromDoor,
      planned: at(fromDoor, -2, MORNING),
      isDaytime: true,
      teller: "forwarder",
    });
  }
  air("FOH", lane.from, at(lane.from, -1, [13, 15]), { isDaytime: true });
  air("RCS", lane.from, at(lane.from, -1, [17, 19]), { isDaytime: true });

  const stops = [lane.from, ...(lane.via ? [lane.via] : []), lane.to];
  let departure = at(lane.from, 0, [20, 23]);
  for (const [leg, conveyance] of conveyances.entries()) {
    const [from, to] = [stops[leg]!, stops[leg + 1]!];
    const risk: Risk =
      leg === 0
        ? { probability: 0.12, hours: [6, 44], reasons: departureReasons.AIR, noticeHours: 6 }
        : {
            probability: 0.12,
            hours: [10, 40],
            reasons: [{ code: "OTV", remark: "Connection missed at the hub, booked on the next flight" }],
            noticeHours: 4,
          };
    air("MAN", from, later(departure, -3), { sequence: leg + 1, conveyance, risk });
    air("DEP", from, departure, { sequence: leg + 1, conveyance });
    const arrival = roundToMinutes(later(departure, flightHours(from, to)), 5);
    air("ARR", to, arrival, { sequence: leg + 2, conveyance });
    air("RCF", to, later(arrival, random.int(3, 5)), { sequence: leg + 2 });
    departure = later(arrival, random.int(10, 16));
  }
  const received = drafts.at(-1)!.planned;
  const arrivalDays = Math.floor((received.getTime() - departureDay) / DAY_MS);
  air("NFD", lane.to, later(received, 1));
  air("AWD", lane.to, later(received, 2));
  air("CCD", lane.to, at(lane.to, arrivalDays + 2, [9, 12]), {
    isDaytime: true,
    risk: { probability: 0.06, hours: [24, 72], reasons: customsReasons, noticeHours: 12 },
  });
  air("DLV", lane.to, at(lane.to, arrivalDays + 2, [14, 17]), { isDaytime: true });
  if (toDoor) {
    add({
      code: "DROP",
      emptyIndicator: "LADEN",
      mode: "TRUCK",
      facility: "CLOC",
      place: toDoor,
      planned: at(toDoor, arrivalDays + 3, MORNING),
      isDaytime: true,
      teller: "forwarder",
    });
  }
  return {
    ...happen(random, drafts),
    placeOfReceipt: fromDoor ?? lane.from,
    placeOfDelivery: toDoor ?? lane.to,
  };
}

export interface TruckPlan {
  lane: TruckLane;
  departureDay: number;
  conveyance: Conveyance;
}

export function truckJourney(random: Random, { lane, departureDay, conveyance }: TruckPlan): Journey {
  const at = (place: string, days: number, hours: Hours) => clock(random, departureDay, place, days, hours);
  const truck = { mode: "TRUCK", conveyance } as const;
  const drafts = [
    draft({
      code: "PICK",
      emptyIndicator: "LADEN",
      ...truck,
      facility: lane.kind === "from-port" ? "POTE" : "CLOC",
      place: lane.from,
      planned: at(lane.from, 0, MORNING),
      isDaytime: true,
      teller: "forwarder",
    }),
    draft({
      code: "DEPA",
      ...truck,
      sequence: 1,
      place: lane.from,
      planned: at(lane.from, 0, [12, 14]),
      isDaytime: true,
      teller: "forwarder",
    }),
    draft({
      code: "ARRI",
      ...truck,
      sequence: 2,
      place: lane.to,
      planned: at(lane.to, lane.days, MORNING),
      teller: "forwarder",
      isDaytime: true,
      risk: { probability: 0.16, hours: [10, 50], reasons: departureReasons.TRUCK, noticeHours: 10 },
    }),
    draft({
      code: "DROP",
      emptyIndicator: "LADEN",
      ...truck,
      facility: lane.kind === "to-port" ? "POTE" : "CLOC",
      place: lane.to,
      planned: at(lane.to, lane.days, [12, 16]),
      isDaytime: true,
      teller: "forwarder",
    }),
  ];
  return { ...happen(random, drafts), placeOfReceipt: lane.from, placeOfDelivery: lane.to };
}

/** Lets the plan happen: risks strike or do not, and what is late makes the rest late. */
function happen(
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
    const strikes = risk !== null && random.chance(risk.probability);
    if (risk && strikes) {
      slipHours += random.int(...risk.hours);
      slips.push({
        from: index,
        knownAt: new Date(step.planned.getTime() - risk.noticeHours * HOUR_MS),
        reason: random.pick(risk.reasons),
      });
    }
    const wobble = random.int(isDaytime ? -40 : -150, isDaytime ? 70 : 220) * MINUTE_MS;
    const slip = isDaytime ? Math.ceil((slipHours - 6) / 24) * DAY_MS : slipHours * HOUR_MS;
    let actual = step.planned.getTime() + Math.max(0, slip) + wobble;
    while (actual < previous + 20 * MINUTE_MS)
      actual = isDaytime ? actual + DAY_MS : previous + 45 * MINUTE_MS;
    previous = actual;
    steps.push({ ...step, actual: roundToMinutes(new Date(actual), 1) });
  }
  // A slip cannot be known before the step in front of it has happened: until then another was expected.
  for (const slip of slips) {
    const before = steps[slip.from - 1];
    if (before && before.actual > slip.knownAt) slip.knownAt = new Date(before.actual.getTime() + HOUR_MS);
  }
  return { steps, slips };
}

function roundToMinutes(time: Date, minutes: number): Date {
  const step = minutes * MINUTE_MS;
  return new Date(Math.round(time.getTime() / step) * step);
}

const EARTH_KM = 6371;
const CRUISE_KMH = 850;
const TAXI_HOURS = 0.7;
/** What a lorry does in the afternoon of its appointment, and in a day. */
const AFTERNOON_KM = 200;
const DAY_KM = 650;

/** By the great circle. */
function distanceKm(from: string, to: string): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [placeOf(from), placeOf(to)];
  const [lat1, lat2] = [radians(a.latitude!), radians(b.latitude!)];
  const turn = radians(b.longitude! - a.longitude!);
  const cosine = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(turn);
  return Math.acos(Math.min(1, cosine)) * EARTH_KM;
}

const flightHours = (from: string, to: string) => distanceKm(from, to) / CRUISE_KMH + TAXI_HOURS;
const haulageDays = (from: string, to: string) =>
  Math.max(0, Math.ceil((distanceKm(from, to) - AFTERNOON_KM) / DAY_KM));
