/** What a program of a customer may do with a key. A key has one or more. */
export const customerScopes = [
  "shipments.read",
  "deliveries.write",
  "quotes.read",
  "quotes.write",
  "bookings.read",
  "bookings.write",
  "documents.read",
  "documents.write",
  "invoices.read",
  "invoices.write",
  "addresses.read",
  "addresses.write",
  "reports.read",
] as const;
/** What a program of the forwarder may do with a key of an administrator of the forwarder. */
export const forwarderScopes = ["imports.read", "imports.write"] as const;
export const apiScopes = [...customerScopes, ...forwarderScopes] as const;
export type ApiScope = (typeof apiScopes)[number];

/** For how many days a key may work. */
export const apiKeyDays = [30, 90, 180, 365] as const;
/** Calls of one key; a warehouse that asks for five shipments each second gets on with half of them. */
export const API_CALLS_PER_MINUTE = 600;
/** Where the provider describes the calls of customers' programs, and of those of the forwarder (OpenAPI 3.1). */
export const CUSTOMER_OPENAPI_PATH = "/openapi/customer.json";
export const STAFF_OPENAPI_PATH = "/openapi/staff.json";
export const API_KEY_NAME_LENGTH = 60;
/** Keys of a company that work at the same time. */
export const API_KEYS_MAX = 20;

export const apiKeyStates = ["WORKS", "EXPIRED", "REVOKED", "MAKER_GONE", "MAKER_LACKS_RIGHT"] as const;

/**
 * The calls that each scope opens, by name. Whatever is not named here is closed to programs: accounts, sign-in, members,
 * keys, and all by which a program would speak in a person's name to others, such as messages.
 */
export const callsOfScope: Readonly<Record<ApiScope, readonly string[]>> = {
  "shipments.read": [
    "shipment.list",
    "shipment.filterOptions",
    "shipment.detail",
    "shipment.route",
    "shipment.etaHistory",
    "shipment.freeTime",
    "shipment.emissions",
    "cutOff.list",
    "tracking.list",
    "tracking.orders",
    "tracking.totals",
    "tracking.numbers",
    "tracking.detail",
    "lastMile.list",
    "lastMile.detail",
    "lastMile.proof",
    "place.search",
  ],
  "deliveries.write": ["lastMile.ask"],
  "quotes.read": ["quote.list", "quote.detail", "quote.version", "place.search"],
  "quotes.write": ["quote.add", "quote.ofForm", "quote.update", "quote.accept", "quote.reject", "quote.book"],
  "bookings.read": [
    "booking.list",
    "booking.detail",
    "booking.options",
    "booking.attachmentDownload",
    "booking.templateList",
    "booking.templateDetail",
    "cutOff.list",
    "place.search",
  ],
  "bookings.write": [
    "booking.saveDraft",
    "booking.submit",
    "booking.update",
    "booking.changeState",
    "booking.requestChange",
    "booking.start",
    "booking.ofForm",
    "booking.attachmentUpload",
    "booking.attachmentRemove",
  ],
  "documents.read": [
    "document.list",
    "document.detail",
    "document.needs",
    "document.crossCheck",
    "document.file",
    "document.preview",
    "shipment.document",
  ],
  "documents.write": ["document.upload", "document.remove"],
  "invoices.read": [
    "invoice.list",
    "invoice.detail",
    "invoice.ageing",
    "invoice.statement",
    "invoice.file",
    "invoice.comparison",
  ],
  "invoices.write": ["dispute.open"],
  "addresses.read": ["address.list", "address.detail", "address.regions"],
  "addresses.write": ["address.save", "address.remove"],
  "reports.read": ["analytics.report", "analytics.shipments", "emission.sources"],
  "imports.read": [
    "forwarderSystem.importList",
    "forwarderSystem.importDetail",
    "forwarderSystem.importFile",
  ],
  "imports.write": ["forwarderSystem.shipments", "forwarderSystem.milestones", "forwarderSystem.invoices"],
};

export const scopesFor = ({ isForwarder }: { isForwarder: boolean }): readonly ApiScope[] =>
  isForwarder ? forwarderScopes : customerScopes;

/** The scopes that open a call, by its name; none for one that is closed to programs. */
export const scopesOfCall = (name: string): ApiScope[] =>
  apiScopes.filter((scope) => callsOfScope[scope].includes(name));
