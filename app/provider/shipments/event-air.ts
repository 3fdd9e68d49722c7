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
  given: z.output<typeof airStatusEvent>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const warnings: string[] = [];
  const doubts: Doubt[] = airCodes.has(given.statusCode)
    ? []
    : [{ key: "doubtCode", values: { field: "statusCode" } }];
  const waybill = checkAirWaybill(given.airWaybillNumber);
  if (waybill.status === "wrong-digit") {
    doubts.push(wrongWaybill(waybill));
  }
  const references = new References();
  references.add("H", given.houseNumber);
  references.add("M", given.airWaybillNumber);
  return {
    vocabulary: "IMP",
    eventType: "AIR",
    code: given.statusCode,
    classifier: given.eventClassifierCode,
    ...times(given.eventDateTime, given.eventCreatedDateTime, given.eventClassifierCode, now, doubts),
    placeCode: given.station,
    locationName: null,
    facility: null,
    sequence: sequenceOf(given.sequence),
    mode: "AIR",
    transport: given.flightNumber ?? null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: given.source ?? source,
    reasonCode: given.discrepancyCode ?? null,
    remark: given.remark ?? null,
    pieces: given.pieces ?? null,
    totalPieces: given.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}
