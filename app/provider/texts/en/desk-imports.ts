/** Texts of files that the desk imports: why a file or a row of it is not taken. */
export const deskImports = {
  deskFileHead:
    "The first row has to name the columns. Shipments need: {shipments}. Milestones need: {milestones}",
  deskCustomerUnknown: "No customer has this name or code",
  deskCustomerTwice: "Several customers have this name: write the code",
  deskCustomerOther: "The shipment is of another customer",
  deskModeUnknown: "Should be air, ocean or truck",
  deskModeChange: "The shipment that is there goes another way: an import does not change the mode",
  deskCodeUnknown: "Not among the words that are known here: the example shows how it is written",
  deskPartyStays: "The shipment keeps {name}: an import does not change it",
  deskTimeUnknown: "Should be a day or a time such as 2026-12-04 10:00",
  deskContainerType: "{number}: write the type behind it, such as CSQU3054383/45G1",
  deskContainersMany: "A shipment has at most {most} containers",
  deskDigit: "{number}: the check digit should be {expected}",
  deskNumberOdd: "{number} does not have the form of such a number",
  deskClassifierUnknown: "Should be actual, estimated or planned",
  deskMilestoneUnknown: "No milestone of this mode has this name or code",
  deskRowTwice: "Says the same as line {line}",
  deskImported: "Imported from {file}",
  deskImportDone: "{actor} has carried out this import already",
  deskImportOther: "Meanwhile this file would do something else: see what it would do now",
  deskImportNothing: "There is nothing to import",
} as const;
