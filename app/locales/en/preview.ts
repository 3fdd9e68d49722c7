/** Public pages are rendered on the server only, so no browser loads this namespace. */
export default {
  home: {
    title: "Track freight",
    heading: "Where is your freight?",
    text: "Look up a shipment by its house or PO number.",
    wanted: "Please sign in to see the page you asked for.",
    toPortal: "Go to the portal",
    forgot: "Forgot password?",
  },
  search: {
    title: "Track a shipment",
    type: "Search type",
    types: { ANY: "Any number", H: "House number (H#)", PO: "Order number (PO#)" },
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
