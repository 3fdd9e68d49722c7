import { data, href, redirect } from "react-router";
import { z } from "zod";
import { withoutUnseenPrices } from "#app/access/charges.ts";
import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import {
  type BookingDetailData,
  bookingChangeState,
  bookingDetail,
  bookingRequestChange,
  bookingSaveDraft,
  bookingSubmit,
  bookingUpdate,
} from "#app/contract/booking.ts";
import { templateSave } from "#app/contract/booking-template.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { type BookingAction, changeKinds, LIMITS } from "#app/contract/freight-code.ts";
import { type BookingStatus, needsCustomerService } from "#app/lib/booking-state.ts";
import type { Line } from "#app/lib/moment.ts";
import { formatMoney } from "#app/lib/money.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type AttachmentsView, attachmentsView } from "./attachments.server.ts";
import { decisionHref, detailHref, formPaths, reviewHref, TEMPLATES } from "./booking-fields.ts";
import { type ContentSection, contentSections, loggedField } from "./content-view.server.ts";
import { bookingStatusLabel } from "./labels.server.ts";
import { canWriteBooking, newBookingHref } from "./permission.ts";
import { warningTexts } from "./review.server.ts";

const CHANGE_MAX = 1_000;

interface ActionLink {
  href: string;
  label: string;
  kind: "primary" | "secondary" | "danger";
}

export interface BookingDetailView {
  id: string;
  heading: string;
  status: BookingStatus;
  statusLabel: string;
  lane: string;
  facts: [label: string, text: Line][];
  links: { label: string; text: string; href: string | null }[];
  actions: ActionLink[];
  warnings: string[];
  sections: ContentSection[];
  attachments: AttachmentsView;
  /**
   * From accepted on (product 4.2): a note about what can no longer be changed online, and whether the reader
   * may request it.
   */
  service: { advice: string; canAsk: boolean } | null;
  requests: {
    who: string;
    at: Line;
    kind: string;
    text: string;
    answer: { title: Line; text: string } | null;
  }[];
  canSaveTemplate: boolean;
  log: LogView;
  zone: string;
}

/** One booking in the reader's language, zone and rights. Throws as `visit.read`. */
export async function loadBookingDetail(
  visit: Visit,
  rights: Rights,
  id: string,
): Promise<BookingDetailView> {
  return bookingView(visit, rights, await visit.read(bookingDetail, { id }));
}

/** What a page shows of a booking that was read. */
export function bookingView(visit: Visit, rights: Rights, read: BookingDetailData): BookingDetailView {
  const booking = withoutUnseenPrices(rights, read);
  const { t } = visit;
  const { id, status, content } = booking;
  const lane = booking.lane ?? content;
  const canWrite = canWriteBooking(rights, booking.quote !== null);
  const newHref = newBookingHref(rights);
  const isOpen = status === "DRAFT" || status === "SUBMITTED";
  const customerService = content.customerService || t("bookings:detail.service.anybody");
  return {
    id,
    heading: t("bookings:title.detail", { number: booking.bookingNumber }),
    status,
    statusLabel: bookingStatusLabel(t, status),
    lane: lane.origin || lane.destination ? `${lane.origin || "…"} → ${lane.destination || "…"}` : "",
    facts: factsOf(booking, visit),
    links: linksOf(booking, rights, visit),
    actions: canWrite ? actionsOf(booking, newHref, visit) : [],
    warnings: isOpen ? warningTexts(content, visit) : [],
    sections: contentSections({ ...content, ...booking.lane }, visit),
    attachments: attachmentsView(booking, visit, canWrite),
    service: needsCustomerService(status)
      ? {
          advice: t("bookings:detail.service.advice", { name: customerService }),
          canAsk: canWrite && visit.offers(bookingRequestChange),
        }
      : null,
    requests: booking.changeRequests.map(({ kind, text, askedBy, askedAt, answer }) => ({
      who: askedBy,
      at: visit.time(askedAt),
      kind: t(`bookings:detail.service.kind.${kind}`),
      text,
      answer: answer && {
        title: visit.dated(
          answer.at,
          (time) => `${t(`bookings:detail.service.${answer.isGranted ? "granted" : "refused"}`)} · ${time}`,
        ),
        text: answer.text,
      },
    })),
    canSaveTemplate: newHref !== null && visit.offers(templateSave),
    log: logView(booking.log, {
      t,
      zone: visit.zone,
      fieldOf: (path) => loggedField(path, visit),
    }),
    zone: visit.clock.zoneName,
  };
}

function factsOf(booking: BookingDetailData, visit: Visit): BookingDetailView["facts"] {
  const { t, language } = visit;
  const { bookingPrice: price } = booking;
  const by = (name: string) => (time: string) => `${time} · ${name}`;
  const facts: BookingDetailView["facts"] = [
    [t("bookings:detail.carrierBookingNumber"), booking.carrierBookingNumber ?? ""],
    [t("bookings:detail.price"), price ? (formatMoney(price.amount, price.currency, language) ?? "") : ""],
    [t("bookings:detail.created"), visit.dated(booking.createdAt, by(booking.createdBy))],
    [t("bookings:detail.updated"), visit.dated(booking.updatedAt, by(booking.updatedBy))],
    [t("bookings:detail.submitted"), visit.time(booking.submittedAt)],
  ];
  return facts.filter(([, text]) => text !== "");
}

