import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { saveFormChange } from "#app/components/begun-form.server.ts";
import type { BegunConflict } from "#app/components/begun-form.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { bookingOptions } from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { CARRIER_BOOKING_MAX, equipmentTypes } from "#app/contract/freight-code.ts";
import {
  type JobMode,
  loadTypes,
  PACKAGE_MAX,
  packageTypes,
  paymentTypes,
  type ServiceType,
  serviceLevels,
  serviceTypes,
} from "#app/contract/shipment-code.ts";
import {
  type DeskShipmentFields,
  SHIPMENT_CONTAINERS_MAX,
  shipmentChange,
  shipmentDesk,
  shipmentMadeConflict,
  shipmentMake,
  shipmentStart,
} from "#app/contract/shipment-desk.ts";
import { addressId } from "#app/contract/wire.ts";
import { incoterms } from "#app/lib/incoterms.ts";
import type { Translate } from "#app/locales/translation.ts";
import {
  loadTypeLabel,
  packageTypeLabel,
  paymentTypeLabel,
  serviceLevelLabel,
  serviceTypeLabel,
} from "../labels.server.ts";
import { type NumberKind, numberWarning, WARNED } from "./number-warning.ts";
import { changeHref, deskShipmentHref, makeHref } from "./paths.ts";

/** Which shipment the form is of: one that is not made yet, or one to change. */
export type FormSubject = { booking: string } | { shipment: string };

export function subjectIn(search: URLSearchParams): FormSubject | null {
  const id = (name: string) => addressId.safeParse(search.get(name)).data;
  const [booking, shipment] = [id("booking"), id("shipment")];
  if (shipment) return { shipment };
  return booking ? { booking } : null;
}

const _subjectHref = (subject: FormSubject): string =>
  "booking" in subject ? makeHref(subject.booking) : changeHref(subject.shipment);

type Choices = [value: string, label: string][];

/** A day and, where it is known, the hour. */
interface Hours {
  etdTime: string;
  etaTime: string;
}

export type ShipmentFormFields = Omit<DeskShipmentFields, "containers"> &
  Hours & {
    containers: Partial<DeskShipmentFields["containers"][number]>[];
    reason?: string;
  };

export interface ShipmentStart {
  title: string;
  /** Whose it is, and of which booking. */
  lead: string;
  mode: JobMode;
  fields: ShipmentFormFields;
  required: string[];
  /** Version of a change. */
  version: number | null;
  choices: Record<
    "carrier" | "serviceType" | "serviceLevel" | "loadType" | "incoterms" | "paymentType" | "packageType",
    Choices
  > & { containerType: Choices };
  /** Orders of the booking, which come along. */
  orders: string[];
  /** Leads back. */
  back: string;
  /** The shipment that there is already. */
  made: { href: string; label: string } | null;
}

export async function shipmentFormStart(visit: Visit, subject: FormSubject): Promise<ShipmentStart> {
  const { t } = visit;
  if ("booking" in subject) {
    const start = await visit.read(shipmentStart, { bookingId: subject.booking });
    return {
      title: t("desk-shipment:make.title", { number: start.bookingNumber }),
      lead: t("desk-shipment:make.lead", { company: start.company, number: start.bookingNumber }),
      mode: start.mode,
      fields: formFields(start.fields),
      version: null,
      required: requiredFields(shipmentSchema(t, false)),
      choices: await choicesOf(visit, start.mode, start.fields),
      orders: start.orderLines.map(({ poNumber, skuNumber, pieces }) =>
        [poNumber, skuNumber, pieces].filter(Boolean).join(" · "),
      ),
      back: href("/freightForwarder/booking/:id", { id: subject.booking }),
      made: start.made && madeLink(start.made, t),
    };
  }
  const deskShipment = await visit.read(shipmentDesk, { id: subject.shipment });
  return {
    title: t("desk-shipment:change.title", { number: deskShipment.houseNumber }),
    lead: t("desk-shipment:change.lead", { company: deskShipment.company }),
    mode: deskShipment.mode,
    fields: formFields(deskShipment.fields),
    version: deskShipment.version,
    required: requiredFields(shipmentSchema(t, true)),
    choices: await choicesOf(visit, deskShipment.mode, deskShipment.fields),
    orders: [],
    back: deskShipmentHref(subject.shipment),
    made: null,
  };
}

function formFields(fields: DeskShipmentFields): ShipmentFormFields {
  const [etd = "", etdTime = ""] = fields.etd.split(/[T ]/);
  const [eta = "", etaTime = ""] = fields.eta.split(/[T ]/);
  const containers = fields.containers.length > 0 ? fields.containers : [{}];
  return { ...fields, etd, etdTime, eta, etaTime, containers };
}

