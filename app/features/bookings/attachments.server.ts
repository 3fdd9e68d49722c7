import { data, redirect } from "react-router";
import { answerFor, type Visit } from "#app/access/visit.server.ts";
import {
  attachmentDownload,
  attachmentRemove,
  attachmentUpload,
  type BookingDetailData,
  bookingDetail,
} from "#app/contract/booking.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { wireId } from "#app/contract/wire.ts";
import { formatInstant, wireToInstant } from "#app/lib/date-time.ts";
import { formatNumber } from "#app/lib/money.ts";
import { callForFile, callWithBody } from "#app/upstream/client.server.ts";
import { UpstreamRefused, UpstreamUnavailable } from "#app/upstream/error.ts";
import { attachmentsHref, detailHref } from "./booking-fields.ts";

/** The files of a booking, and what may be done with them. */
export interface AttachmentsView {
  bookingId: string;
  files: { id: string; name: string; about: string; href: string }[];
  canAdd: boolean;
  canRemove: boolean;
  /** How many more fit. */
  room: number;
  /** Stated before a file is chosen. */
  limits: string;
}

const MEGABYTE = 1024 * 1024;

export function attachmentsView(
  booking: Pick<BookingDetailData, "id" | "status" | "attachments">,
  { t, language, timeZone }: Visit,
  canWrite: boolean,
): AttachmentsView {
  const { id, status, attachments } = booking;
  const size = (bytes: number) =>
    bytes < MEGABYTE
      ? `${formatNumber(String(Math.max(1, Math.round(bytes / 1024))), language)} KB`
      : `${formatNumber((bytes / MEGABYTE).toFixed(1), language)} MB`;
  return {
    bookingId: id,
    files: attachments.map((file) => ({
      id: file.id,
      name: file.fileName,
      about: `${size(file.size)} · ${formatInstant(wireToInstant(file.uploadedAt), timeZone ?? "+08:00") ?? ""}`,
      href: `/booking/attachment/${id}/${file.id}`,
    })),
    canAdd: canWrite && (status === "DRAFT" || status === "SUBMITTED"),
    canRemove: canWrite && status === "DRAFT",
    room: LIMITS.attachments - attachments.length,
    limits: t("bookings:attachments.limits", {
      count: LIMITS.attachments,
      size: LIMITS.attachmentBytes / MEGABYTE,
    }),
  };
}

/** The same section on a page of its own, to which a form without scripts comes back. */
export async function loadAttachments(visit: Visit, id: string) {
  const booking = await visit.read(bookingDetail, { id });
  return {
    title: visit.t("bookings:attachments.title", { number: booking.bookingNumber }),
    view: attachmentsView(booking, visit, true),
    back: { href: detailHref(id), label: visit.t("bookings:decision.back") },
  };
}

/** What became of the files of one form. */
export interface UploadReply {
  /** How many were taken. */
  taken: number;
  refused: { fileName: string; message: string }[];
  /** Why none was taken. */
  fault: string | null;
}

/**
 * Passes the posted form on to the provider while it arrives; nothing of it is held here. The first field of the form is
 * the booking's `id`; the key stands in the address, since the form is not read.
 */
export async function passUploadOn(
  visit: Visit,
  request: Request,
  url: URL,
): Promise<{ reply: UploadReply; status: number }> {
  const none = (fault: string, status: number) => ({ reply: { taken: 0, refused: [], fault }, status });
  const contentType = request.headers.get("content-type") ?? "";
  if (!request.body || !contentType.startsWith("multipart/form-data"))
    return none(visit.t("errors:formUnreadable"), 415);
  try {
    const { attachments, refused } = await callWithBody(
      attachmentUpload,
      { stream: request.body, contentType, length: request.headers.get("content-length") },
      visit.caller,
      { key: url.searchParams.get("requestId") ?? undefined },
    );
    return {
      reply: { taken: attachments.length, refused, fault: null },
      status: refused.length > 0 ? 400 : 200,
    };
  } catch (error) {
    if (error instanceof UpstreamRefused)
      return none(
        error.fields[0]?.message ?? (error.message || "Error"),
        error.code === CODE_CONFLICT ? 409 : 400,
      );
    if (error instanceof UpstreamUnavailable)
      return none(visit.t(`bookings:attachments.${error.reason}`), 503);
    throw answerFor(error);
  }
}

/** A form of the page without scripts: files, or the removal of one. */
export async function handleAttachments(visit: Visit, id: string, request: Request, url: URL) {
  const isUpload = (request.headers.get("content-type") ?? "").startsWith("multipart/form-data");
  if (isUpload) {
    const { reply, status } = await passUploadOn(visit, request, url);
    if (status !== 200) return data<UploadReply>(reply, { status });
    if (reply.taken > 0) visit.session.flash({ kind: "success", key: "attachmentsAdded" });
    return redirect(`${detailHref(id)}#attachments`);
  }
  const form = await request.formData();
  const attachmentId = String(form.get("attachmentId"));
  if (!wireId.safeParse(attachmentId).success) return redirect(attachmentsHref(id));
  const result = await visit.write(
    attachmentRemove,
    { id, attachmentId },
    { key: String(form.get("requestId")) },
  );
  if (!result.isDone) {
    const { kind, code, message } = result.fault;
    const status = kind === "unavailable" ? 503 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
    return data<UploadReply>({ taken: 0, refused: [], fault: message }, { status });
  }
  visit.session.flash({ kind: "success", key: "attachmentRemoved" });
  return redirect(`${detailHref(id)}#attachments`);
}

/** One file, passed on as it arrives, to be kept and never shown in place. */
export async function attachmentFile(visit: Visit, id: string, attachmentId: string): Promise<Response> {
  if (![id, attachmentId].every((each) => wireId.safeParse(each).success)) throw redirect("/404");
  try {
    const file = await callForFile(attachmentDownload, { id, attachmentId }, visit.caller);
    const given = file.contentDisposition;
    return new Response(file.body, {
      headers: {
        "content-type": file.contentType,
        "content-disposition": given?.startsWith("attachment") ? given : "attachment",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    if (error instanceof UpstreamRefused && error.code === CODE_NOT_FOUND) throw redirect("/404");
    throw answerFor(error);
  }
}
