/** The private calendar address. Rendered on the server only. */
export default {
  title: "Calendar address",
  link: "Calendar address",
  text: "An address by which your calendar program (Outlook, Google, Apple and others) shows arrivals, cut-offs, delivery appointments and last free days of your shipments, and keeps them up to date. Entries hold number, place and date; no parties and no amounts.",
  secret:
    "Everyone who has the address sees these entries. Keep it to yourself, and renew it when it has become known.",
  off: "You have no calendar address.",
  on: "Your calendar address was made {{made}}. It is shown only when it is made.",
  fetched: "A calendar last asked for it {{time}}.",
  unfetched: "No calendar has asked for it yet.",
  scope: { legend: "Which shipments", FOLLOWED: "Shipments that I follow", ALL: "All that I see" },
  make: "Make the address",
  save: "Save",
  renew: "Renew the address",
  renewText: "Makes a new address; the present one stops working at once.",
  revoke: "End the address",
  revokeText:
    "The address stops working at once. What is in your calendar already stays there until you remove it.",
  made: {
    title: "The address is ready",
    text: 'Subscribe to it in your calendar program: "from the internet" or "by URL". It is shown this once.',
    label: "Calendar address",
    back: "Done",
  },
  over: "This calendar address is over",
  flash: { saved: "Your calendar has been changed", revoked: "The calendar address has ended" },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    calendar: typeof import("./calendar.ts").default;
  }
}
