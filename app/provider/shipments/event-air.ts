import type { z } from "zod";
import type { airStatusEvent } from "#app/contract/event.ts";
import { checkAirWaybill } from "#app/lib/air-waybill.ts";
import { type Doubt, wrongWaybill } from "./doubt.ts";
import { type EventFacts, type ReadingOptions, References, sequenceOf, times } from "./event-fields.ts";

/** Cargo-IMP status codes. */
const airCodes = new Set(
  "BKD BKF FWB FOH RCS MAN DEP PRE ARR RCF RCT TFD TRM AWR AWD NFD CCD CRC DLV DDL DIS TGC OCI FIW FOW".split(
    " ",
  ),
);

export function readAir(
  sentEvent: z.output<typeof airStatusEvent>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const warnings: string[] = [];
  const doubts: Doubt[] = airCodes.has(sentEvent.statusCode)
    ? []
    : [{ key: "doubtCode", values: { field: "statusCode" } }];
  const waybill = checkAirWaybill(sentEvent.airWaybillNumber);
  if (waybill.status === "wrong-digit") {
    doubts.push(wrongWaybill(waybill));
  }
  const references = new References();
  references.add("H", sentEvent.houseNumber);
  references.add("M", sentEvent.airWaybillNumber);
  return {
    vocabulary: "IMP",
    eventType: "AIR",
    code: sentEvent.statusCode,
    classifier: sentEvent.eventClassifierCode,
    ...times(
      sentEvent.eventDateTime,
      sentEvent.eventCreatedDateTime,
      sentEvent.eventClassifierCode,
      now,
      doubts,
    ),
    placeCode: sentEvent.station,
    locationName: null,
    facility: null,
    sequence: sequenceOf(sentEvent.sequence),
    mode: "AIR",
    transport: sentEvent.flightNumber ?? null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: sentEvent.source ?? source,
    reasonCode: sentEvent.discrepancyCode ?? null,
    remark: sentEvent.remark ?? null,
    pieces: sentEvent.pieces ?? null,
    totalPieces: sentEvent.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}
