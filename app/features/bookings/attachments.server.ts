import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { fileFacts } from "#app/components/file-facts.server.ts";
import { type BookingDetailData, bookingDetail } from "#app/contract/booking.ts";
import { attachmentDownload, attachmentRemove, attachmentUpload } from "#app/contract/booking-attachment.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import { attachmentsHref, detailHref } from "./booking-fields.ts";

/** The files of a booking and the possible actions. */
export interface AttachmentsView {
  bookingId: string;
  files: { id: string; name: string; about: string; href: string }[];
  canAdd: boolean;
  canRemove: boolean;
  /** Number of further files that may be added. */
  room: number;
  /** Shown before a file is chosen. */
  limits: string;
}

export function attachmentsView(
  booking: Pick<BookingDetailData, "id" | "status" | "attachments">,
  visit: Visit,
  canWrite: boolean,
): AttachmentsView {
  const { id, status, attachments } = booking;
  return {
    bookingId: id,
    files: attachments.map((file) => ({
      id: file.id,
      name: file.fileName,
      about: fileFacts(file, visit, [visit.stamp(file.uploadedAt)]),
      href: href("/booking/attachment/:id/:attachmentId", { id, attachmentId: file.id }),
    })),
    canAdd: canWrite && (status === "DRAFT" || status === "SUBMITTED"),
    canRemove: canWrite && status === "DRAFT",
    room: LIMITS.attachments - attachments.length,
    limits: visit.t("bookings:attachments.limits", {
      count: LIMITS.attachments,
      size: LIMITS.attachmentBytes / MEGABYTE,
    }),
  };
}

/** The same section on a page of its own, for forms without scripts. */
export async function loadAttachments(visit: Visit, id: string) {
  const booking = await visit.read(bookingDetail, { id });
  return {
    title: visit.t("bookings:attachments.title", { number: booking.bookingNumber }),
    view: attachmentsView(booking, visit, true),
    back: { href: detailHref(id), label: visit.t("bookings:decision.back") },
  };
}

/** Result of uploading the files of one form. */
export interface UploadReply {
  /** Number of accepted files. */
  taken: number;
  refused: { fileName: string; message: string }[];
  /** Why no file was accepted. */
  fault: string | null;
}

/**
 * Streams the posted form to the provider. The first field of the form is the booking's `id`; the request id
 * is in the URL, because the form is not parsed here.
 */
export async function passUploadOn(
  visit: Visit,
  request: Request,
  url: URL,
): Promise<{ reply: UploadReply; status: number }> {
  const result = await visit.forwardForm(attachmentUpload, request, {
    key: url.searchParams.get("requestId") ?? undefined,
    textOf: (reason) => visit.t(`bookings:attachments.${reason}`),
  });
  if (!result.isDone) {
    const { kind, code, fields, message } = result.fault;
    const status =
      kind === "unavailable" ? 503 : code === null ? 415 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
    return { reply: { taken: 0, refused: [], fault: fields[0]?.message ?? message }, status };
  }
  const { attachments, refused } = result.data ?? { attachments: [null], refused: [] };
  return {
    reply: { taken: attachments.length, refused, fault: null },
    status: refused.length > 0 ? 400 : 200,
  };
}

/** Handles a form of the page without scripts: an upload, or the removal of a file. */
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
  if (!addressId.safeParse(attachmentId).success) return redirect(attachmentsHref(id));
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

/** One file as a stream; browsers save it and never display it. */
export async function attachmentFile(visit: Visit, id: string, attachmentId: string): Promise<Response> {
  if (![id, attachmentId].every((each) => addressId.safeParse(each).success)) throw redirect(href("/404"));
  return visit.file(attachmentDownload, { id, attachmentId });
}
