/** Reports of what comes from the forwarder's own system. */
export default {
  title: "Imports of your own system",
  detailTitle: "{{kind}} from {{source}}",
  lead: "Shipments, milestones and invoices that your system sends by calls or as files, with what was refused of them.",
  caption: "Imports",
  statusTabs: "Kind",
  all: "All",
  clear: "Clear",
  faulty: "Only with faults",
  every: "All imports",
  description: "Description of the calls",
  empty: {
    noneTitle: "Nothing has come yet",
    noneText:
      "Create an API key for your system under its members, or set up a folder: docs/forwarder-system.md says how.",
    filteredTitle: "No import fits",
    filteredText: "Take a filter away.",
  },
  kind: { SHIPMENT: "Shipments", MILESTONE: "Milestones", INVOICE: "Invoices", STATUS: "Air statuses" },
  state: { WORKING: "Under way", DONE: "Done", FAILED: "Failed" },
  channel: { CALL: "By a call", FILE: "As a file" },
  column: {
    source: "From",
    state: "State",
    kind: "Kind",
    started: "Begun",
    added: "New",
    changed: "Changed",
    unchanged: "As before",
    older: "Older",
    refused: "Refused",
  },
  fact: {
    channel: "Came",
    started: "Begun",
    ended: "Ended",
    added: "New",
    changed: "Changed",
    unchanged: "As they were",
    older: "Older than what is here",
    refused: "Refused",
  },
  failed: "The file failed: {{why}}",
  refused: "Refused records",
  line: "Line",
  reference: "Reference",
  number: "Number",
  why: "What is said of it",
  fault: "{{field}}: {{reason}}",
  save: "Save as CSV",
  none: "Nothing was refused.",
  before: "Earlier",
  after: "Further",
  back: "Imports",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "system-imports": typeof import("./system-imports.ts").default;
  }
}
