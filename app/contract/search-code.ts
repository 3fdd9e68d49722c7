/** Codes of the search; without the schemas, which would load zod. */

/** What is found, in the order of the answer. */
export const searchedKinds = ["shipment", "booking", "quote", "invoice", "conversation"] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** Numbers by which a record is found besides its own: of the shipment, or the carrier's of a booking. */
export const searchedNumbers = ["M", "CNTR", "BKG", "PO"] as const;

export const SEARCH_TEXT_MAX = 200;
