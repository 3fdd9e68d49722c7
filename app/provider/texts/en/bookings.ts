/** Texts of bookings, templates and change requests: refusals, mails, chat messages. */
export const bookings = {
  bookingNowDRAFT: "This booking is a draft",
  bookingNowSUBMITTED: "This booking has been submitted",
  bookingNowACCEPTED: "This booking has been accepted",
  bookingNowCONFIRMED: "This booking has been confirmed",
  bookingNowCANCELLED: "{actor} has cancelled this booking",
  bookingNeedsCustomerService:
    "This booking has been accepted: to amend or cancel it, please contact customer service",
  bookingChanged: "{actor} has changed this booking meanwhile; nothing was overwritten",
  bookingChangedByYou: "You have changed this booking in another of your windows; nothing was overwritten",
  templateChangedByYou: "You have changed this template in another of your windows; nothing was overwritten",
  templateChanged: "This template has been changed meanwhile; nothing was overwritten",
  mailBookingAcceptedSubject: "Your booking {bookingNumber} has been accepted",
  mailBookingAcceptedBody:
    "Hello {name},\n\nyour booking {bookingNumber} from {origin} to {destination} has been accepted. From now on please ask customer service for changes:\n\n{link}\n",
  declineReason: "Say why it is declined",
  changeAnswered: "{actor} has answered this change request already",
  carrierNumberNeeded: "The carrier's booking number is needed to confirm",
  carrierTakesNone: "This carrier takes no bookings as messages",
  carrierNotBySea: "Only bookings by sea can be sent",
  carrierLacking: "The booking lacks what the message has to hold: {names}",
  carrierWaiting: "This booking is on its way to a carrier already",
  carrierHasIt: "This carrier has this booking already",
  carrierUnderWay: "It is being sent at this moment; please look again shortly",
  carrierAnswered: "It was answered or stopped meanwhile",
  carrierOutdated: "The booking was changed since; send it anew",
  saidBookingAccepted: "Booking {bookingNumber} is accepted.",
  saidBookingDeclined: "Booking {bookingNumber} is declined.\n{text}",
  saidBookingConfirmed: "Booking {bookingNumber} is confirmed by the carrier under the number {number}.",
  saidAskedBack: "A question about booking {bookingNumber}:\n{text}",
  saidChangeGranted: "The change of booking {bookingNumber} is done.\n{text}",
  saidChangeRefused: "The change of booking {bookingNumber} is not possible.\n{text}",
  mailBookingDeclinedSubject: "Your booking {bookingNumber} has been declined",
  mailBookingDeclinedBody:
    "Hello {name},\n\nyour booking {bookingNumber} from {origin} to {destination} has been declined: {reason}\n\nYou can copy it and book again:\n\n{link}\n",
  mailChangeGrantedSubject: "Your change of booking {bookingNumber} is done",
  mailChangeGrantedBody:
    "Hello {name},\n\nthe change that you asked for booking {bookingNumber} from {origin} to {destination} is done: {text}\n\n{link}\n",
  mailChangeRefusedSubject: "Your change of booking {bookingNumber} is not possible",
  mailChangeRefusedBody:
    "Hello {name},\n\nthe change that you asked for booking {bookingNumber} from {origin} to {destination} is not possible: {text}\n\n{link}\n",
  mailBookingConfirmedSubject: "Your booking {bookingNumber} is confirmed",
  mailBookingConfirmedBody:
    "Hello {name},\n\nyour booking {bookingNumber} from {origin} to {destination} is confirmed{carrierNumber}:\n\n{link}\n",
  changeRequestAMEND: "Change request for booking {bookingNumber}: please amend.\n{text}",
  changeRequestCANCEL: "Change request for booking {bookingNumber}: please cancel.\n{text}",
} as const;
