/** What a forwarder's own system sends: each kind has its call, its files and its own references. */
export const systemKinds = ["SHIPMENT", "MILESTONE", "INVOICE", "STATUS"] as const;
export type SystemKind = (typeof systemKinds)[number];
/** What has records with references of the system's own; a status is known by what it says. */
export type RecordKind = Exclude<SystemKind, "STATUS">;

export const SYSTEM_IMPORT = {
  /** Records of one call. */
  records: 1_000,
  bytes: 8 * 1024 * 1024,
  /** JSON values of one call: a thousand invoices of ten lines. */
  values: 200_000,
  referenceLength: 100,
  /** Records of a file that are written in one transaction. */
  fileBatch: 500,
} as const;

/**
 * `unchanged`: it is there as it was sent; `older`: a newer version of the record was taken before; `refused`: nothing of it was
 * taken.
 */
export const recordStates = ["added", "changed", "unchanged", "older", "refused"] as const;
export type RecordState = (typeof recordStates)[number];

export const importStates = ["WORKING", "DONE", "FAILED"] as const;
export const importChannels = ["CALL", "FILE"] as const;

/** What a record of an invoice has besides its lines. */
export const invoiceColumns = [
  "customer",
  "kind",
  "invoiceNumber",
  "creditedNumber",
  "houseNumber",
  "bookingNumber",
  "invoiceDate",
  "dueDate",
  "currency",
  "rounding",
  "title",
  "note",
  "net",
  "tax",
  "total",
  "paidAmount",
  "paidOn",
] as const;
export const invoiceLineColumns = [
  "chargeCode",
  "description",
  "unit",
  "quantity",
  "unitPrice",
  "discountPercent",
  "taxPercent",
  "lineNet",
  "lineTax",
] as const;
