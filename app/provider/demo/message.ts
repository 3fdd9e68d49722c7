import { createHash } from "node:crypto";
import { formatInstant, HOUR_MS, MINUTE_MS, offsetOf } from "#app/lib/date-time.ts";
import { type Step, zoneOf } from "./journey.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";

/** These publish Track & Trace 3.0, the others 2.2. */
const publishesVersion3 = new Set(["MAEU", "MSCU", "HLCU", "ONEY", "HDMU"]);
/** Equipment events that version 2.2 does not know. */
const sinceVersion3 = new Set(["CUSR", "AVPU"]);
const FORWARDER = "FLD";

type Classifier = "PLN" | "EST" | "ACT";

/** One thing told of one step, before it is put in the words of a format. */
interface News {
  step: Step;
  classifier: Classifier;
  at: Date;
  toldAt: Date;
  boxNumber: string | null;
  reason: { code: string; remark: string } | null;
}

/** What goes wrong with the news of a shipment, on purpose: the portal has to bear it. */
export interface Fault {
  /** Nothing is told of the last so many days. */
  silentDays?: number;
  /** The actual of this step is never told, though later ones are. */
  missing?: (step: Step) => boolean;
  /** An estimate of the last step reached comes hours after its actual. */
  hasLateEstimate?: boolean;
  /** The last message comes a second time, word for word. */
  isRepeated?: boolean;
  /** The number of a box is put right then: what was told of it is told again. */
  corrected?: { at: Date; wrong: string; right: string };
}

/** A message, and when it is told. */
export interface Telling {
  toldAt: Date;
  message: unknown;
}

/** How long after the seeding the news that a silent carrier owes come in. */
const SILENCE_ENDS_HOURS = 26;

/**
 * Every message of a shipment, those of its future too, in the order told, in the formats in which carriers and
 * airlines publish: Track & Trace 2.2 and 3.0 and air status updates, and the forwarder's own milestones. The plan comes
 * with the booking; slips are told with their reason when they become known, arrivals again at each departure; what has
 * happened, some hours later. What goes wrong goes wrong up to `today`.
 */
export function tellingsOf(
  shipment: DemoShipment,
  random: Random,
  today: Date,
  fault: Fault = {},
): Telling[] {
  const silentFrom = new Date(today.getTime() - (fault.silentDays ?? 0) * 24 * HOUR_MS);
  const silenceEnds = new Date(today.getTime() + SILENCE_ENDS_HOURS * HOUR_MS);
  const all = newsOf(shipment, random)
    .filter(({ step }) => !shipment.isCoLoaded || step.teller === "forwarder")
    .filter((news) => news.classifier !== "ACT" || !fault.missing?.(news.step))
    .map((news) =>
      news.toldAt > silentFrom && news.toldAt <= today ? { ...news, toldAt: silenceEnds } : news,
    )
    .flatMap((news) => correctedNews(news, fault))
    .sort((a, b) => a.toldAt.getTime() - b.toldAt.getTime());
  const told = all.filter((news) => news.toldAt <= today);
  const ahead = all.filter((news) => news.toldAt > today);
  const lastActual = told.findLast((news) => news.classifier === "ACT");
  if (fault.hasLateEstimate && lastActual) {
    const { step, at, toldAt, boxNumber } = lastActual;
    told.push({
      step,
      classifier: "EST",
      at: new Date(at.getTime() + 9 * HOUR_MS),
      toldAt: new Date(Math.min(toldAt.getTime() + 5 * HOUR_MS, today.getTime())),
      boxNumber,
      reason: null,
    });
  }
  const tellings = [...told, ...ahead].map((news, index) => ({
    toldAt: news.toldAt,
    message: messageOf(shipment, news, index),
  }));
  const last = tellings[told.length - 1];
  if (fault.isRepeated && last) tellings.splice(told.length, 0, structuredClone(last));
  return tellings;
}

function correctedNews(news: News, { corrected }: Fault): News[] {
  if (!corrected || news.boxNumber !== corrected.wrong) return [news];
  const right = { ...news, boxNumber: corrected.right };
  if (news.toldAt >= corrected.at) return [right];
  return [news, { ...right, toldAt: corrected.at }];
}

