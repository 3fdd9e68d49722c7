import { createHash } from "node:crypto";
import { formatInstant, offsetOf } from "#app/lib/date-time.ts";
import { type Step, zoneOf } from "./journey.ts";
import type { DemoShipment } from "./shipment.ts";

/** These publish Track & Trace 3.0, the others 2.2. */
const publishesVersion3 = new Set(["MAEU", "MSCU", "HLCU", "ONEY", "HDMU"]);
/** Equipment events that version 2.2 does not know. */
const sinceVersion3 = new Set(["CUSR", "AVPU"]);
const FORWARDER = "FLD";

type Classifier = "PLN" | "EST" | "ACT";

/** One thing told of one step, before it is put in the words of a format. */
export interface News {
  step: Step;
  classifier: Classifier;
  at: Date;
  toldAt: Date;
  boxNumber: string | null;
  reason: { code: string; remark: string } | null;
}

export function messageOf(shipment: DemoShipment, news: News, index: number): unknown {
  const { step, boxNumber } = news;
  const subject = step.teller === "carrier" ? shipment.row.master_number : shipment.row.house_number;
  const id = [
    subject,
    step.code,
    step.place,
    step.sequence,
    news.classifier,
    boxNumber,
    news.toldAt.toISOString(),
    index,
  ];
  const eventID = uuidOf(id.join("|"));
  if (step.vocabulary === "HOUSE") return houseMilestone(shipment, news, eventID);
  if (step.vocabulary === "IMP") return airStatus(shipment, news, eventID);
  const carrier = shipment.row.carrier_code!;
  const isVersion3 =
    sinceVersion3.has(step.code) || (step.teller === "carrier" && publishesVersion3.has(carrier));
  return isVersion3 ? version3(shipment, news, eventID) : version2(shipment, news, eventID);
}

function houseMilestone({ row }: DemoShipment, { step, classifier, at, toldAt }: News, eventID: string) {
  return {
    eventID,
    eventCreatedDateTime: toldAt.toISOString(),
    houseNumber: row.house_number,
    houseMilestoneCode: step.code,
    eventClassifierCode: classifier,
    eventDateTime: localTime(at, step.place),
    placeCode: step.place,
    source: FORWARDER,
  };
}

function airStatus(
  { row, standing }: DemoShipment,
  { step, classifier, at, toldAt, reason }: News,
  eventID: string,
) {
  return {
    eventID,
    eventCreatedDateTime: toldAt.toISOString(),
    airWaybillNumber: row.master_number,
    houseNumber: row.house_number,
    statusCode: step.code,
    eventClassifierCode: classifier,
    eventDateTime: localTime(at, step.place),
    station: step.place,
    ...(step.sequence === null ? {} : { sequence: step.sequence }),
    ...(step.conveyance ? { flightNumber: step.conveyance.name } : {}),
    pieces: standing(toldAt).row.pieces,
    ...(reason ? { remark: reason.remark } : {}),
    source: row.carrier_code,
  };
}

/** A truck that comes from an airport: its IATA code is no UN/LOCODE. */
const whereOf = ({ place }: Step) =>
  place.length === 5 ? { UNLocationCode: place } : { locationName: place };

function version2(shipment: DemoShipment, news: News, eventID: string) {
  const { step, classifier, at, toldAt, boxNumber, reason } = news;
  const { row } = shipment;
  const isTransport = step.code === "DEPA" || step.code === "ARRI";
  const isCarrier = step.teller === "carrier";
  const { conveyance } = step;
  const isShip = step.mode === "VESSEL" && conveyance !== null;
  // A vessel is named with its IMO number or not at all: what drives on a road stands where the voyage does.
  const vessel = isShip && {
    vesselIMONumber: conveyance.imo,
    vesselName: conveyance.name,
    ...(isCarrier
      ? { vesselOperatorCarrierCode: row.carrier_code, vesselOperatorCarrierCodeListProvider: "NMFTA" }
      : {}),
  };
  const hasCall = isTransport || isCarrier || step.mode !== null;
  return {
    eventID,
    eventCreatedDateTime: toldAt.toISOString(),
    eventType: isTransport ? "TRANSPORT" : "EQUIPMENT",
    eventClassifierCode: classifier,
    eventDateTime: localTime(at, step.place),
    ...(isTransport ? { transportEventTypeCode: step.code } : { equipmentEventTypeCode: step.code }),
    ...(reason ? { delayReasonCode: reason.code, changeRemark: reason.remark } : {}),
    ...(boxNumber ? { equipmentReference: boxNumber, ISOEquipmentCode: shipment.boxType ?? "45G1" } : {}),
    ...(isTransport ? {} : { emptyIndicatorCode: step.emptyIndicator ?? "LADEN" }),
    ...(isTransport && "UNLocationCode" in whereOf(step) ? {} : { eventLocation: whereOf(step) }),
    ...(hasCall
      ? {
          transportCall: {
            transportCallID: uuidOf([row.house_number, step.place, step.sequence].join("|")),
            ...(step.sequence === null ? {} : { transportCallSequenceNumber: step.sequence }),
            ...("UNLocationCode" in whereOf(step) ? whereOf(step) : {}),
            ...(step.facility ? { facilityTypeCode: step.facility } : {}),
            modeOfTransport: step.mode ?? "TRUCK",
            ...(conveyance ? { exportVoyageNumber: isShip ? conveyance.voyage : conveyance.name } : {}),
            ...(vessel ? { vessel } : {}),
          },
        }
      : {}),
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
  const { step, classifier, at, toldAt, boxNumber, reason } = news;
  const { row } = shipment;
  const isTransport = step.code === "DEPA" || step.code === "ARRI";
  const isCarrier = step.teller === "carrier";
  const { conveyance } = step;
  return {
    eventID,
    eventRouting: {
      originatingParty: isCarrier
        ? { partyCode: row.carrier_code, codeListProvider: "NMFTA", partyFunction: "CA" }
        : { partyCode: FORWARDER, codeListProvider: "ZZZ", partyFunction: "FW" },
    },
    eventDateTime: localTime(at, step.place),
    eventUpdatedDateTime: toldAt.toISOString(),
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

/** A place's own clock with its offset. */
function localTime(at: Date, place: string): string {
  const zone = zoneOf(place);
  return `${formatInstant(at, zone)!.replace(" ", "T")}${offsetOf(at, zone)}`;
}

function uuidOf(name: string): string {
  const hex = createHash("sha1").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
