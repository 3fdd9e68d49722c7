/** Texts of the list's markup; names of codes and columns are made on the server, from `documents`. */
export default {
  caption: "Documents",
  statusTabs: "Origin",
  clear: "Clear",
  empty: {
    noneTitle: "No documents yet",
    noneText: "As soon as a shipment has papers, they appear here.",
    filteredTitle: "No document fits",
    filteredText: "Take a filter away, or choose other days.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "document-list": typeof import("./document-list.ts").default;
  }
}
