/** A booking at the forwarder's desk. */
export default {
  title: "{{number}} · Booking at the desk",
  customer: "Customer",
  answer: {
    title: "Answer the booking",
    accept: "Accept the booking",
    acceptText:
      "We let the customer know by mail and in the conversation. Afterwards changes go through you.",
    confirm: "Confirm with this number",
    carrierBookingNumber: "Carrier's booking number",
    carrierBookingHint: "Of an air booking, the number of the air waybill. The customer sees it.",
    askBack: "Ask the customer",
    question: "Question to the customer",
    questionHint: "It is posted in the booking's conversation; the booking stays submitted.",
    decline: "Decline the booking",
    reason: "Reason, for the customer",
    reasonHint: "The booking is cancelled with it; its quote can be booked again.",
  },
  change: {
    title: "Change requests",
    text: "Answer, for the customer",
    grant: "Done as asked",
    refuse: "Not possible",
    answeredBy: "Answered by {{name}}, {{time}}",
  },
  shipment: {
    make: "Make the shipment",
    open: "Shipment {{number}}",
  },
  dcsa: {
    title: "Booking message to the carrier",
    text: "The booking as a message of DCSA Booking 2, without the fields that the booking lacks.",
    copy: "Message of DCSA Booking 2",
    lacking: "Before it is sent, these still have to be filled in: {{names}}.",
  },
  send: {
    title: "Send it to the carrier",
    text: "The carrier gets the message once. It is repeated with the same reference until the carrier answers.",
    carrier: "Carrier",
    choose: "Choose a carrier",
    contract: "Number of the contract with the carrier",
    send: "Send to the carrier",
    none: "It can be sent from here when the booking is accepted and the operator has set an address of the carrier.",
    list: "Sent to carriers",
    to: "{{name}} ({{code}})",
    status: {
      WAITING: "Waiting",
      SENT: "The carrier has it",
      REFUSED: "Refused by the carrier",
      FAILED: "Could not be sent",
      STOPPED: "Stopped",
    },
    underWay: "It is being sent at this moment.",
    next: "Next try: {{time}}",
    attempts_one: "{{count}} try",
    attempts_other: "{{count}} tries",
    contractOf: "Contract {{number}}",
    reference: "Reference of the carrier: {{reference}}",
    asked: "Sent by {{name}}, {{time}}",
    ended: "Ended {{time}}",
    answer: "Answer of the carrier",
    outdated:
      "The booking was changed since. The carrier does not know of it: tell it, or send the booking anew.",
    retry: "Try now",
    stop: "Try no more",
    problem: {
      TIMEOUT: "The server of the carrier did not answer in time.",
      UNREACHABLE: "The server of the carrier cannot be reached, or broke off its answer.",
      BUSY: "The server of the carrier could not take it ({{status}}).",
      REFUSED: "The server of the carrier answered {{status}}.",
      ADDRESS:
        "The address of the carrier is neither secure and public nor one of the allowed hosts. Tell the operator.",
      REDIRECT:
        "The server of the carrier answered with another address, which is not followed. Tell the operator.",
      SIZE: "The answer of the carrier is too large. Ask the carrier whether it has the booking.",
      NOT_CONFIGURED: "The operator has set no address of this carrier any more.",
      BOOKING_STATE: "The booking was not accepted any more, so it was not sent.",
    },
  },
  meanwhile: "{{actor}} was faster: {{action}}, {{time}}. Nothing that you typed was sent; it is kept below.",
  flash: {
    accepted: "The booking is accepted. We have let the customer know.",
    declined: "The booking is declined. We have let the customer know.",
    confirmed: "The booking is confirmed. We have let the customer know.",
    askedBack: "The question is in the booking's conversation",
    sending: "The booking goes to the carrier",
    retrying: "It is tried again at once",
    stopped: "It is not tried any more",
    changeAnswered: "The answer is with the customer",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-booking": typeof import("./desk-booking.ts").default;
  }
}
