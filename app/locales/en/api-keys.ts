/** Keys by which programs of a company call the provider. */
export default {
  title: "Keys of programs",
  back: "Back to the members",
  text: "With a key a program of yours, such as your own system or a spreadsheet, reads shipments or sends bookings without a person. It has the rights of whoever made it, as far as its scopes go, and ends when that account does.",
  make: "Make a key",
  none: "There are no keys yet.",
  list: "Keys",
  scopes: "It may",
  state: {
    WORKS: "Works",
    EXPIRED: "Expired",
    REVOKED: "Revoked",
    MAKER_GONE: "Its maker may not sign in",
    MAKER_LACKS_RIGHT: "Its maker may do none of this any more",
  },
  closedScope: "{{name}} (its maker may not do this any more)",
  endsSoon: { today: "Ends today", tomorrow: "Ends tomorrow", days: "Ends in {{days}} days" },
  hint: "Last characters: {{hint}}",
  made: "Made {{at}} by {{by}}",
  expires: "Ends {{at}}",
  ended: "Ended {{at}}",
  used: "Last used {{at}} from {{from}}",
  unused: "Not used yet",
  revoke: "Revoke",
  revokeNamed: "Revoke the key {{name}}",
  how: {
    title: "How a program uses it",
    text: "It sends the key with each call. What it may call, with all fields, stands in a description that programs read (OpenAPI).",
    address: "Address",
    unknown: "Ask your forwarder for the address of its interface.",
    calls: "The calls, with fields and examples",
    description: "Description of the calls for programs",
    limit:
      "{{number}} calls a minute for each key; each answer tells how many are left. A write with the same idempotency key is done once.",
  },
  scope: {
    shipments: { read: "Read shipments, tracking and deliveries" },
    deliveries: { write: "Ask about deliveries" },
    quotes: { read: "Read quotes", write: "Ask for quotes, accept and reject them, and book by them" },
    bookings: { read: "Read bookings", write: "Make, submit and change bookings" },
    documents: { read: "Read documents", write: "Upload and remove documents" },
    invoices: { read: "Read invoices", write: "Dispute invoices" },
    addresses: { read: "Read the address book", write: "Change the address book" },
    reports: { read: "Read reports" },
    imports: {
      read: "Read the reports of imports",
      write: "Send shipments, milestones and invoices of your own system",
    },
  },
  form: {
    title: "Make a key",
    name: "Name",
    nameHint: "What the program is called; logs name it",
    days: "Works for",
    daysOf: "{{days}} days",
    scopes: "What it may do",
    submit: "Make the key",
    cancel: "Cancel",
    scopesMissing: "Choose at least one",
  },
  done: {
    title: "The key is made",
    text: "Copy it now: it is shown this once, and nobody can look it up later.",
    label: "Key",
    next: "To the keys",
  },
  flash: { revoked: "The key no longer works" },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "api-keys": typeof import("./api-keys.ts").default;
  }
}
