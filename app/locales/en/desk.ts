/** What all pages of the forwarder's desk share. */
export default {
  sections: "Forwarder's desk",
  section: {
    inbox: "Inbox",
    accounts: "Accounts",
    customers: "Customers",
    invoices: "Invoices",
    shipments: "Shipments",
    events: "Events without a shipment",
    rates: "Rates",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    desk: typeof import("./desk.ts").default;
  }
}