/** An hour without its day is refused by the provider at the field of the day. */
function joinHours<Fields extends Hours & { etd: string; eta: string }>(
  fields: Fields,
): Omit<Fields, keyof Hours> {
  const { etdTime, etaTime, ...rest } = fields;
  const joined = (day: string, time: string) => [day, time].filter(Boolean).join(" ");
  return { ...rest, etd: joined(fields.etd, etdTime), eta: joined(fields.eta, etaTime) };
}

const madeLink = ({ id, houseNumber }: { id: string; houseNumber: string }, t: Translate) => ({
  href: deskShipmentHref(id),
  label: t("desk-shipment:make.made", { number: houseNumber }),
});

/** A shipment that came from another system may hold a code or word that no list has: it stays to be chosen. */
const withPresent = (choices: Choices, present: readonly string[]): Choices => [
  ...choices,
  ...[...new Set(present)]
    .filter((value) => value !== "" && !choices.some(([known]) => known === value))
    .map((value): Choices[number] => [value, value]),
];

async function choicesOf(
  visit: Visit,
  mode: JobMode,
  { packageType, containers }: DeskShipmentFields,
): Promise<ShipmentStart["choices"]> {
  const { t } = visit;
  const { carriers } = await visit.read(bookingOptions, {});
  const served: readonly ServiceType[] =
    mode === "AIR" ? ["DTD", "DTA", "ATA", "ATD"] : ["DTD", "DTP", "PTP", "PTD"];
  const none: Choices[number] = ["", t("desk-shipment:choose")];
  return {
    carrier: [
      none,
      ...carriers
        .filter((each) => each.mode === mode)
        .map(({ code, name }): Choices[number] => [code, `${name} (${code})`]),
    ],
    serviceType: serviceTypes
      .filter((type) => served.includes(type))
      .map((type) => [type, serviceTypeLabel(t, type)]),
    serviceLevel: serviceLevels.map((level) => [level, serviceLevelLabel(t, level)]),
    loadType: loadTypes.map((type) => [type, loadTypeLabel(t, type)]),
    incoterms: [none, ...incoterms.map((term): Choices[number] => [term, t(`freight:incoterm.${term}`)])],
    paymentType: paymentTypes.map((type) => [type, paymentTypeLabel(t, type)]),
    packageType: withPresent(
      packageTypes.map((type) => [type, packageTypeLabel(t, type)]),
      [packageType],
    ),
    containerType: withPresent(
      [none, ...equipmentTypes.map((type): Choices[number] => [type, t(`freight:equipment.${type}`)])],
      containers.map(({ containerType }) => containerType),
    ),
  };
}

/** What the form itself judges: what is missing or too long; all else is the provider's. */
function shipmentSchema(t: Translate, isChange: boolean) {
  const empty = t("shell:form.empty");
  const text = (max: number) => z.string().trim().max(max, t("shell:form.tooLong", { max })).default("");
  const needed = (max: number) =>
    z.string({ error: empty }).trim().min(1, empty).max(max, t("shell:form.tooLong", { max }));
  const container = z.object({
    containerNumber: text(20),
    containerType: text(10),
    sealNumber: text(50),
    pieces: text(20),
    grossWeightKg: text(20),
    volumeCbm: text(20),
  });
  return z.object({
    houseNumber: needed(50),
    masterNumber: text(50),
    carrierBookingNumber: text(CARRIER_BOOKING_MAX),
    carrierCode: text(10),
    vesselImo: text(20),
    vesselName: text(100),
    voyage: text(50),
    flightNumber: text(20),
    placeOfReceipt: text(100),
    portOfDeparture: needed(100),
    portOfArrival: needed(100),
    portOfFinalArrival: text(100),
    etd: text(20),
    etdTime: text(10),
    eta: text(20),
    etaTime: text(10),
    serviceType: z.enum(serviceTypes, { error: empty }),
    serviceLevel: z.enum(serviceLevels, { error: empty }),
    loadType: z.enum(loadTypes, { error: empty }),
    incoterms: needed(3),
    paymentType: z.enum(paymentTypes, { error: empty }),
    pieces: needed(20),
    packageType: needed(PACKAGE_MAX),
    grossWeightKg: needed(20),
    volumeCbm: needed(20),
    containers: z.array(container).max(SHIPMENT_CONTAINERS_MAX).default([]),
    reason: isChange ? needed(500) : text(500),
  });
}

