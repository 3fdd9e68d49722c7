/** Texts of the view's markup; names of codes and columns are made on the server, from `quotes`. */
export default {
  caption: "Quotes",
  request: "Request a quote",
  keyword: "Quote number, tag, origin or destination",
  clear: "Clear",
  statusTabs: "Status",
  empty: {
    noneTitle: "No quotes yet",
    noneText: "Ask for a price: it is answered within 24-48 hours.",
    noneTextReadOnly: "As soon as your company asks for a price, it appears here.",
    filteredTitle: "No quote fits",
    filteredText: "Take a filter away, or search for another number or place.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "quote-list": typeof import("./quote-list.ts").default;
  }
}
