import { data, href, redirect } from "react-router";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { actionName } from "#app/components/operation-log.server.ts";
import { bookingDetail } from "#app/contract/booking.ts";
import { bookingAnswerChange, bookingAskBack, bookingDecide } from "#app/contract/booking-desk.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { CARRIER_BOOKING_MAX } from "#app/contract/freight-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { deskBookingHref } from "../booking-fields.ts";
import { type BookingDetailView, bookingView } from "../detail.server.ts";
import { type CarrierMessageView, loadCarrierMessage } from "./carrier-message.server.ts";

/** What a person of the desk can press on the page of a booking. */
const deskIntents = ["accept", "confirm", "askBack", "decline", "grant", "refuse"] as const;
export type DeskIntent = (typeof deskIntents)[number];

export interface DeskBookingView extends BookingDetailView {
  version: number;
  company: string;
  /** Of accept, confirm, ask back and decline, what the state allows. */
  intents: DeskIntent[];
  changes: {
    id: string;
    who: string;
    at: Line;
    kind: string;
    text: string;
    answer: { title: Line; text: string; by: Line } | null;
  }[];
  shipment: { href: string; label: string } | null;
  makeHref: string | null;
  message: CarrierMessageView | null;
}

export async function loadDeskBooking(visit: Visit, rights: Rights, id: string): Promise<DeskBookingView> {
  const booking = await visit.read(bookingDetail, { id });
  const { t } = visit;
  const base = bookingView(visit, rights, booking);
  const allowed = (["accept", "confirm", "decline"] as const).filter((each) =>
    booking.actions.includes(each),
  );
  const isMade = booking.status === "ACCEPTED" || booking.status === "CONFIRMED";
  return {
    ...base,
    heading: t("desk-booking:title", { number: booking.bookingNumber }),
    links: base.links.filter(({ text }) => text !== booking.shipment?.houseNumber),
    actions: [],
    version: booking.version,
    company: booking.company?.name ?? "",
    intents: [...allowed, ...(booking.status === "SUBMITTED" ? (["askBack"] as const) : [])],
    changes: booking.changeRequests.map((request, index) => ({
      ...base.requests[index]!,
      id: request.id,
      answer: request.answer && {
        ...base.requests[index]!.answer!,
        by: visit.dated(request.answer?.at, (time) =>
          t("desk-booking:change.answeredBy", { name: request.answer?.by ?? "", time }),
        ),
      },
    })),
    shipment: booking.shipment && {
      href: href("/freightForwarder/shipment/:id", { id: booking.shipment.id }),
      label: t("desk-booking:shipment.open", { number: booking.shipment.houseNumber }),
    },
    makeHref:
      isMade && !booking.shipment ? withQuery(href("/freightForwarder/shipmentMake"), { booking: id }) : null,
    message: await loadCarrierMessage(visit, booking),
  };
}

/** Shown again after an answer that was refused; what was typed is kept. */
export interface DeskReply {
  intent: DeskIntent;
  /** On top of the page. */
  fault: string | null;
  fieldFault: string | null;
  typed: { text: string; changeId: string };
  requestId: string | null;
}

const TEXT_MAX: Record<DeskIntent, number> = {
  accept: 0,
  confirm: CARRIER_BOOKING_MAX,
  askBack: 1_000,
  decline: 500,
  grant: 1_000,
  refuse: 1_000,
};

const done = {
  accept: "desk-booking:accepted",
  confirm: "desk-booking:confirmed",
  askBack: "desk-booking:askedBack",
  decline: "desk-booking:declined",
  grant: "desk-booking:changeAnswered",
  refuse: "desk-booking:changeAnswered",
} as const;

/** Does what was pressed, once and for the version that was shown; 409 says who was faster. */
export async function answerBooking(visit: Visit, id: string, form: FormData) {
  const intent = deskIntents.find((each) => each === form.get("intent")) ?? "accept";
  const typed = { text: String(form.get("text") ?? ""), changeId: String(form.get("change") ?? "") };
  const text = typed.text.trim();
  const key = String(form.get("requestId"));
  const again = (faults: { fault?: string; field?: string }, status: number, isUnknown = false) =>
    data<DeskReply>(
      {
        intent,
        typed,
        fault: faults.fault ?? null,
        fieldFault: faults.field ?? null,
        requestId: isUnknown ? key : null,
      },
      { status },
    );
  if (intent !== "accept" && text === "") return again({ field: visit.t("shell:form.empty") }, 400);
  if (text.length > TEXT_MAX[intent])
    return again({ field: visit.t("shell:form.tooLong", { max: TEXT_MAX[intent] }) }, 400);
  const result = await send(visit, { ...typed, intent, id, text, version: form.get("version") }, key);
  if (result.isDone) {
    visit.session.flash({ kind: "success", key: done[intent] });
    return redirect(deskBookingHref(id));
  }
  const { fault } = result;
  if (fault.code === CODE_CONFLICT) return again({ fault: await meanwhile(visit, id, fault) }, 409);
  if (fault.kind === "unavailable") return again({ fault: fault.message }, 503, true);
  const field = fault.fields[0]?.message;
  return again(field ? { field } : { fault: fault.message }, 400);
}

function send(
  visit: Visit,
  replyParts: {
    intent: DeskIntent;
    id: string;
    text: string;
    changeId: string;
    version: FormDataEntryValue | null;
  },
  key: string,
) {
  const { intent, id, text, changeId: requestId } = replyParts;
  const version = Number(replyParts.version) || 0;
  if (intent === "grant" || intent === "refuse") {
    const isGranted = intent === "grant" ? "true" : "false";
    return visit.write(bookingAnswerChange, { id, requestId, isGranted, text }, { key });
  }
  if (intent === "askBack") return visit.write(bookingAskBack, { id, version, text }, { key });
  const words = { decline: { reason: text }, confirm: { carrierBookingNumber: text }, accept: {} }[intent];
  return visit.write(bookingDecide, { id, version, action: intent, ...words }, { key });
}

/** Who did what in between, out of the log. */
async function meanwhile(visit: Visit, id: string, fault: WriteFault): Promise<string> {
  const { log } = await visit.read(bookingDetail, { id });
  const last = log.at(-1);
  if (!last) return fault.message;
  const { t } = visit;
  return t("desk-booking:meanwhile", {
    actor: last.actor,
    action: actionName(t, last.action),
    time: visit.stamp(last.at),
  });
}
