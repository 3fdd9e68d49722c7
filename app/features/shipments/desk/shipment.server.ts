import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { STORED_EVENT_ID_MAX } from "#app/contract/event.ts";
import { eventUnmatch } from "#app/contract/event-desk.ts";
import { freeTimeTypes, holdKinds, statementSources } from "#app/contract/free-time-code.ts";
import { eventClassifiers, type ShipmentStatus } from "#app/contract/shipment-code.ts";
import { type DeskEvent, eventEnter, freeTimeEnter, shipmentDesk } from "#app/contract/shipment-desk.ts";
import { formatInstant, isDay, parseWire, WIRE_ZONE } from "#app/lib/date-time.ts";
import { enteredKinds } from "#app/lib/milestones/entered.ts";
import type { Line } from "#app/lib/moment.ts";
import type { Translate } from "#app/locales/translation.ts";
import { milestoneLabel, placeLabel, statusLabel } from "../labels.server.ts";
import { type MatchedView, type MergedView, matchedView, mergedViews } from "./past.server.ts";
import { correctHref, deskShipmentHref } from "./paths.ts";

export interface DeskEventView {
  key: string;
  milestone: string;
  kind: string;
  time: string;
  place: string;
  source: string;
  remark: string;
  reason: string | null;
  /** Of one that was replaced. */
  replacedAt: Line | null;
  correctHref: string;
  correctLabel: string;
}

type Choices = [value: string, label: string][];

/** The event that the form corrects; null: it adds one. */
interface CorrectedView {
  eventId: string;
  version: string;
  milestone: string;
  fields: Record<EventFieldName, string>;
}

const eventFieldNames = [
  "code",
  "classifier",
  "day",
  "time",
  "place",
  "containerNumber",
  "remark",
  "reason",
] as const;
export type EventFieldName = (typeof eventFieldNames)[number];

/** Keys of `desk-shipment`. */
type FactLabel =
  | `fact.${"customer" | "booking" | "lane" | "dates" | "carriage" | "containers"}`
  | `field.${"masterNumber" | "carrierBookingNumber"}`;

export interface DeskShipmentView {
  id: string;
  heading: string;
  houseNumber: string;
  status: ShipmentStatus;
  statusLabel: string;
  facts: { label: FactLabel; text: string; href: string | null }[];
  events: DeskEventView[];
  replaced: DeskEventView[];
  corrected: CorrectedView | null;
  milestones: Choices;
  classifiers: Choices;
  containers: string[];
  log: LogView;
  matched: MatchedView[];
  merged: MergedView[];
}

/** @param correct id of the event to correct */
export async function loadDeskShipment(
  visit: Visit,
  id: string,
  correct: string | null,
): Promise<DeskShipmentView> {
  const deskShipment = await visit.read(shipmentDesk, { id });
  const { t } = visit;
  const { fields } = deskShipment;
  const current = deskShipment.current ?? fields;
  const view = (event: DeskEvent) => eventView(event, id, visit);
  const corrected = deskShipment.events.find((event) => event.id === correct) ?? null;
  const facts: DeskShipmentView["facts"] = [
    { label: "fact.customer", text: deskShipment.company, href: null },
    {
      label: "fact.booking",
      text: deskShipment.booking?.bookingNumber ?? "",
      href: deskShipment.booking?.id
        ? href("/freightForwarder/booking/:id", { id: deskShipment.booking.id })
        : null,
    },
    { label: "field.masterNumber", text: fields.masterNumber, href: null },
    { label: "field.carrierBookingNumber", text: fields.carrierBookingNumber, href: null },
    {
      label: "fact.lane",
      text: [fields.portOfDeparture, fields.portOfArrival, fields.portOfFinalArrival]
        .filter(Boolean)
        .join(" → "),
      href: null,
    },
    {
      label: "fact.dates",
      text: [current.etd, current.eta].map((time) => time.replace("T", " ") || "…").join(" → "),
      href: null,
    },
    {
      label: "fact.carriage",
      text: [fields.carrierCode, current.vesselName, current.voyage, current.flightNumber]
        .filter(Boolean)
        .join(" · "),
      href: null,
    },
    {
      label: "fact.containers",
      text: fields.containers.map(({ containerNumber }) => containerNumber).join(", "),
      href: null,
    },
  ];
  return {
    id: deskShipment.id,
    heading: t("desk-shipment:title", { number: deskShipment.houseNumber }),
    houseNumber: deskShipment.houseNumber,
    status: deskShipment.status,
    statusLabel: statusLabel(t, deskShipment.status),
    facts: facts.filter(({ text }) => text !== ""),
    events: deskShipment.events.map(view),
    replaced: deskShipment.replaced.map(view),
    corrected: corrected && correctedView(corrected, t),
    milestones: Object.entries(enteredKinds(deskShipment.mode)).map(([kind, { mode }]) => [
      kind,
      milestoneLabel(t, { kind, mode }),
    ]),
    classifiers: eventClassifiers.map((kind) => [kind, t(`milestones:classifier.${kind}`)]),
    containers: fields.containers.map(({ containerNumber }) => containerNumber),
    log: logView(deskShipment.log, {
      t,
      zone: visit.zone,
      fieldOf: (path) => loggedField(path, t),
    }),
    matched: deskShipment.events.flatMap((event) =>
      event.matchedBy === null
        ? []
        : matchedView(visit, event, { milestone: nameOf(event, t), time: localTime(event) }),
    ),
    merged: mergedViews(visit, deskShipment.merged),
  };
}

