import type { Conveyance, Journey } from "./journey.ts";
import { clock, computeActuals, departureReasons, draft, type Hours, MORNING } from "./journey-draft.ts";
import type { TruckLane } from "./lanes.ts";
import type { Random } from "./random.ts";

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
      reporter: "forwarder",
    }),
    draft({
      code: "DEPA",
      ...truck,
      sequence: 1,
      place: lane.from,
      planned: at(lane.from, 0, [12, 14]),
      isDaytime: true,
      reporter: "forwarder",
    }),
    draft({
      code: "ARRI",
      ...truck,
      sequence: 2,
      place: lane.to,
      planned: at(lane.to, lane.days, MORNING),
      reporter: "forwarder",
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
      reporter: "forwarder",
    }),
  ];
  return { ...computeActuals(random, drafts), placeOfReceipt: lane.from, placeOfDelivery: lane.to };
}
