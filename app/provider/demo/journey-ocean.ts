import type { Conveyance, Journey } from "./journey.ts";
import {
  AFTERNOON,
  CANAL_DAYS,
  canalReason,
  clock,
  computeActuals,
  customsReasons,
  type Draft,
  type DraftInput,
  departureReasons,
  draft,
  EARLY,
  type Hours,
  haulageDays,
  hubReasons,
  MORNING,
  NIGHT,
  passageReasons,
  type Risk,
} from "./journey-draft.ts";
import type { OceanLane } from "./lanes.ts";
import type { Random } from "./random.ts";

export interface OceanPlan {
  lane: OceanLane;
  isFcl: boolean;
  /** Town of pickup or delivery; null when the cargo is handed over at the port or airport. */
  fromDoor: string | null;
  toDoor: string | null;
  /** Ship of the first leg, and of the second after a transhipment. */
  conveyances: readonly Conveyance[];
  /** Midnight UTC of the day of departure. */
  departureDay: number;
  /** Random numbers of the sailing, the same for all shipments on it. */
  sailing: Random;
}

/** A plan with the functions that add its steps. */
interface OceanDraft extends OceanPlan {
  random: Random;
  add(input: DraftInput): void;
  at(place: string, days: number, hours: Hours): Date;
  /** Where the carrier hands over the cargo: the inland ramp, else the port. */
  end: string;
}

const box = { isPerContainer: true } as const;

/**
 * Steps are drawn in the order of the journey, because each takes the next numbers of the same random
 * sequence.
 */
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
    ...computeActuals(random, drafts, sailing),
    placeOfReceipt: fromDoor ?? lane.from,
    placeOfDelivery: toDoor ?? ocean.end,
  };
}

/** From the empty container, or the loose cargo, to the terminal's gate. */
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
        reporter: "forwarder",
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
      reporter: "forwarder",
    });
  } else {
    add({
      code: "STUF",
      facility: "DEPO",
      place: lane.from,
      planned: at(lane.from, -4, AFTERNOON),
      isDaytime: true,
      reporter: "forwarder",
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

/** From loading to the last discharge. @returns the number of the last port call */
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

/**
 * Customs clearance and, where the lane has one, rail to the ramp. @returns the day on which cargo can be
 * collected
 */
function leavePort({ lane, random, add, at }: OceanDraft, sequence: number): number {
  add({
    code: "CUSR",
    place: lane.to,
    planned: at(lane.to, lane.days + 2, MORNING),
    isDaytime: true,
    reporter: "forwarder",
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

/** From the gate to the consignee's door, and the return of the empty container. */
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
      reporter: "forwarder",
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
