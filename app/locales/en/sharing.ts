/** Links for people without an account. Rendered on the server only. */
export default {
  title: {
    make: "Share shipments",
    list: "Shared links",
    edit: "Shared link",
    visitor: "Shared shipments",
    over: "This link is over",
  },
  link: "Share",
  intro:
    "Makes a link for somebody without an account. Whoever has it sees number, route, status, ETA, milestones and containers of these shipments, and nothing else of your company.",
  never:
    "Never shown: charges and prices, commercial invoices, orders, conversations, names of your colleagues, other shipments.",
  field: {
    houseNumbers: "H# numbers",
    houseNumbersHint: "One on each line, or pasted from a column; at most {{most}}.",
    label: "Note for yourself",
    labelHint: "For example whom the link is for. Those who open it do not see it.",
    days: "Days until it ends",
    daysHint: "1 to {{most}}.",
    shows: "Also show",
    showsParties: "Parties: shipper and consignee",
    showsDocuments: "Documents, with download; they name the parties",
  },
  make: "Make the link",
  toList: "Shared links",
  toShare: "Share shipments",
  made: {
    title: "The link is ready",
    text: "It works until {{until}}. It is shown this once, because only its fingerprint is stored. A lost link is renewed on the page of shared links.",
    label: "Link",
  },
  list: {
    caption: "Shared links",
    text: "A link is counted as seen when somebody presses the button on its page, once for each browser in twelve hours. Programs that only open links are not counted.",
    none: "No links yet. Make one from a shipment, or with house numbers.",
    noName: "Link {{id}}",
    unowned: "Former member",
    never: "Not yet",
    more: "and {{count}} more",
    all: "All",
    column: {
      label: "Note",
      state: "State",
      shipments: "Shipments",
      shows: "Shows",
      until: "Until",
      seen: "Seen",
      owner: "Owner",
    },
    seenAt: "{{count}}, last {{time}}",
    filter: "State",
  },
  state: { LIVE: "Works", EXPIRED: "Ended", REVOKED: "Revoked" },
  shows: { basic: "Route and milestones", parties: "Parties", documents: "Documents" },
  edit: {
    renew: "Renew",
    renewText:
      "Makes a new address for the same shipments, with a new end. The old address stops working at once.",
    revoke: "Revoke",
    revokeText: "Ends the link at once and for good. Whoever has it sees nothing any more.",
    revoked: "This link was revoked. Make another to share these shipments again.",
    madeAt: "Made",
  },
  visitor: {
    text: "Somebody has shared shipments with you. Press the button to see them.",
    open: "Show the shipments",
    note: "The person who sent you this link sees that it was opened.",
    over: "It has ended, was withdrawn, or is not complete. Ask the person who sent it for another.",
    limited: "Too many attempts",
    heading: "Shared by {{company}}",
    until: "This link works until {{until}}.",
    none: "The shipments of this link are not there any more.",
    containers: "Containers",
    parties: "Parties",
    shipper: "Shipper",
    consignee: "Consignee",
    documents: "Documents",
    noDocuments: "There are no documents yet.",
    more: "You see what was chosen when this link was made.",
  },
  flash: { revoked: "The link has been revoked" },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    sharing: typeof import("./sharing.ts").default;
  }
}
