import { documentTypes } from "./shipment-code.ts";

/** Papers that people upload besides those that the forwarder makes; `OTHER` is named by its number. */
export const paperTypes = [
  ...documentTypes,
  "MASTER_BILL",
  "CUSTOMS_DECLARATION",
  "CERTIFICATE_OF_ORIGIN",
  "INSURANCE",
  "DANGEROUS_GOODS",
  "VGM",
  "OTHER",
] as const;
export type PaperType = (typeof paperTypes)[number];

/** Documents of one zip. */
export const ZIP_MAX = 500;

/** Why a document has no picture, or that it has one; `tooMuch`: it took too much time or memory. */
export const previewStates = ["ready", "encrypted", "broken", "tooMuch"] as const;
export type PreviewState = (typeof previewStates)[number];

/** What is compared between the papers of a shipment: packages as packed, units as sold. */
export const checkedFacts = [
  "packages",
  "units",
  "grossWeight",
  "volume",
  "shipper",
  "consignee",
  "orders",
] as const;
export type CheckedFact = (typeof checkedFacts)[number];
