/** Texts made on the server only, which browsers do not load. */
export default {
  moreThan: "{{count}}+",
  notSent: {
    lacking:
      "The forwarder's system does not offer this, so nothing was saved. What you entered is still here.",
    timeout:
      "Request timeout: it is not certain that this was saved. What you entered is still here; sending it again does not do it twice.",
    unreachable:
      "The forwarder's system cannot be reached, so this was not saved. What you entered is still here; please send it again in a moment.",
    lost: "The connection to the forwarder's system broke off, so it is not certain that this was saved. What you entered is still here; sending it again does not do it twice.",
    malformed:
      "The forwarder's system gave no clear answer. What you entered is still here; sending it again does not do it twice.",
  },
  /** For providers that would do it a second time. */
  notSentOnce: {
    lacking:
      "The forwarder's system does not offer this, so nothing was saved. What you entered is still here.",
    timeout:
      "Request timeout: it is not certain that this was saved. What you entered is still here. Before you send it again, please look whether it is there: a second time may do it twice.",
    unreachable:
      "The forwarder's system cannot be reached, so this was not saved. What you entered is still here; please send it again in a moment.",
    lost: "The connection to the forwarder's system broke off, so it is not certain that this was saved. What you entered is still here. Before you send it again, please look whether it is there: a second time may do it twice.",
    malformed:
      "The forwarder's system gave no clear answer, so it is not certain that this was saved. What you entered is still here. Before you send it again, please look whether it is there: a second time may do it twice.",
  },
  busy: "The forwarder's system is busy, so this was not done. Please try again later.",
  forbidden: "The forwarder's system does not let you do this.",
  typedKeptOnce:
    "What you entered is kept. Before you send it again, please look whether it was done: a second time may do it twice. Passwords have to be typed and files chosen again.",
  rowsUnreadable:
    "Rows that could not be read: {{count}}. The forwarder's system gave something else in their place.",
  unsure:
    "It is not certain that this was sent. What you entered is still here; before you send it again, please look whether it is there.",
  foreignForm:
    "This form was sent from another site, so it was not accepted. Please open the page again and send it from there.",
  formUnreadable: "What was sent is no form of this site, so it was not accepted.",
  formMisshapen:
    "What was sent has more fields, or deeper, longer or other names, than any form of this site, so it was not accepted. Please open the page again and send it from there.",
  formTooLarge: "What was sent is larger than any form of this site, so it was not accepted.",
  flash: {
    comingSoon: "Comming Soon",
    passwordChanged: "Your password has been changed",
    passwordReset: "Your password has been reset. Please sign in",
    clockSaved: "Times are now shown on the clock you chose",
    profileSaved: "Your profile has been saved",
    emailAsked: "We have sent a link to the new address: confirm it there to change your address",
    emailChanged: "Your e-mail address has been changed",
    asked: "Your question is in the conversation",
    followed: "You now follow this shipment",
    unfollowed: "You no longer follow this shipment",
    published: "The public search finds this shipment now",
    unpublished: "The public search no longer finds this shipment",
    documentFailed: "The document could not be fetched. Please try again in a moment",
    quoteRequested: "Your request has been sent. It is answered within 24-48 hours",
    quoteUpdated: "The request has been changed",
    quoteAccepted: "The price has been accepted",
    quoteRejected: "The quote has been rejected",
    quoteBooked: "A draft booking has been made: {{number}}",
    draftSaved: "The draft has been saved",
    bookingSubmitted: "The booking has been submitted",
    bookingUpdated: "The booking has been changed",
    bookingRecalled: "The booking has been recalled. It is a draft again",
    bookingCancelled: "The booking has been cancelled",
    changeRequested: "Customer service has your request",
    appointmentAsked: "Your forwarder has your request for another appointment",
    disputeOpened: "Your forwarder has your dispute, in the billing conversation",
    attachmentsAdded: "The files have been attached",
    attachmentRemoved: "The file has been removed",
    templateSaved: "The template has been saved",
    savedMerged: "Saved, together with what was changed elsewhere meanwhile",
    addressSaved: "The address has been saved",
    addressRemoved: "The address has been removed",
    addressesImported: "The file has been imported",
    templateRemoved: "The template has been removed",
  },
};

declare module "../namespaces.ts" {
  interface Namespaces {
    refusals: typeof import("./refusals.ts").default;
  }
}
