/** Texts of the list's markup; names of codes and columns are made on the server, from `deliveries`. */
export default {
  caption: "Deliveries",
  statusTabs: "Status",
  clear: "Clear",
  empty: {
    noneTitle: "No deliveries yet",
    noneText: "As soon as a haulier has an appointment for your goods, it appears here.",
    filteredTitle: "No delivery fits",
    filteredText: "Take a filter away, or choose other days.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "delivery-list": typeof import("./delivery-list.ts").default;
  }
}
