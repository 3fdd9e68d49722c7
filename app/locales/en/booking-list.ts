/** Texts of the list's markup; names of codes and columns are made on the server, from `bookings`. */
export default {
  caption: "Bookings",
  book: "Book a shipment",
  templates: "My templates",
  keyword: "Booking, PO or SKU number, party, place",
  clear: "Clear",
  statusTabs: "Status",
  empty: {
    noneTitle: "No bookings yet",
    noneText: "Book a shipment: a draft can be saved at any time, however incomplete.",
    noneTextReadOnly: "As soon as your company books, it appears here.",
    filteredTitle: "No booking fits",
    filteredText: "Take a filter away, or search for another number, party or place.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "booking-list": typeof import("./booking-list.ts").default;
  }
}
