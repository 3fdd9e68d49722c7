import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import type { Conveyance, Journey } from "./journey.ts";
import {
  AFTERNOON,
  clock,
  computeActuals,
  customsReasons,
  type Draft,
  type DraftInput,
  departureReasons,
  draft,
  flightHours,
  type Hours,
  MORNING,
  type Risk,
  roundToMinutes,
} from "./journey-draft.ts";
import type { AirLane } from "./lanes.ts";
import type { Random } from "./random.ts";

export interface AirPlan {
  lane: AirLane;
  /** Town of pickup or delivery; null when the cargo is handed over at the port or airport. */
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
      reporter: "forwarder",
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
      reporter: "forwarder",
    });
  }
  return {
    ...computeActuals(random, drafts),
    placeOfReceipt: fromDoor ?? lane.from,
    placeOfDelivery: toDoor ?? lane.to,
  };
}
