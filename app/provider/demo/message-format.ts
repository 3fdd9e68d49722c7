import { createHash } from "node:crypto";
import { formatInstant, offsetOf } from "#app/lib/date-time.ts";
import { type Step, zoneOf } from "./journey.ts";
import type { DemoShipment } from "./shipment.ts";

/** Carriers that publish Track & Trace 3.0; the others publish 2.2. */
const publishesVersion3 = new Set(["MAEU", "MSCU", "HLCU", "ONEY", "HDMU"]);
/** Equipment event codes that version 2.2 does not have. */
const sinceVersion3 = new Set(["CUSR", "AVPU"]);
const FORWARDER = "FLD";

type Classifier = "PLN" | "EST" | "ACT";

/** One report about one step, before it is written in a format. */
export interface News {
  step: Step;
  classifier: Classifier;
  at: Date;
  reportedAt: Date;
  boxNumber: string | null;
  reason: { code: string; remark: string } | null;
}

export function messageOf(shipment: DemoShipment, news: News, index: number): unknown {
  const { step, boxNumber } = news;
  const subject = step.reporter === "carrier" ? shipment.row.master_number : shipment.row.house_number;
  const id = [
    subject,
    step.code,
    step.place,
    step.sequence,
    news.classifier,
    boxNumber,
    news.reportedAt.toISOString(),
    index,
  ];
  const eventID = uuidOf(id.join("|"));
  if (step.vocabulary === "HOUSE") return houseMilestone(shipment, news, eventID);
  if (step.vocabulary === "IMP") return airStatus(shipment, news, eventID);
  const carrier = shipment.row.carrier_code!;
  const isVersion3 =
    sinceVersion3.has(step.code) || (step.reporter === "carrier" && publishesVersion3.has(carrier));
  return isVersion3 ? version3(shipment, news, eventID) : version2(shipment, news, eventID);
}

function houseMilestone({ row }: DemoShipment, { step, classifier, at, reportedAt }: News, eventID: string) {
  return {
    eventID,
    eventCreatedDateTime: reportedAt.toISOString(),
    houseNumber: row.house_number,
    houseMilestoneCode: step.code,
    eventClassifierCode: classifier,
    eventDateTime: localTime(at, step.place),
    placeCode: step.place,
    source: FORWARDER,
  };
}

function airStatus(
  { row, stateAt }: DemoShipment,
  { step, classifier, at, reportedAt, reason }: News,
  eventID: string,
) {
  return {
    eventID,
    eventCreatedDateTime: reportedAt.toISOString(),
    airWaybillNumber: row.master_number,
    houseNumber: row.house_number,
    statusCode: step.code,
    eventClassifierCode: classifier,
    eventDateTime: localTime(at, step.place),
    station: step.place,
    ...(step.sequence === null ? {} : { sequence: step.sequence }),
    ...(step.conveyance ? { flightNumber: step.conveyance.name } : {}),
    pieces: stateAt(reportedAt).row.pieces,
    totalPieces: stateAt(reportedAt).row.pieces,
    ...(reason ? { remark: reason.remark } : {}),
    source: row.carrier_code,
  };
}

/** For a truck from an airport: an IATA code is not a UN/LOCODE. */
const whereOf = ({ place }: Step) =>
  place.length === 5 ? { UNLocationCode: place } : { locationName: place };

function transportCallOf({ row }: DemoShipment, step: Step) {
  const { conveyance, mode, sequence, facility } = step;
  const isShip = mode === "VESSEL" && conveyance !== null;
  // A vessel event needs an IMO number. For road transport the voyage field holds the vehicle.
  const vessel = isShip && {
    vesselIMONumber: conveyance.imo,
    vesselName: conveyance.name,
    ...(step.reporter === "carrier"
      ? { vesselOperatorCarrierCode: row.carrier_code, vesselOperatorCarrierCodeListProvider: "NMFTA" }
      : {}),
  };
  return {
    transportCallID: uuidOf([row.house_number, step.place, sequence].join("|")),
    ...(sequence === null ? {} : { transportCallSequenceNumber: sequence }),
    ...("UNLocationCode" in whereOf(step) ? whereOf(step) : {}),
    ...(facility ? { facilityTypeCode: facility } : {}),
    modeOfTransport: mode ?? "TRUCK",
    ...(conveyance ? { exportVoyageNumber: isShip ? conveyance.voyage : conveyance.name } : {}),
    ...(vessel ? { vessel } : {}),
  };
}