function newsOf(
  { index: number, journey, marks, bookedAt, boxNumbers, isCoLoaded }: DemoShipment,
  random: Random,
): News[] {
  const { steps, slips } = journey;
  const clerk = createRandom(4_000_000 + number);
  const news: News[] = [];
  const plannedAt = new Date(bookedAt.getTime() + random.int(2 * 60, 20 * 60) * MINUTE_MS);
  for (const step of steps) {
    news.push({
      step,
      classifier: "PLN",
      at: step.planned,
      toldAt: plannedAt,
      boxNumber: null,
      reason: null,
    });
  }
  const expect = (index: number, toldAt: Date, reason: News["reason"] = null) => {
    const step = steps[index]!;
    const error = Math.min(3, (step.actual.getTime() - toldAt.getTime()) / HOUR_MS / 24);
    const at = new Date(step.actual.getTime() + Math.round(random.next() * error) * HOUR_MS);
    if (toldAt < step.actual) news.push({ step, classifier: "EST", at, toldAt, boxNumber: null, reason });
  };
  for (const { from, knownAt, reason } of slips) {
    const toldAt = new Date(Math.max(knownAt.getTime(), plannedAt.getTime() + HOUR_MS));
    for (let index = from; index < steps.length; index++) {
      // A later slip is not known yet: what it moves is held to the plan moved by this one.
      if (slips.some((slip) => slip.from > from && index >= slip.from)) break;
      expect(index, toldAt, index === from ? reason : null);
    }
  }
  const arrivals = steps.flatMap((step, index) =>
    step.code === "ARRI" || step.code === "ARR" ? [index] : [],
  );
  // Nobody tells of a step before the one in front of it is told.
  let lastTold = 0;
  const toldOf = new Map<Step, number>();
  for (const [index, step] of steps.entries()) {
    const lag = random.int(8, step.vocabulary === "IMP" ? 90 : 420) * MINUTE_MS;
    const before = steps[index - 1]?.actual.getTime() ?? 0;
    if (step.code === "DEPA" || step.code === "DEP") {
      const next = arrivals.find((arrival) => arrival > index);
      const ahead = slips.some(
        (slip) => slip.from > index && slip.knownAt > step.actual && slip.from <= (next ?? 0),
      );
      if (next !== undefined && !ahead) expect(next, new Date(step.actual.getTime() + lag + 5 * MINUTE_MS));
    }
    const boxes = step.isPerContainer && boxNumbers.length > 0 ? boxNumbers : [null];
    for (const [box, boxNumber] of boxes.entries()) {
      // The last box of several makes the step.
      const early = step.actual.getTime() - (boxes.length - 1 - box) * 25 * MINUTE_MS;
      const at = new Date(Math.max(early, Math.min(before + (5 + box) * MINUTE_MS, step.actual.getTime())));
      lastTold = Math.max(lastTold + MINUTE_MS, at.getTime() + lag + box * 5 * MINUTE_MS);
      news.push({
        step,
        classifier: "ACT",
        at,
        toldAt: new Date(lastTold),
        boxNumber,
        reason: null,
      });
    }
    toldOf.set(step, lastTold);
  }
  for (const step of marks) {
    const at = step.actual.getTime();
    const front = steps.findLast(({ actual }) => actual <= step.actual);
    // Of a box that another house began, the carrier tells that house.
    const known = (front && (isCoLoaded ? front.actual.getTime() + LAG_MAX_MS : toldOf.get(front))) ?? 0;
    const told = Math.max(at + clerk.int(5, 90) * MINUTE_MS, known + 5 * MINUTE_MS);
    const toldAt = step.code === "BOOK" ? step.actual : new Date(told);
    news.push({ step, classifier: "ACT", at: step.actual, toldAt, boxNumber: null, reason: null });
  }
  return news;
}

const LAG_MAX_MS = 8 * HOUR_MS;

function messageOf(shipment: DemoShipment, news: News, index: number): unknown {
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
