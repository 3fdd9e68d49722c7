/** Public pages are rendered on the server only, so no browser loads this namespace. */
export default {
  home: {
    title: "Track freight",
    heading: "Where is your freight?",
    text: "Look up a shipment by its house number or by your order number. Status and milestones are open to all; everything else is for those who sign in.",
    wanted: "Please sign in to see the page you asked for.",
    toPortal: "Go to the portal",
    portal: {
      title: "The customer portal",
      text: "With your account at {{product}} you can",
      track:
        "follow air, ocean and truck shipments milestone by milestone, from the empty container to the door",
      compare: "see planned, estimated and actual dates side by side, and the reason for a delay",
      papers: "download bills, invoices and delivery papers",
      list: "filter, follow and export all shipments of your company",
    },
    example: "An example of what you see",
    forgot: "Forgot password?",
  },
  search: {
    title: "Track a shipment",
    type: "Search type",
    types: { H: "H#", PO: "PO#" },
    typeHints: { H: "house bill or air waybill number", PO: "number of your purchase order" },
    number: "Number",
    submit: "Search",
    typeRequired: "Search Type is required!",
  },
  heading: {
    preview: "Shipment preview",
    tracking: "Tracking",
    appleTracking: "Apple Tracking",
    ytdTracking: "YTD Tracking",
  },
  result: {
    found: "Found for {{number}}",
    none: "Nothing to show for {{number}}",
    noneText:
      "Either there is no shipment with this number, or it is not open to the public. Check the number and the search type. If it is a shipment of your company, sign in to see it.",
    limited: "Too many searches",
    limitedText: "Your search for {{number}} has not been run. {{message}}",
    departure: "Departure",
    arrival: "Arrival",
    milestones: "Milestones",
    updated: "Updated {{time}}",
    more: "Sign in to see parties, cargo and papers.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    preview: typeof import("./preview.ts").default;
  }
}
