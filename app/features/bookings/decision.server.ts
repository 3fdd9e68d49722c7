import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { actionName } from "#app/components/operation-log.server.ts";
import { bookingChangeState, bookingDetail } from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { type BookingStatus, needsCustomerService } from "#app/lib/booking-state.ts";
import { type BookingDecision, detailHref } from "./booking-fields.ts";
import { bookingStatusLabel } from "./labels.server.ts";

/** Recall and cancel have a confirmation page of their own, so that they need no script. */
export interface BookingDecisionView {
  id: string;
  version: number;
  title: string;
  question: string;
  text: string;
  status: BookingStatus;
  statusLabel: string;
  /** Label of the button; null when the action is no longer possible, and `notes` give the present state. */
  confirm: string | null;
  isDanger: boolean;
  notes: string[];
  back: { href: string; label: string };
}

export async function loadDecision(
  visit: Visit,
  decision: BookingDecision,
  id: string,
): Promise<BookingDecisionView> {
  const booking = await visit.read(bookingDetail, { id });
  const { t } = visit;
  const { status, bookingNumber: number, log } = booking;
  const isOpen = booking.actions.includes(decision);
  const last = log.at(-1);
  const time = visit.stamp(last?.at);
  const notes = [
    needsCustomerService(status) ? t("bookings:decision.customerService") : t("bookings:decision.closed"),
    ...(last
      ? [t("bookings:decision.last", { actor: last.actor, action: actionName(t, last.action), time })]
      : []),
  ];
  return {
    id,
    version: booking.version,
    title: t(`bookings:decision.${decision}.title`),
    question: t(`bookings:decision.${decision}.question`, { number }),
    text: t(`bookings:decision.${decision}.text`),
    status,
    statusLabel: bookingStatusLabel(t, status),
    confirm: isOpen ? t(`bookings:decision.${decision}.confirm`) : null,
    isDanger: decision === "cancel",
    notes: isOpen ? [] : notes,
    back: { href: detailHref(id), label: t("bookings:decision.back") },
  };
}

export interface DecisionReply {
  fault: string;
  /** Id of a write without an answer: the retry uses the same one. */
  requestId: string | null;
}

/**
 * Does it once, for the version that was shown; or says with 409 why not, with the booking's present state.
 */
export async function decide(visit: Visit, decision: BookingDecision, id: string, form: FormData) {
  const key = String(form.get("requestId"));
  const version = Number(form.get("version")) || 0;
  const result = await visit.write(bookingChangeState, { id, version, action: decision }, { key });
  if (!result.isDone) {
    const { kind, code, message } = result.fault;
    const isUnknown = kind === "unavailable";
    const status = isUnknown ? 503 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
    return data<DecisionReply>({ fault: message, requestId: isUnknown ? key : null }, { status });
  }
  visit.session.flash({
    kind: "success",
    key: decision === "recall" ? "bookingRecalled" : "bookingCancelled",
  });
  return redirect(detailHref(id));
}
