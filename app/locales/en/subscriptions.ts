/** The shipments that a person follows. */
export default {
  title: "Subscription management",
  lead: "Shipments that you follow: rules can be about these alone.",
  follow: "Follow shipments",
  by: "By",
  key: {
    houseNumber: "H# (house number)",
    poNumber: "PO#",
    containerNumber: "Container number",
    lane: "Lane: open shipments from a place to another",
  },
  value: "Number, or place of origin",
  destination: "Destination, for a lane",
  submit: "Follow",
  list: "Followed",
  unfollow: "Unfollow",
  unfollowNamed: "Unfollow {{number}}",
  noneTitle: "You follow no shipment",
  noneText: "Follow shipments here, or by the star in the list of shipments.",
  mail: "E-mail per milestone",
  mailText: "A rule that writes to you when a followed shipment departs, arrives, is released or delivered.",
  fault: {
    empty: "Cannot be empty",
    none: "None of your shipments fits this",
    places: "For a lane give origin and destination, such as Shanghai and Hamburg",
  },
  flash: {
    followed: "Followed now: {{number}}",
    known: "You follow all of these already",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    subscriptions: typeof import("./subscriptions.ts").default;
  }
}
