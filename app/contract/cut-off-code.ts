/** Codes of cut-offs: DCSA's list of 15 (trade 12). */
export const cutOffCodes = [
  "DCO",
  "VCO",
  "FCO",
  "LCO",
  "PCO",
  "ECP",
  "EFC",
  "RCO",
  "DGC",
  "OBC",
  "TCO",
  "STA",
  "SPA",
  "CUA",
  "AFC",
] as const;
export type CutOffCode = (typeof cutOffCodes)[number];

/** What has to be done before a cut-off. */
export const cutOffNeeds = [
  "documents",
  "vgm",
  "fullContainer",
  "cargo",
  "dangerousGoods",
  "outOfGauge",
  "customs",
  "advanceFiling",
  "confirmation",
] as const;
export type CutOffNeed = (typeof cutOffNeeds)[number];
