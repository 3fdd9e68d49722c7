/** Codes of invoices that browsers use too; without the schemas, which would load zod. */

export const invoiceKinds = ["INVOICE", "CREDIT_NOTE"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/**
 * CREDITED: nothing is left to pay, by credit notes alone. A credit note that leaves something makes an invoice
 * neither paid nor part paid. CREDIT: a credit note.
 */
export const invoiceStatuses = ["OPEN", "PART_PAID", "PAID", "CREDITED", "CREDIT"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** What the list can be narrowed to; OVERDUE: something is left to pay after the due date. */
export const invoiceViews = ["OUTSTANDING", "OVERDUE", "DISPUTED", "PAID", "CREDIT"] as const;
export type InvoiceView = (typeof invoiceViews)[number];

export const roundingRules = ["LINE", "DOCUMENT"] as const;

/** Days after the due date: not due, 1 to 30, 31 to 60, 61 to 90, more. */
export const ageingBuckets = ["notDue", "upTo30", "upTo60", "upTo90", "over90"] as const;
export type AgeingBucket = (typeof ageingBuckets)[number];

export const invoiceSortKeys = ["invoiceDate", "dueDate", "invoiceNumber", "amount"] as const;

export const disputeStates = ["OPEN", "ACCEPTED", "REFUSED", "CREDITED"] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeReasons = [
  "PRICE",
  "QUANTITY",
  "NOT_ORDERED",
  "DUPLICATE",
  "DEMURRAGE",
  "TAX",
  "OTHER",
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export const INVOICE_LINES = 500;

/** What the desk does with invoices, as its record names it. */
export const invoiceActions = [
  "draftSaved",
  "draftDiscarded",
  "issued",
  "credited",
  "paymentRecorded",
  "allocated",
  "takenBack",
  "refunded",
  "disputeDecided",
  "disputeAsked",
] as const;
export type InvoiceAction = (typeof invoiceActions)[number];

/** Lines of an invoice that a person writes in the portal. */
export const DRAFT_LINES = 100;
export const DRAFT_REASON_MAX = 500;
export const DRAFT_NOTE_MAX = 2_000;
export const TAKE_BACK_REASON_MAX = 500;
export const DAYS_TO_PAY_MAX = 365;
/** Capitals, digits, and marks that a file's name can have too. */
export const SERIES_PREFIX = /^[A-Z0-9][A-Z0-9._-]{0,19}$/;
export const SERIES_WIDTH_MIN = 3;
export const SERIES_WIDTH_MAX = 12;

/**
 * Why a charge of an invoice differs from its quote. "unit": it is counted in another unit. "lines": a side has several lines that share no price or unit.
 * "lump-sum": quantity and price are the same, or not known, so that an amount is a minimum or agreed as a whole.
 */
export const chargeReasons = [
  "not-quoted",
  "not-billed",
  "unit",
  "quantity",
  "price",
  "quantity-and-price",
  "discount",
  "lines",
  "lump-sum",
] as const;
export type ChargeReason = (typeof chargeReasons)[number];

/** Characters and lines of what invoices say of their issuer. */
export const ISSUER_LIMITS = {
  name: { length: 200, lines: 1 },
  address: { length: 400, lines: 6 },
  taxNumber: { length: 60, lines: 1 },
  payment: { length: 1_000, lines: 12 },
} as const;
