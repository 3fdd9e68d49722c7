/** Lists saved as files, and the page of those that take a while; used in loaders and actions only. */
export default {
  format: { xlsx: "Export", csv: "CSV", pdf: "PDF" },
  running: "Being fetched: {{size}}",
  broken: "The file broke off and was not saved. Please try again.",
  title: "Exports",
  lead: "Long lists, and reports that are sent to you, are saved as files in the background. Each file can be fetched for seven days.",
  none: {
    title: "No exports",
    text: "A list that is too long to be fetched at once is found here, and each report that is sent to you.",
  },
  name: "{{list}}, {{format}}",
  list: {
    shipments: "Shipments",
    quotes: "Quotes",
    bookings: "Bookings",
    deliveries: "Last mile",
    invoices: "Invoices",
    members: "Members",
    addresses: "Address book",
    report: "Report",
    emissions: "Emissions of shipments",
  },
  state: { queued: "Waiting", running: "Being made", ready: "Ready", failed: "Failed", expired: "Ended" },
  asked: "asked for at {{time}}",
  size: "{{rows}} rows, {{size}}",
  until: "can be fetched until {{time}}",
  reload: "Load this page again to see the progress. We let you know when it is ready.",
  reason: {
    refused: "You may not have this list any more.",
    broken: "It could not be made, although it was tried several times.",
    expired: "The file is gone. Run the export again to have it anew.",
  },
  fetch: "Fetch",
  again: "Run again",
  remove: "Remove",
  fetchThis: "Fetch {{name}}",
  againThis: "Run {{name}} again",
  removeThis: "Remove {{name}}",
  flash: {
    queued: "The list is long. We make its file and let you know when it is ready. It will be under:",
    again: "We make the file anew and let you know when it is ready.",
    removed: "The export is removed",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    exports: typeof import("./exports.ts").default;
  }
}
