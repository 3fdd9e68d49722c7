import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import type { BookingDetailData } from "#app/contract/booking.ts";
import {
  type CarrierBookingData,
  type CarrierBookingStatus,
  carrierBooking,
  carrierBookingAct,
  carrierBookingSend,
} from "#app/contract/booking-carrier.ts";
import type { Line } from "#app/lib/moment.ts";
import { deskBookingHref } from "../booking-fields.ts";

export interface CarrierMessageView {
  id: string;
  text: string;
  lacking: string | null;
  /** Null when it cannot be sent now. */
  form: { carriers: [string, string][]; proposed: string } | null;
  sends: {
    id: string;
    status: CarrierBookingStatus;
    title: string;
    facts: Line[];
    warnings: string[];
    answer: string | null;
    /** What can be pressed. */
    actions: ("retry" | "stop")[];
  }[];
}

/** The message of a booking by sea and what became of it; null for any other, and for a provider without such messages. */
export async function loadCarrierMessage(
  visit: Visit,
  { id }: BookingDetailData,
): Promise<CarrierMessageView | null> {
  const read = await visit.readOptional(carrierBooking, { id });
  if (!read?.message) return null;
  const { t } = visit;
  // The number of the contract is asked for when it is sent.
  const names = read.lacking.filter((name) => name !== CONTRACT);
  const named = ({ name, code }: { name: string; code: string }) => t("desk-booking:send.to", { name, code });
  return {
    id,
    text: read.message,
    lacking: names.length > 0 ? t("desk-booking:dcsa.lacking", { names: names.join(", ") }) : null,
    form:
      read.carriers.length > 0
        ? { carriers: read.carriers.map((each) => [each.code, named(each)]), proposed: read.proposed }
        : null,
    sends: read.sends.map((each) => ({
      id: each.id,
      status: each.status,
      title: named(each.carrier),
      answer: each.answer,
      facts: factsOf(visit, each),
      warnings: warningsOf(visit, each),
      actions: actionsOf(each),
    })),
  };
}

const CONTRACT = "serviceContractReference";

type Sent = CarrierBookingData["sends"][number];

function factsOf({ t, dated }: Visit, sent: Sent): Line[] {
  return [
    sent.carrierReference && t("desk-booking:send.reference", { reference: sent.carrierReference }),
    t("desk-booking:send.contractOf", { number: sent.contract }),
    dated(sent.askedAt, (time) => t("desk-booking:send.asked", { name: sent.askedBy, time })),
    sent.attempts > 0 && t("desk-booking:send.attempts", { count: sent.attempts }),
    sent.isUnderWay
      ? t("desk-booking:send.underWay")
      : sent.status === "WAITING" && dated(sent.nextAt, (time) => t("desk-booking:send.next", { time })),
    sent.endedAt && dated(sent.endedAt, (time) => t("desk-booking:send.ended", { time })),
  ].flatMap((fact) => fact || []);
}

function warningsOf({ t }: Visit, { problem, httpStatus, status, isCurrent }: Sent): string[] {
  const isKnown = status === "SENT" || status === "WAITING";
  return [
    ...(problem ? [t(`desk-booking:send.problem.${problem}`, { status: httpStatus ?? "" })] : []),
    ...(isKnown && !isCurrent ? [t("desk-booking:send.outdated")] : []),
  ];
}

function actionsOf({ status, isUnderWay, isCurrent }: Sent): ("retry" | "stop")[] {
  if (isUnderWay) return [];
  if (status === "WAITING") return ["retry", "stop"];
  return status === "FAILED" && isCurrent ? ["retry"] : [];
}

/** Shown again after something that was refused. */
export interface CarrierReply {
  fault: string | null;
  faults: Record<string, string>;
  carrierCode: string;
  contract: string;
  requestId: string | null;
}

const intents = ["send", "retry", "stop"];
export const isAboutCarrier = (form: FormData) => intents.includes(String(form.get("intent")));

const done = {
  send: "desk-booking:sending",
  retry: "desk-booking:retrying",
  stop: "desk-booking:stopped",
} as const;

/** Sends the booking to a carrier, tries again, or stops that. */
export async function handleCarrierMessage(visit: Visit, id: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const key = text("requestId");
  const intent = text("intent") as keyof typeof done;
  const typed = { carrierCode: text("carrierCode"), contract: text("contract") };
  const again = (faults: Record<string, string>) =>
    data<CarrierReply>({ ...typed, faults, fault: null, requestId: null }, { status: 400 });
  const refused = (fault: WriteFault) => {
    const { status, requestId } = standingOf(fault, key);
    const faults = Object.fromEntries(fault.fields.map(({ path, message }) => [path, message]));
    const problem = fault.fields.length > 0 ? null : fault.message;
    return data<CarrierReply>({ ...typed, faults, fault: problem, requestId }, { status });
  };
  if (intent === "send") {
    const faults = sendFaults(visit, typed);
    if (Object.keys(faults).length > 0) return again(faults);
    const version = Number(text("version")) || 0;
    const result = await visit.write(carrierBookingSend, { id, version, ...typed }, { key });
    if (!result.isDone) return refused(result.fault);
  } else {
    const sendId = /^\d{1,18}$/.test(text("send")) ? text("send") : "0";
    const result = await visit.write(carrierBookingAct, { id, sendId, action: intent }, { key });
    if (!result.isDone) return refused(result.fault);
  }
  visit.session.flash({ kind: "success", key: done[intent] });
  return redirect(deskBookingHref(id));
}

const CONTRACT_MAX = 30;

function sendFaults(visit: Visit, typed: { carrierCode: string; contract: string }): Record<string, string> {
  const faults: Record<string, string> = {};
  if (typed.carrierCode === "") faults.carrierCode = visit.t("shell:form.empty");
  if (typed.carrierCode.length > 10) faults.carrierCode = visit.t("shell:form.format");
  if (typed.contract === "") faults.contract = visit.t("shell:form.empty");
  if (typed.contract.length > CONTRACT_MAX)
    faults.contract = visit.t("shell:form.tooLong", { max: CONTRACT_MAX });
  return faults;
}
