/** Texts of rate sheets: why a file or a row of it is not taken. */
export const rates = {
  rateFileHead: "The first row has to name the columns, among them: {columns}",
  rateImportDone: "This file has been imported already",
  rateImportFaulty: "Rows of this file are not right, so that none was imported",
  rateModeUnknown: "Should be AIR, OCEAN FCL, OCEAN LCL or TRUCK",
  rateUnitUnknown: "Should be kg, W/M, CBM, container, shipment or %",
  rateCurrencyUnknown: "Should be CNY, USD, GBP or EUR",
  rateContainerUnknown: "Not a container type such as 45G1",
  rateDayUnknown: "Should be a day such as 2026-12-31",
  rateDayOrder: "Lies before the first day",
  rateNumber: "Should be a number from 0 to {maximum}",
  ratePriceMissing: "A price or weight breaks are needed",
  rateBreaksKg: "Weight breaks are for the unit kg only",
  rateBreakNormal: "The rate below the first break (N) is missing",
  rateTwice: "The same charge as in line {line}, on days of both",
} as const;
