/** Keys by which programs of a company call the provider. */
export default {
  title: "API keys",
  back: "Members",
  text: "With a key your own system or a spreadsheet reads shipments or sends bookings. A key has the rights of its creator, as far as its scopes go, and ends with that account.",
  make: "New key",
  none: "There are no keys yet.",
  list: "Keys",
  scopes: "It may",
  state: {
    WORKS: "Works",
    EXPIRED: "Expired",
    REVOKED: "Revoked",
    MAKER_GONE: "Its creator may not sign in",
    MAKER_LACKS_RIGHT: "Its creator has none of these rights any more",
  },
  closedScope: "{{name}} (its creator has lost this right)",
  endsSoon: { today: "Ends today", tomorrow: "Ends tomorrow", days: "Ends in {{days}} days" },
  hint: "Last characters: {{hint}}",
  made: "Created {{at}} by {{by}}",
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
    title: "New key",
    name: "Name",
    nameHint: "What the program is called; logs name it",
    days: "Expires after",
    daysOf: "{{days}} days",
    scopes: "What it may do",
    submit: "Create the key",
    cancel: "Cancel",
    scopesMissing: "Choose at least one",
  },
  done: {
    title: "The key is created",
    text: "Copy it now. It is shown only once.",
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
