import type { z } from "zod";
import type { houseEvent } from "#app/contract/event.ts";
import { houseMilestones } from "#app/lib/milestones/kinds.ts";
import type { Doubt } from "./doubt.ts";
import { type EventFacts, placeOf, type ReadingOptions, References, times } from "./event-fields.ts";

export function readHouse(
  sentEvent: z.output<typeof houseEvent>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const doubts: Doubt[] = [];
  const references = new References();
  references.add("H", sentEvent.houseNumber);
  return {
    vocabulary: "HOUSE",
    eventType: houseMilestones[sentEvent.houseMilestoneCode],
    code: sentEvent.houseMilestoneCode,
    classifier: sentEvent.eventClassifierCode,
    ...times(
      sentEvent.eventDateTime,
      sentEvent.eventCreatedDateTime ?? now.toISOString(),
      sentEvent.eventClassifierCode,
      now,
      doubts,
    ),
    ...(sentEvent.placeCode?.length === 3
      ? { placeCode: sentEvent.placeCode, locationName: null, facility: null }
      : placeOf(sentEvent.placeCode, undefined, null, doubts, "placeCode")),
    sequence: null,
    mode: null,
    transport: null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: sentEvent.source ?? source,
    reasonCode: null,
    remark: sentEvent.remark ?? null,
    pieces: sentEvent.pieces ?? null,
    totalPieces: sentEvent.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings: [],
  };
}