function linksOf({ quote, shipment }: BookingDetailData, rights: Rights, { t }: Visit) {
  const links: BookingDetailView["links"] = [];
  if (quote) {
    const path = href("/quote/detail");
    links.push({
      label: t("bookings:detail.quote"),
      text: quote.quoteNumber,
      href: isPathAllowed(rights, path) ? withQuery(path, { id: quote.id }) : null,
    });
  }
  if (shipment) {
    const path = href("/shipments/detail/:id", { id: shipment.id });
    links.push({
      label: t("bookings:detail.shipment"),
      text: shipment.houseNumber,
      href: isPathAllowed(rights, path) ? path : null,
    });
  }
  return links;
}

const actionCalls: Partial<Record<BookingAction, Endpoint>> = {
  saveDraft: bookingSaveDraft,
  submit: bookingSubmit,
  update: bookingUpdate,
  amend: bookingUpdate,
  recall: bookingChangeState,
  cancel: bookingChangeState,
};

/** The buttons that the provider allows (`actions`), and a copy for people who may create bookings. */
function actionsOf(booking: BookingDetailData, newHref: string | null, visit: Visit): ActionLink[] {
  const { id } = booking;
  const { t } = visit;
  const actions = booking.actions.filter(
    (action) => !actionCalls[action] || visit.offers(actionCalls[action]),
  );
  const form = `${formPaths.add}?id=${id}`;
  const link = (href: string, label: string, kind: ActionLink["kind"] = "secondary") => ({
    href,
    label,
    kind,
  });
  const links: ActionLink[] = [];
  if (actions.includes("submit"))
    links.push(link(reviewHref(id), t("bookings:detail.action.review"), "primary"));
  if (actions.includes("saveDraft")) links.push(link(form, t("bookings:detail.action.edit")));
  if (actions.includes("update")) links.push(link(form, t("bookings:detail.action.update"), "primary"));
  if (actions.includes("amend")) links.push(link(`${form}&as=amend`, t("bookings:detail.action.amend")));
  if (actions.includes("recall"))
    links.push(link(decisionHref("recall", id), t("bookings:detail.action.recall")));
  if (newHref) links.push(link(`${newHref}?copy=${id}`, t("bookings:detail.action.copy")));
  if (actions.includes("cancel"))
    links.push(link(decisionHref("cancel", id), t("bookings:detail.action.cancel"), "danger"));
  return links;
}

/** Shown again after a refused change request or template. */
export interface DetailReply {
  intent: "requestChange" | "saveTemplate";
  fault: string;
  typed: { kind: string; text: string; name: string };
  requestId: string | null;
}

/** Requests a change from customer service, or saves the booking as a template. */
export async function handleDetail(visit: Visit, id: string, form: FormData) {
  const typed = {
    kind: String(form.get("kind") ?? ""),
    text: String(form.get("text") ?? ""),
    name: String(form.get("name") ?? ""),
  };
  const key = String(form.get("requestId"));
  const intent = form.get("intent") === "saveTemplate" ? "saveTemplate" : "requestChange";
  const again = (fault: string, status: number, requestId: string | null = null) =>
    data<DetailReply>({ intent, fault, typed, requestId }, { status });
  const refused = ({ kind, code, message, fields }: WriteFault) => {
    const isUnknown = kind === "unavailable";
    const status = isUnknown ? 503 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
    return again(fields[0]?.message ?? message, status, isUnknown ? key : null);
  };
  if (intent === "saveTemplate") {
    const name = typed.name.trim();
    if (name === "") return again(visit.t("shell:form.empty"), 400);
    if (name.length > LIMITS.templateName)
      return again(visit.t("shell:form.tooLong", { max: LIMITS.templateName }), 400);
    const { content } = await visit.read(bookingDetail, { id });
    const result = await visit.write(templateSave, { id: null, version: null, name, content }, { key });
    if (!result.isDone) return refused(result.fault);
    visit.session.flash({ kind: "success", key: "templateSaved" });
    return redirect(TEMPLATES);
  }
  const kind = z.enum(changeKinds).safeParse(typed.kind);
  const text = typed.text.trim();
  if (!kind.success) return again(visit.t("bookings:detail.service.chooseKind"), 400);
  if (text === "") return again(visit.t("shell:form.empty"), 400);
  if (text.length > CHANGE_MAX) return again(visit.t("shell:form.tooLong", { max: CHANGE_MAX }), 400);
  const result = await visit.write(bookingRequestChange, { id, kind: kind.data, text }, { key });
  if (!result.isDone) return refused(result.fault);
  visit.session.flash({ kind: "success", key: "changeRequested" });
  return redirect(`${detailHref(id)}#requests`);
}
