import * as contract from "#app/contract/booking.ts";
import { handle, type Route } from "../http/handler.ts";
import { listAddresses } from "./address-book.ts";
import { downloadAttachment, removeAttachment, uploadAttachments } from "./attachments.ts";
import { requestChange } from "./change-request.ts";
import { readBooking } from "./detail.ts";
import { saveDraft } from "./draft.ts";
import { listBookings } from "./list.ts";
import { readOptions } from "./options.ts";
import { findOfForm, startBooking } from "./start.ts";
import { changeState, decideBooking, submitBooking, updateBooking } from "./submit.ts";
import { listTemplates, readTemplate, removeTemplate, saveTemplate } from "./template.ts";

/** Spec 2-5 "Booking". */
export const bookingRoutes: Route[] = [
  handle(contract.bookingList, listBookings),
  handle(contract.bookingDetail, readBooking),
  handle(contract.bookingSaveDraft, saveDraft),
  handle(contract.bookingSubmit, submitBooking),
  handle(contract.bookingUpdate, updateBooking),
  handle(contract.bookingChangeState, changeState),
  handle(contract.bookingRequestChange, requestChange),
  handle(contract.bookingDecide, decideBooking),
  handle(contract.bookingStart, startBooking),
  handle(contract.bookingOfForm, findOfForm),
  handle(contract.bookingOptions, (_, context) => readOptions(context)),
  handle(contract.addressList, listAddresses),
  handle(contract.attachmentUpload, uploadAttachments),
  handle(contract.attachmentRemove, removeAttachment),
  handle(contract.attachmentDownload, downloadAttachment),
  handle(contract.templateList, listTemplates),
  handle(contract.templateDetail, readTemplate),
  handle(contract.templateSave, saveTemplate),
  handle(contract.templateRemove, removeTemplate),
];
