/** The forwarders of a company, as its administrators see them. */
export default {
  title: "Your forwarders",
  ask: "Write to them",
  customerService: "Customer service:",
  contacts: "People who answer you",
  noContacts: "No contact is named yet. Write to your forwarder in the message center.",
  noneTitle: "No forwarder is named",
  noneText: "The operator of this portal has not entered one yet.",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    forwarders: typeof import("./forwarders.ts").default;
  }
}
