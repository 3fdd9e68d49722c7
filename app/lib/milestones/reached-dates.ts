import type { Milestone, MilestoneKind, MilestoneTime } from "./milestone.ts";
import { completingMilestone, type ServiceType } from "./status.ts";

export const isDeparture = ({ code }: Milestone): boolean => code === "DEPA" || code === "DEP";

export const isArrival = ({ code }: Milestone): boolean => code === "ARRI" || code === "ARR";

/** The departure of the main carriage from `port`, else the first; trucks to and from it have no leg. */
export function departureOf(milestones: readonly Milestone[], port: string): Milestone | null {
  const departures = milestones.filter((milestone) => isDeparture(milestone) && milestone.legIndex !== null);
  return departures.find(({ placeCode }) => placeCode === port) ?? departures[0] ?? null;
}

/**
 * The arrival of the main carriage at `port`, else the last one, unless the cargo departs from there again.
 */
export function arrivalOf(milestones: readonly Milestone[], port: string): Milestone | null {
  const legs = milestones.filter(({ legIndex }) => legIndex !== null);
  const here = legs.findLast((milestone) => isArrival(milestone) && milestone.placeCode === port);
  if (here) return here;
  const last = legs.findLastIndex(isArrival);
  return legs.slice(last + 1).some(isDeparture) ? null : (legs[last] ?? null);
}

/**
 * Dates of product 3.3 that are actuals. Their names are those of `shipmentDateKeys`
 * (contract/shipment-code).
 */
const doneDates = {
  booking: ["BOOK"],
  pickup: ["PICK_LADEN", "COLL"],
  documentReceived: ["DOCR"],
  cargoReceived: ["GTIN_LADEN", "RCS", "CRGR"],
  departedWarehouse: ["DPWH"],
  amsConfirmed: ["AMSC"],
  atd: [],
  ata: [],
  berthing: ["BRTH"],
  documentToBroker: ["AWD", "DOCB"],
  customsClearance: ["CCD", "CUSC"],
  customsRelease: ["CUSR", "CCD"],
  freightRelease: ["AVPU", "NFD"],
  outGate: ["GTOT_LADEN"],
  finalRail: ["FRAI"],
  finalRamp: ["FRMP"],
  delivery: [],
  podUpload: ["PODU"],
  emptyReturn: ["GTIN_EMPTY"],
} as const satisfies Record<string, readonly MilestoneKind[]>;

export type DoneDate = keyof typeof doneDates;

export const isDoneDate = (key: string): key is DoneDate => Object.hasOwn(doneDates, key);

/** Only at the place of arrival: the same event at the place of departure has another meaning. */
const ARRIVAL_DATES: ReadonlySet<DoneDate> = new Set<DoneDate>([
  "documentToBroker",
  "customsClearance",
  "customsRelease",
  "freightRelease",
  "outGate",
]);

/** Time and place; the time is shown in the place's time zone. */
export interface ReachedTime extends MilestoneTime {
  placeCode: string | null;
}

export type ReachedDates = Partial<Record<DoneDate, ReachedTime>>;

/** `from` and `to` are the ports or airports of the main carriage. */
interface Carriage {
  from: string;
  to: string;
  service: ServiceType | null;
}

/**
 * Actual dates of a shipment: those with an actual event, and no others. Every 'actual' in lists, documents
 * and files comes from here.
 */
export const reachedDates = (milestones: readonly Milestone[], carriage: Carriage): ReachedDates =>
  datesOf(milestones, carriage, ({ actual }) => actual);

/** Of the same milestones the plan or estimate that the timeline shows, for fields that have none of their own. */
export const dueDates = (milestones: readonly Milestone[], carriage: Carriage): ReachedDates =>
  datesOf(milestones, carriage, ({ due }) => due);

function datesOf(
  milestones: readonly Milestone[],
  { from, to, service }: Carriage,
  timeOf: (milestone: Milestone) => MilestoneTime | null,
): ReachedDates {
  const dates: ReachedDates = {};
  const arrival = arrivalOf(milestones, to);
  const onward = arrival ? milestones.slice(milestones.indexOf(arrival) + 1) : [];
  const trains = onward.filter(({ mode, legIndex }) => mode === "RAIL" && legIndex !== null);
  for (const [key, kinds] of Object.entries(doneDates) as [DoneDate, readonly MilestoneKind[]][]) {
    let matching = milestones.filter(
      ({ kind, placeCode }) =>
        kinds.includes(kind) &&
        !(ARRIVAL_DATES.has(key) && placeCode === from && from !== to) &&
        !(key === "berthing" && placeCode !== null && placeCode !== to),
    );
    if (key === "atd") matching = [departureOf(milestones, from)].filter((each) => each !== null);
    if (key === "ata") matching = [arrival].filter((each) => each !== null);
    if (key === "delivery")
      matching = [completingMilestone(milestones, service)].filter((each) => each !== null);
    // Only the departure of the last train counts.
    if (key === "finalRail") matching.push(...trains.filter(isDeparture).slice(-1));
    if (key === "finalRamp") matching.push(...trains.filter(isArrival).slice(-1));
    // Only the last gate-out counts: a container may pass other gates on the way.
    if (key === "outGate") matching = matching.slice(-1);
    for (const milestone of matching) {
      const time = timeOf(milestone);
      // The last one that has a time counts.
      if (time) dates[key] = { ...time, placeCode: milestone.placeCode };
    }
  }
  return dates;
}
