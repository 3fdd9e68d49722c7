/** Where the desk's work on shipments begins. */
export default {
  title: "Work on shipments",
  make: {
    title: "Make a shipment",
    text: "Open an accepted booking in the inbox.",
  },
  import: { title: "Import", text: "Shipments and milestones from a CSV or XLSX file." },
  system: {
    title: "Imports of your own system",
    text: "What your system has sent by calls or as files, and what was refused of it.",
  },
  merge: { title: "Merge doubles", text: "Shipments of one customer that were made twice." },
  tariffs: { title: "Tariffs of free time", text: "Demurrage and detention, by customer." },
  names: {
    title: "Carriers and vessels",
    text: "Add unmatched names, or say which carrier they mean.",
  },
  events: { title: "Events without a shipment", text: "Match events, and add missing places." },
  list: { title: "All shipments", text: "The list as customers have it, of every company." },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-start": typeof import("./desk-start.ts").default;
  }
}
