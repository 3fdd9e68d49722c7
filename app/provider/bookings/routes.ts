import * as contract from "#app/contract/booking.ts";
import * as attachment from "#app/contract/booking-attachment.ts";
import * as template from "#app/contract/booking-template.ts";
import type { Needs } from "../call/needs.ts";
import { handle, type Route } from "../call/route.ts";
import { listAddresses } from "./address-book.ts";
import { downloadAttachment, removeAttachment, uploadAttachments } from "./attachments.ts";
import { requestChange } from "./change-request.ts";
import { readBooking } from "./detail.ts";
import { saveDraft } from "./draft.ts";
import { listBookings } from "./list.ts";
import { readOptions } from "./options.ts";
import { beginButtons } from "./permission.ts";
import { findOfForm, startBooking } from "./start.ts";
import { changeState, decideBooking, submitBooking, updateBooking } from "./submit.ts";
import { listTemplates, readTemplate, removeTemplate, saveTemplate } from "./template.ts";

const forms = ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"] as const;
/** Whoever has a menu that leads to bookings, or a button that writes them. */
const look = { reach: "read", anyOf: ["BOOKING", "SHIPMENTS", "QUOTES", ...forms] } as const satisfies Needs;
/** With REQUESTQUOTE alone only a booking that came from a quote (`mayTake`). */
const write = { reach: "write", anyOf: forms } as const satisfies Needs;
/** What serves new bookings. */
const begin = { reach: "company", anyOf: beginButtons } as const satisfies Needs;
/** The menus under which the address book stands (product 2.6). */
const addresses = {
  reach: "company",
  anyOf: ["BOOKING", "ACCOUNT", "ADDRESSBOOK", ...forms],
} as const satisfies Needs;

/** Product 3.5, 4.2, 5.5. */
export const bookingRoutes: Route[] = [
  handle(contract.bookingList, look, listBookings),
  handle(contract.bookingDetail, look, readBooking),
  handle(contract.bookingSaveDraft, write, saveDraft),
  handle(contract.bookingSubmit, write, submitBooking),
  handle(contract.bookingUpdate, write, updateBooking),
  handle(contract.bookingChangeState, write, changeState),
  handle(contract.bookingRequestChange, write, requestChange),
  handle(contract.bookingDecide, { reach: "act", desk: true }, decideBooking),
  handle(contract.bookingStart, begin, startBooking),
  handle(contract.bookingOfForm, begin, findOfForm),
  handle(contract.bookingOptions, look, (_, context) => readOptions(context)),
  handle(contract.addressList, addresses, listAddresses),
  handle(attachment.attachmentUpload, write, uploadAttachments),
  handle(attachment.attachmentRemove, write, removeAttachment),
  handle(attachment.attachmentDownload, look, downloadAttachment),
  handle(template.templateList, { ...look, reach: "company" }, listTemplates),
  handle(template.templateDetail, { ...look, reach: "company" }, readTemplate),
  handle(template.templateSave, begin, saveTemplate),
  handle(template.templateRemove, begin, removeTemplate),
];