function version2(shipment: DemoShipment, news: News, eventID: string) {
  const { step, classifier, at, reportedAt, boxNumber, reason } = news;
  const { row } = shipment;
  const isTransport = step.code === "DEPA" || step.code === "ARRI";
  const isCarrier = step.reporter === "carrier";
  const hasCall = isTransport || isCarrier || step.mode !== null;
  return {
    eventID,
    eventCreatedDateTime: reportedAt.toISOString(),
    eventType: isTransport ? "TRANSPORT" : "EQUIPMENT",
    eventClassifierCode: classifier,
    eventDateTime: localTime(at, step.place),
    ...(isTransport ? { transportEventTypeCode: step.code } : { equipmentEventTypeCode: step.code }),
    ...(reason ? { delayReasonCode: reason.code, changeRemark: reason.remark } : {}),
    ...(boxNumber ? { equipmentReference: boxNumber, ISOEquipmentCode: shipment.boxType ?? "45G1" } : {}),
    ...(isTransport ? {} : { emptyIndicatorCode: step.emptyIndicator ?? "LADEN" }),
    ...(isTransport && "UNLocationCode" in whereOf(step) ? {} : { eventLocation: whereOf(step) }),
    ...(hasCall ? { transportCall: transportCallOf(shipment, step) } : {}),
    documentReferences: isCarrier
      ? [
          { documentReferenceType: "BKG", documentReferenceValue: row.booking_number },
          { documentReferenceType: "TRD", documentReferenceValue: row.master_number },
        ]
      : [],
    references: [
      ...(isCarrier ? [] : [{ referenceType: "FF", referenceValue: row.house_number }]),
      ...(boxNumber ? [{ referenceType: "EQ", referenceValue: boxNumber }] : []),
    ],
  };
}

function version3(shipment: DemoShipment, news: News, eventID: string) {
  const { step, classifier, at, reportedAt, boxNumber, reason } = news;
  const { row } = shipment;
  const isTransport = step.code === "DEPA" || step.code === "ARRI";
  const isCarrier = step.reporter === "carrier";
  const { conveyance } = step;
  return {
    eventID,
    eventRouting: {
      originatingParty: isCarrier
        ? { partyCode: row.carrier_code, codeListProvider: "NMFTA", partyFunction: "CA" }
        : { partyCode: FORWARDER, codeListProvider: "ZZZ", partyFunction: "FW" },
    },
    eventDateTime: localTime(at, step.place),
    eventUpdatedDateTime: reportedAt.toISOString(),
    eventLocation: {
      ...whereOf(step),
      ...(step.facility ? { facilityTypeCode: step.facility } : {}),
    },
    eventClassification: {
      eventTypeCode: isTransport ? "TRANSPORT" : "EQUIPMENT",
      eventClassifierCode: classifier,
      ...(isTransport ? { transportEventTypeCode: step.code } : { equipmentEventTypeCode: step.code }),
      ...(reason ? { delayReasonCode: reason.code, changeRemark: reason.remark } : {}),
    },
    shipmentDetails: isCarrier
      ? {
          documentReference: { typeCode: "BKG", reference: row.booking_number },
          additionalDocumentReferences: [{ typeCode: "TRD", reference: row.master_number }],
        }
      : { documentReference: { typeCode: "FF", reference: row.house_number } },
    ...(isTransport
      ? {}
      : {
          equipmentDetails: {
            ...(boxNumber
              ? {
                  equipmentReference: boxNumber,
                  ISOEquipmentCode: shipment.boxType ?? "45G1",
                }
              : {}),
            ...(step.emptyIndicator ? { emptyIndicatorCode: step.emptyIndicator } : {}),
          },
        }),
    ...(step.mode === null
      ? {}
      : {
          transportDetails: {
            transportCall: {
              ...(step.sequence === null ? {} : { transportCallSequenceNumber: step.sequence }),
              modeOfTransport: step.mode,
              ...(step.mode === "VESSEL" && conveyance
                ? {
                    exportVoyageNumberOrReference: { carrierVoyageNumber: conveyance.voyage },
                    vesselTransport: { vesselIMONumber: conveyance.imo, vesselName: conveyance.name },
                  }
                : {}),
            },
          },
        }),
  };
}

/** Local time at a place with its offset. */
function localTime(at: Date, place: string): string {
  const zone = zoneOf(place);
  return `${formatInstant(at, zone)!.replace(" ", "T")}${offsetOf(at, zone)}`;
}

function uuidOf(name: string): string {
  const hex = createHash("sha1").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
