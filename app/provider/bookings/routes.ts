import * as contract from "#app/contract/booking.ts";
import * as attachment from "#app/contract/booking-attachment.ts";
import { carrierBooking, carrierBookingAct, carrierBookingSend } from "#app/contract/booking-carrier.ts";
import { bookingAnswerChange, bookingAskBack, bookingDecide } from "#app/contract/booking-desk.ts";
import { bookingExport } from "#app/contract/booking-export.ts";
import * as template from "#app/contract/booking-template.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { downloadAttachment, removeAttachment, uploadAttachments } from "./attachments.ts";
import { actOnCarrierBooking, readCarrierBooking, sendToCarrier } from "./carrier-message.ts";
import { requestChange } from "./change-request.ts";
import { answerChangeAndSay, askBack, decideAndSay } from "./desk-answer.ts";
import { readBooking } from "./detail.ts";
import { saveDraft } from "./draft.ts";
import { exportBookings } from "./export.ts";
import { bookings } from "./list.ts";
import { readOptions } from "./options.ts";
import { formButtons, readNeeds as read, startButtons } from "./permission.ts";
import { findByForm, startBooking } from "./start.ts";
import { changeState, submitBooking, updateBooking } from "./submit.ts";
import { listTemplates, readTemplate, removeTemplate, saveTemplate } from "./template.ts";

/** Writing: with REQUESTQUOTE alone only a booking made from a quote (`mayTake`). */
const write = { reach: "write", anyOf: formButtons } as const satisfies Needs;
/** The forwarder's side. */
const answer = { reach: "act", desk: true } as const satisfies Needs;
/** Calls that are needed to start a new booking. */
const start = { reach: "company", anyOf: startButtons } as const satisfies Needs;

/** Product 3.5, 4.2, 5.5. */
export const bookingRoutes: Route[] = [
  handleRead(contract.bookingList, read, bookings.page),
  handleList(bookingExport, read, "bookings", exportBookings),
  handle(contract.bookingDetail, read, readBooking),
  handle(contract.bookingSaveDraft, write, saveDraft),
  handle(contract.bookingSubmit, write, submitBooking),
  handle(contract.bookingUpdate, write, updateBooking),
  handle(contract.bookingChangeState, write, changeState),
  handle(contract.bookingRequestChange, write, requestChange),
  handle(bookingDecide, answer, decideAndSay),
  handle(bookingAskBack, answer, askBack),
  handle(bookingAnswerChange, answer, answerChangeAndSay),
  handle(carrierBooking, { reach: "read", desk: true }, readCarrierBooking),
  handle(carrierBookingSend, answer, sendToCarrier),
  handle(carrierBookingAct, answer, actOnCarrierBooking),
  handle(contract.bookingStart, start, startBooking),
  handle(contract.bookingOfForm, start, findByForm),
  handle(contract.bookingOptions, read, (_, context) => readOptions(context)),
  handle(attachment.attachmentUpload, write, uploadAttachments),
  handle(attachment.attachmentRemove, write, removeAttachment),
  handle(attachment.attachmentDownload, read, downloadAttachment),
  handle(template.templateList, { ...read, reach: "company" }, listTemplates),
  handle(template.templateDetail, { ...read, reach: "company" }, readTemplate),
  handle(template.templateSave, start, saveTemplate),
  handle(template.templateRemove, start, removeTemplate),
];
