const CODES: Readonly<Record<string, string>> = {
  BOOKING: "BKG",
  CARGO_SURVEY: "CAS",
  DANGEROUS_GOODS_DECLARATION: "DGD",
  OUT_OF_GAUGE_DECLARATION: "OOG",
  SHIPPING_INSTRUCTIONS: "SHI",
  TRANSPORT_DOCUMENT: "TRD",
  VERIFIED_GROSS_MASS: "VGM",
};

/**
 * DCSA's code of a type of document that a shipment or a cut-off is known by, where the drafts of Track & Trace since 2026
 * have a word; anything else as it is.
 */
export const documentCodeOf = (type: string): string => (Object.hasOwn(CODES, type) ? CODES[type]! : type);