export interface ShipmentReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  /** The shipment that somebody else has made of the booking meanwhile. */
  made: { href: string; label: string } | null;
  conflict?: BegunConflict;
}

/** Names and values of the fields as people read them. */
function shownField({ t }: Visit, choices: ShipmentStart["choices"]) {
  return (name: string) => {
    const field = name as keyof DeskShipmentFields | keyof Hours;
    const known = new Map(Object.values(choices).flat());
    if (field === "containers") return { label: t("desk-shipment:section.containers") };
    return { label: t(`desk-shipment:field.${field}`), shown: (text: string) => known.get(text) ?? text };
  };
}

/** Makes or changes the shipment, once; what was typed is kept when it is refused. */
export async function saveShipment(visit: Visit, subject: FormSubject, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  // A row was added or removed without a script.
  if (typed.status !== "success")
    return data<ShipmentReply>({ reply: typed.reply(), requestId: null, made: null });
  return "booking" in subject
    ? makeShipment(visit, subject.booking, form)
    : changeShipment(visit, subject.shipment, form);
}

async function makeShipment(visit: Visit, bookingId: string, form: FormData) {
  const submission = parseWithZod(form, { schema: shipmentSchema(visit.t, false) });
  if (submission.status !== "success") return shownAgain(invalid(submission));
  if (hasUnwarned(submission.value, form)) return warnedFirst(visit, submission);
  const { reason: _, ...typed } = submission.value;
  const fields = joinHours(typed);
  const key = String(form.get("requestId"));
  const result = await visit.write(shipmentMake, { bookingId, fields }, { key });
  if (!result.isDone) return shownAgain(faulty(submission, result.fault), madeMeanwhile(visit, result.fault));
  visit.session.flash({ kind: "success", key: "desk-shipment:made", number: fields.houseNumber });
  return redirect(result.data ? deskShipmentHref(result.data.id) : makeHref(bookingId));
}

/** What was not touched stays as it is stored now. */
async function changeShipment(visit: Visit, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: shipmentSchema(visit.t, true) });
  if (submission.status === "success" && hasUnwarned(submission.value, form))
    return warnedFirst(visit, submission);
  const deskShipment = await visit.read(shipmentDesk, { id });
  const key = String(form.get("requestId"));
  const saved = await saveFormChange({
    visit,
    form,
    schema: shipmentSchema(visit.t, true),
    stored: { ...formFields(deskShipment.fields) },
    version: deskShipment.version,
    write: ({ reason, ...fields }, version) =>
      visit.write(shipmentChange, { id, version, reason, fields: joinHours(fields) }, { key }),
    field: async (name) =>
      shownField(visit, await choicesOf(visit, deskShipment.mode, deskShipment.fields))(name),
  });
  if ("answer" in saved) return shownAgain(saved.answer);
  const number = String(form.get("houseNumber") ?? "").trim();
  visit.session.flash({ kind: "success", key: "desk-shipment:changed", number });
  return redirect(deskShipmentHref(id));
}

/** Whether a number is odd whose warning the person has not seen, as without scripts. */
function hasUnwarned(
  { masterNumber, vesselImo, containers }: z.output<ReturnType<typeof shipmentSchema>>,
  form: FormData,
): boolean {
  const warned = new Set(form.getAll(WARNED));
  const isUnwarned = (kind: NumberKind, typed: string) =>
    typed !== "" && !warned.has(typed) && numberWarning(kind, typed) !== null;
  return (
    (form.get("mode") === "AIR" && isUnwarned("waybill", masterNumber)) ||
    isUnwarned("vessel", vesselImo) ||
    containers.some(({ containerNumber }) => isUnwarned("container", containerNumber))
  );
}

/** The form again, whose fields now show their warnings. */
function warnedFirst<Schema, Value>({ t }: Visit, submission: Submission<Schema, string[], Value>) {
  const reply = submission.reply({ formErrors: [t("desk-shipment:warning.again")] });
  return data<ShipmentReply>({ reply, requestId: null, made: null }, { status: 400 });
}

const shownAgain = (
  { data: answer, init }: { data: Omit<ShipmentReply, "made">; init: ResponseInit | null },
  made: ShipmentReply["made"] = null,
) => data<ShipmentReply>({ ...answer, made }, init ?? undefined);

function madeMeanwhile({ t }: Visit, fault: WriteFault): ShipmentReply["made"] {
  const conflict = fault.code === CODE_CONFLICT ? shipmentMadeConflict.safeParse(fault.data) : null;
  return conflict?.success ? madeLink(conflict.data.made, t) : null;
}
