/** Loaded by the browser with the list: only texts of its markup. */
export default {
  keyword: "H#, M#, PO# or container",
  statusTabs: "Views",
  clear: "Clear all filters",
  columns: "Columns",
  columnsLegend: "Columns to show",
  rowsLegend: "Rows",
  columnsApply: "Show these columns",
  columnsDefault: "Usual columns",
  follow: "Follow",
  unfollow: "Stop following",
  caption: "Shipments",
  empty: {
    filteredTitle: "No shipment matches",
    filteredText: "Check the number, or take filters away.",
    noneTitle: "No shipments yet",
    noneText: "A shipment appears here as soon as your forwarder has taken its booking.",
    depthText: "Pages end at the 10,000th shipment. Narrow the filters, or export the list.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "shipment-list": typeof import("./shipment-list.ts").default;
  }
}
