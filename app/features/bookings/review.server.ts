import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { fieldName } from "#app/components/field-name.server.ts";
import { type BookingDetailData, bookingDetail, bookingSubmit } from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { bookingFaults, bookingWarnings } from "#app/lib/booking-check.ts";
import { formatDay } from "#app/lib/date-time.ts";
import { checkedFormHref, detailHref } from "./booking-fields.ts";
import { type ContentSection, contentSections, pathLabel } from "./content-view.server.ts";

/** The review before submission: all content read-only, faults and warnings. */
export interface ReviewView {
  id: string;
  bookingNumber: string;
  version: number;
  sections: ContentSection[];
  /** Faults that prevent submission: the field's label and the fault. */
  faults: { label: string; text: string; href: string }[];
  warnings: string[];
  attachments: string[];
}

export async function loadReview(visit: Visit, id: string): Promise<ReviewView> {
  const booking = await visit.read(bookingDetail, { id });
  if (!booking.actions.includes("submit")) throw redirect(detailHref(id));
  return {
    id,
    bookingNumber: booking.bookingNumber,
    version: booking.version,
    sections: contentSections(booking.content, visit),
    faults: faultTexts(booking.content, visit).map(({ path, text }) => faultOf(id, path, text, visit.t)),
    warnings: warningTexts(booking.content, visit),
    attachments: booking.attachments.map((attachment) => attachment.fileName),
  };
}

type AnyText = (key: string, values?: Record<string, unknown>) => string;

function faultOf(id: string, path: string, text: string, t: Visit["t"]): ReviewView["faults"][number] {
  return { label: pathLabel(path, t), text, href: checkedFormHref(id, fieldName(path)) };
}

/** Faults of a submission in the reader's language, for the review and for the form's fields. */
export function faultTexts(
  content: BookingDetailData["content"],
  { t }: Visit,
): { path: string; text: string }[] {
  const text = t as unknown as AnyText;
  return bookingFaults(content).map(({ path, rule, values }) => {
    const other = typeof values.other === "string" ? pathLabel(values.other, t) : undefined;
    return { path, text: text(`freight:fault.${rule}`, { ...values, ...(other ? { other } : {}) }) };
  });
}

/** Warnings in the reader's language; also shown on the booking's detail. */
export function warningTexts(content: BookingDetailData["content"], visit: Visit): string[] {
  const text = visit.t as unknown as AnyText;
  const today = formatDay(new Date(), visit.zone) ?? "";
  return bookingWarnings(content, today).map(({ kind, path, values }) =>
    text(`bookings:warning.${kind}`, { ...values, field: pathLabel(path, visit.t) }),
  );
}

/** Submits the stored content in the version that was reviewed. */
export async function handleReview(visit: Visit, form: FormData) {
  const id = String(form.get("id"));
  const version = Number(form.get("version"));
  const key = String(form.get("requestId"));
  const result = await visit.write(bookingSubmit, { id, version }, { key });
  if (result.isDone) {
    visit.session.flash({ kind: "success", key: "bookingSubmitted" });
    return redirect(detailHref(id));
  }
  const { fault } = result;
  const faults = fault.fields.map(({ path, message }) => faultOf(id, path, message, visit.t));
  const status = fault.code === CODE_CONFLICT ? 409 : fault.kind === "unavailable" ? 503 : 400;
  return data(
    { message: fault.message, faults, requestId: fault.kind === "unavailable" ? key : null },
    { status },
  );
}
