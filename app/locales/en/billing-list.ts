/** Texts of the list's markup; all others are made on the server, from `billing`. */
export default {
  caption: "Invoices",
  statusTabs: "Status",
  clear: "Clear",
  empty: {
    noneTitle: "No invoices yet",
    noneText: "As soon as your forwarder bills something, it appears here.",
    filteredTitle: "No invoice fits",
    filteredText: "Take a filter away, or choose other days.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "billing-list": typeof import("./billing-list.ts").default;
  }
}
