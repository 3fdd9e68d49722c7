import type { z } from "zod";
import type { houseEvent } from "#app/contract/event.ts";
import { houseMilestones } from "#app/lib/milestones/kinds.ts";
import type { Doubt } from "./doubt.ts";
import { type EventFacts, placeOf, type ReadingOptions, References, times } from "./event-fields.ts";

export function readHouse(
  given: z.output<typeof houseEvent>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const doubts: Doubt[] = [];
  const references = new References();
  references.add("H", given.houseNumber);
  return {
    vocabulary: "HOUSE",
    eventType: houseMilestones[given.houseMilestoneCode],
    code: given.houseMilestoneCode,
    classifier: given.eventClassifierCode,
    ...times(
      given.eventDateTime,
      given.eventCreatedDateTime ?? now.toISOString(),
      given.eventClassifierCode,
      now,
      doubts,
    ),
    ...(given.placeCode?.length === 3
      ? { placeCode: given.placeCode, locationName: null, facility: null }
      : placeOf(given.placeCode, undefined, null, doubts, "placeCode")),
    sequence: null,
    mode: null,
    transport: null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: given.source ?? source,
    reasonCode: null,
    remark: given.remark ?? null,
    pieces: given.pieces ?? null,
    totalPieces: given.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings: [],
  };
}
