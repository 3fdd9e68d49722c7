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
