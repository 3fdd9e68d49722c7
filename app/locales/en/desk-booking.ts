/** A booking at the forwarder's desk. */
export default {
  title: "{{number}} · Booking at the desk",
  customer: "Customer",
  answer: {
    title: "Answer the booking",
    accept: "Accept the booking",
    acceptText: "The customer is told by mail and in the conversation. Afterwards changes go through you.",
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
    text: "The booking as a message of DCSA Booking 2, to copy. Fields that the booking does not hold are left out.",
    copy: "Message of DCSA Booking 2",
    agent: "The forwarder",
    lacking: "Before it is sent, these still have to be filled in: {{names}}.",
  },
  meanwhile: "{{actor}} was faster: {{action}}, {{time}}. Nothing that you typed was sent; it is kept below.",
  flash: {
    accepted: "The booking is accepted and the customer is told",
    declined: "The booking is declined and the customer is told",
    confirmed: "The booking is confirmed and the customer is told",
    askedBack: "The question is in the booking's conversation",
    changeAnswered: "The answer is with the customer",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-booking": typeof import("./desk-booking.ts").default;
  }
}
