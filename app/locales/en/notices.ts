/** What was sent to a person, and which kinds of news they want. */
export default {
  title: "News",
  lead: "News that we sent you, by mail or here.",
  kind: {
    rule: "By your rules",
    quotePriced: "A quote is priced",
    quoteWithdrawn: "A price is taken back",
    quoteEnding: "A quote runs out tomorrow",
    bookingAccepted: "A booking is accepted",
    bookingConfirmed: "A booking is confirmed",
    bookingDeclined: "A booking is declined",
    changeAnswered: "A change request is answered",
    invoiceDue: "An invoice is due",
    documentThere: "New document of a followed shipment",
    cutOffNear: "Something is missing before a cut-off",
    messageWaiting: "A message is unread for an hour",
    exportReady: "An export is ready",
    exportFailed: "An export could not be made",
    reportStopped: "A saved report is no longer sent",
    importFaulty: "A file of your own system failed or was refused in part",
  },
  unread: "new",
  mailed: "by e-mail",
  more: "and {{number}} more",
  readAll: "Mark all as read",
  noneTitle: "No news yet",
  noneText: "What happens to your quotes, bookings and messages, and what your rules tell, is listed here.",
  settings: "Told without a rule",
  settingsText: "What happens to your own things. What is not ticked is not told.",
  save: "Save",
  rules: "Notification settings",
  flash: { read: "Everything is marked as read", saved: "Saved" },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    notices: typeof import("./notices.ts").default;
  }
}