const nameOf = ({ code, emptyIndicator, mode, vocabulary }: DeskEvent, t: Translate): string => {
  const kind = vocabulary === "DCSA" && emptyIndicator ? `${code}_${emptyIndicator}` : code;
  const label = milestoneLabel(t, { kind, mode });
  return label === kind ? milestoneLabel(t, { kind: code, mode }) : label;
};

/** In the time of the place, to the minute; a day where nothing finer is known. */
function localTime({ at, place }: DeskEvent): string {
  const time = parseWire(at);
  if (!time) return "";
  return time.isDayOnly ? at : (formatInstant(time.at, place?.timeZone ?? WIRE_ZONE)?.slice(0, 16) ?? "");
}

function eventView(event: DeskEvent, shipmentId: string, visit: Visit): DeskEventView {
  const { t } = visit;
  const milestone = nameOf(event, t);
  const time = localTime(event);
  const { enteredBy, containerNumber, replacedAt, source } = event;
  return {
    key: `${event.id} ${event.version}`,
    milestone: containerNumber
      ? `${milestone} · ${t("desk-shipment:event.container", { number: containerNumber })}`
      : milestone,
    kind: t(`milestones:classifier.${event.classifier}`),
    time,
    place: event.place ? placeLabel(event.place) : (event.facility ?? ""),
    source: enteredBy ? t("desk-shipment:event.enteredBy", { source, name: enteredBy }) : source,
    remark: event.remark ?? "",
    reason: event.reason && t("desk-shipment:event.reason", { reason: event.reason }),
    replacedAt:
      replacedAt && visit.dated(replacedAt, (time) => t("desk-shipment:event.replacedAt", { time })),
    correctHref: correctHref(shipmentId, event.id),
    correctLabel: t("desk-shipment:event.correctNamed", { milestone, time }),
  };
}

function correctedView(event: DeskEvent, t: Translate): CorrectedView {
  const [day = "", time = ""] = localTime(event).split(" ");
  return {
    eventId: event.id,
    version: event.version,
    milestone: nameOf(event, t),
    fields: {
      code: event.code,
      classifier: event.classifier,
      day,
      time,
      place: event.place ? placeLabel(event.place) : "",
      containerNumber: event.containerNumber ?? "",
      remark: event.remark ?? "",
      reason: "",
    },
  };
}

const loggedNames = ["houseNumber", "masterNumber", "carrierBookingNumber", "etd", "eta"] as const;

/** Names of fields in the shipment's log that no booking has. */
function loggedField(path: string, t: Translate) {
  const own = loggedNames.find((name) => name === path);
  return own ? { label: t(`desk-shipment:field.${own}`), value: (text: string) => text } : null;
}

export interface DeskShipmentReply {
  intent: "event" | "freeTime" | "unmatch";
  fault: string | null;
  /** By the name of the field. */
  faults: Record<string, string>;
  typed: Record<string, string>;
  /** Names of the holds. */
  holds: string[];
  requestId: string | null;
}

/** Adds or corrects an event, or states free time; what was typed is kept when it is refused. */
export async function handleDeskShipment(visit: Visit, id: string, form: FormData) {
  if (form.get("intent") === "unmatch") return unmatch(visit, id, form);
  return form.get("intent") === "freeTime" ? stateFreeTime(visit, id, form) : sendEvent(visit, id, form);
}

const textIn = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

