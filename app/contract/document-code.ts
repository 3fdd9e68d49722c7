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

/** Papers whose text is read for the comparison. */
export const readPapers = ["packingList", "invoice", "houseBill"] as const;
export type ReadPaper = (typeof readPapers)[number];
/** What is laid side by side: the booking is no paper of its own, but what it says is stored. */
export const comparedPapers = ["booking", ...readPapers] as const;
export type ComparedPaper = (typeof comparedPapers)[number];

/** What stands behind a column: nothing; what is stored of it; a document made from the shipment's data; uploaded files. */
export const paperStates = ["none", "stored", "made", "uploaded"] as const;
/** Whether the text of an uploaded file was read: yes; not yet; it has none, as a scan; the person may not open it. */
export const uploadReadings = ["read", "pending", "noText", "hidden"] as const;
export type UploadReading = (typeof uploadReadings)[number];

/** `single`: only one says it, or all take it from one source; `unclear`: several files of one kind may each be of a part. */
export const paperVerdicts = ["same", "different", "single", "unclear", "unknown"] as const;
export type PaperVerdict = (typeof paperVerdicts)[number];
