/** Doubles of shipments at the desk. */
export default {
  titleOf: "Merge {{number}} with a double",
  title: "Merge doubles",
  lead: "Two shipments of one customer that are the same become one. You see both side by side before anything moves.",
  keep: "House number that stays",
  go: "House number that goes",
  compare: "Compare",
  unknown: "There is no shipment with this house number",
  comma: ", ",
  pair: "{{one}} and {{other}} · {{company}}",
  shared: { M: "master number {{number}}", BKG: "booking number {{number}}", CNTR: "container {{number}}" },
  compared: "{{go}} goes into {{keep}}",
  caption: "Both side by side",
  column: { fact: "What", keep: "{{number}} stays", go: "{{number}} goes" },
  fact: {
    company: "Customer",
    status: "Status",
    master: "Master number",
    carrierBooking: "Carrier's booking number",
    booking: "Booking",
    lane: "Lane",
    etd: "ETD",
    eta: "ETA",
    containers: "Containers",
    cargo: "Cargo",
    created: "Made",
  },
  cargo: "{{pieces}} pieces, {{weight}} kg",
  open: "Open {{number}}",
  turn: "Keep {{number}} instead",
  against: "They cannot be merged:",
  moves: "What goes over to {{number}}",
  nothingMoves: "Nothing but its numbers.",
  after:
    "{{keep}} keeps its own dates, places and cargo. The address and the numbers of {{go}} lead to {{keep}} from then on. What it was is kept, and both operation logs tell who merged them and why.",
  part: {
    events: "Events: {{count}}",
    equalEvents: "Events that say the same and are kept as replaced: {{count}}",
    containers: "Containers: {{count}}",
    orders: "Order lines: {{count}}",
    documents: "Documents: {{count}}",
    messages: "Messages: {{count}}",
    notes: "Internal notes, which stay internal: {{count}}",
    drafts: "Drafts of invoices: {{count}}",
    deliveries: "Deliveries: {{count}}",
    followers: "People who follow it: {{count}}",
    shareLinks: "Share links: {{count}}",
    statements: "Statements of free time and cut-offs: {{count}}",
    bookings: "Its booking, with the quote: {{count}}",
  },
  reason: "Why they are the same",
  reasonHint: "Kept in both operation logs; customers do not see it.",
  merge: "Merge {{go}} into {{keep}}",
  doubles: {
    title: "Likely doubles",
    lead: "Of one customer, the same way, at near dates and with equal numbers. Several shipments of one master bill may be right.",
    none: "No likely doubles",
    noneText: "No two shipments of the last months have the same way, near dates and equal numbers.",
  },
  flash: { merged: "Merged into {{number}}" },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-merge": typeof import("./desk-merge.ts").default;
  }
}
