import account from "./account.ts";
import auth from "./auth.ts";
import bookingForm from "./booking-form.ts";
import bookingList from "./booking-list.ts";
import bookingView from "./booking-view.ts";
import bookings from "./bookings.ts";
import clock from "./clock.ts";
import dashboard from "./dashboard.ts";
import errors from "./errors.ts";
import freight from "./freight.ts";
import log from "./log.ts";
import messageLive from "./message-live.ts";
import messages from "./messages.ts";
import milestones from "./milestones.ts";
import preview from "./preview.ts";
import priceLine from "./price-line.ts";
import quoteForm from "./quote-form.ts";
import quoteList from "./quote-list.ts";
import quotes from "./quotes.ts";
import refusals from "./refusals.ts";
import shell from "./shell.ts";
import shipmentList from "./shipment-list.ts";
import shipments from "./shipments.ts";

/** All namespaces by file name: every namespace is registered here. */
export const en = {
  account,
  auth,
  "booking-form": bookingForm,
  "booking-list": bookingList,
  "booking-view": bookingView,
  bookings,
  clock,
  dashboard,
  errors,
  freight,
  log,
  "message-live": messageLive,
  messages,
  milestones,
  preview,
  "price-line": priceLine,
  "quote-form": quoteForm,
  "quote-list": quoteList,
  quotes,
  refusals,
  shell,
  "shipment-list": shipmentList,
  shipments,
};
