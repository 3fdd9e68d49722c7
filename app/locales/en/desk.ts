/** What all pages of the forwarder's desk share. */
export default {
  sections: "Forwarder's desk",
  section: {
    inbox: "Inbox",
    events: "Events without a shipment",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    desk: typeof import("./desk.ts").default;
  }
}