function refused(
  visit: Visit,
  intent: DeskShipmentReply["intent"],
  form: FormData,
  fault: WriteFault | Record<string, string>,
) {
  const typed: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && name !== "requestId") typed[name] = value;
  const reply = { intent, typed, holds: form.getAll("holds").map(String), fault: null, requestId: null };
  if (!("kind" in fault && typeof fault.kind === "string" && "fields" in fault))
    return data<DeskShipmentReply>({ ...reply, faults: fault as Record<string, string> }, { status: 400 });
  const { kind, code, message, fields } = fault as WriteFault;
  const faults = Object.fromEntries(
    fields.map(({ path, message: text }) => [path === "at" ? "day" : path.replace(/^event\./, ""), text]),
  );
  const isUnknown = kind === "unavailable";
  const status = isUnknown ? 503 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
  return data<DeskShipmentReply>(
    {
      ...reply,
      faults,
      fault: fields.length > 0 ? null : message || visit.t("errors:error"),
      requestId: isUnknown ? String(form.get("requestId")) : null,
    },
    { status },
  );
}

async function unmatch(visit: Visit, id: string, form: FormData) {
  const eventId = textIn(form, "event").slice(0, STORED_EVENT_ID_MAX) || "-";
  const input = { shipmentId: id, eventId };
  const result = await visit.write(eventUnmatch, input, { key: String(form.get("requestId")) });
  if (!result.isDone) return refused(visit, "unmatch", form, result.fault);
  visit.session.flash({ kind: "success", key: "desk-shipment:unmatched" });
  return redirect(deskShipmentHref(id));
}

const LONGEST: Partial<Record<EventFieldName, number>> = { place: 100, remark: 1_000, reason: 500 };

async function sendEvent(visit: Visit, id: string, form: FormData) {
  const { t } = visit;
  const typed = Object.fromEntries(eventFieldNames.map((name) => [name, textIn(form, name)])) as Record<
    EventFieldName,
    string
  >;
  const eventId = textIn(form, "eventId");
  const empty = t("shell:form.empty");
  const faults: Record<string, string> = {};
  const classifier = eventClassifiers.find((each) => each === typed.classifier);
  if (typed.code === "" || typed.code.length > 10) faults.code = empty;
  if (!classifier) faults.classifier = empty;
  if (!isDay(typed.day)) faults.day = typed.day ? t("shell:form.format") : empty;
  if (!/^(\d{2}:\d{2})?(:\d{2})?$/.test(typed.time)) faults.time = t("shell:form.format");
  if (typed.containerNumber.length > 20) faults.containerNumber = t("shell:form.tooLong", { max: 20 });
  for (const name of ["place", "remark", "reason"] as const) {
    const max = LONGEST[name] ?? 0;
    if (typed[name].length > max) faults[name] = t("shell:form.tooLong", { max });
  }
  if (eventId !== "" && typed.reason === "") faults.reason = empty;
  if (Object.keys(faults).length > 0 || !classifier) return refused(visit, "event", form, faults);
  const { code, day, time, place, containerNumber, remark, reason } = typed;
  const at = time ? `${day}T${time}` : day;
  const event = { code, classifier, place, at, containerNumber, remark };
  const corrects = eventId ? { eventId, version: textIn(form, "version"), reason } : null;
  const key = String(form.get("requestId"));
  const result = await visit.write(eventEnter, { shipmentId: id, event, corrects }, { key });
  if (!result.isDone) return refused(visit, "event", form, result.fault);
  visit.session.flash({
    kind: "success",
    key: corrects ? "desk-shipment:eventCorrected" : "desk-shipment:eventAdded",
  });
  return redirect(deskShipmentHref(id));
}

const freeTimeSchema = z.object({
  kind: z.enum(freeTimeTypes),
  source: z.enum(statementSources),
  holds: z.array(z.enum(holdKinds)),
});

async function stateFreeTime(visit: Visit, id: string, form: FormData) {
  const { t } = visit;
  const chosen = freeTimeSchema.safeParse({
    kind: form.get("kind"),
    source: form.get("source"),
    holds: form.getAll("holds"),
  });
  const containerNumber = textIn(form, "containerNumber");
  const lastFreeDay = textIn(form, "lastFreeDay");
  const faults: Record<string, string> = {};
  if (containerNumber.length < 4 || containerNumber.length > 20)
    faults.containerNumber = t("shell:form.empty");
  if (lastFreeDay !== "" && !z.iso.date().safeParse(lastFreeDay).success)
    faults.lastFreeDay = t("shell:form.format");
  if (!chosen.success) faults.kind = t("shell:form.empty");
  if (Object.keys(faults).length > 0 || !chosen.success) return refused(visit, "freeTime", form, faults);
  const result = await visit.write(
    freeTimeEnter,
    { shipmentId: id, containerNumber, ...chosen.data, lastFreeDay: lastFreeDay || null },
    { key: String(form.get("requestId")) },
  );
  if (!result.isDone) return refused(visit, "freeTime", form, result.fault);
  visit.session.flash({ kind: "success", key: "desk-shipment:freeTimeStated" });
  return redirect(deskShipmentHref(id));
}
