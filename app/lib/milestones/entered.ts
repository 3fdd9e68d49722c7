import type { JobMode } from "#app/contract/shipment-code.ts";
import { type HouseMilestone, houseMilestones } from "./kinds.ts";
import type { EmptyIndicator, EventVocabulary, LegMode, MilestoneKind } from "./milestone.ts";

/** How a milestone that a person enters is told as an event. */
export interface EnteredKind {
  vocabulary: EventVocabulary;
  eventType: "TRANSPORT" | "SHIPMENT" | "EQUIPMENT" | "AIR";
  code: string;
  emptyIndicator: EmptyIndicator | null;
  mode: LegMode | null;
  /** Without a place it says nothing. */
  needsPlace: boolean;
}

const dcsa = (
  eventType: "TRANSPORT" | "SHIPMENT" | "EQUIPMENT",
  code: string,
  mode: LegMode | null,
  emptyIndicator: EmptyIndicator | null = null,
): EnteredKind => ({ vocabulary: "DCSA", eventType, code, emptyIndicator, mode, needsPlace: true });

const ocean: Partial<Record<MilestoneKind, EnteredKind>> = {
  GTOT_EMPTY: dcsa("EQUIPMENT", "GTOT", "TRUCK", "EMPTY"),
  STUF: dcsa("EQUIPMENT", "STUF", null, "LADEN"),
  GTIN_LADEN: dcsa("EQUIPMENT", "GTIN", "TRUCK", "LADEN"),
  LOAD: dcsa("EQUIPMENT", "LOAD", "VESSEL", "LADEN"),
  DEPA: dcsa("TRANSPORT", "DEPA", "VESSEL"),
  ARRI: dcsa("TRANSPORT", "ARRI", "VESSEL"),
  DISC: dcsa("EQUIPMENT", "DISC", "VESSEL", "LADEN"),
  CUSR: dcsa("EQUIPMENT", "CUSR", null, "LADEN"),
  AVPU: dcsa("EQUIPMENT", "AVPU", null, "LADEN"),
  GTOT_LADEN: dcsa("EQUIPMENT", "GTOT", "TRUCK", "LADEN"),
  DROP_LADEN: dcsa("EQUIPMENT", "DROP", "TRUCK", "LADEN"),
  GTIN_EMPTY: dcsa("EQUIPMENT", "GTIN", "TRUCK", "EMPTY"),
};

const truck: Partial<Record<MilestoneKind, EnteredKind>> = {
  PICK_LADEN: dcsa("EQUIPMENT", "PICK", "TRUCK", "LADEN"),
  DEPA: dcsa("TRANSPORT", "DEPA", "TRUCK"),
  ARRI: dcsa("TRANSPORT", "ARRI", "TRUCK"),
  DROP_LADEN: dcsa("EQUIPMENT", "DROP", "TRUCK", "LADEN"),
};

const airCodes = ["BKD", "FOH", "RCS", "MAN", "DEP", "ARR", "RCF", "NFD", "CCD", "AWD", "DLV"] as const;
const air = Object.fromEntries(
  airCodes.map((code): [string, EnteredKind] => [
    code,
    { vocabulary: "IMP", eventType: "AIR", code, emptyIndicator: null, mode: "AIR", needsPlace: true },
  ]),
);

const house = Object.fromEntries(
  Object.entries(houseMilestones).map(([code, eventType]): [string, EnteredKind] => [
    code,
    { vocabulary: "HOUSE", eventType, code, emptyIndicator: null, mode: null, needsPlace: false },
  ]),
) as Record<HouseMilestone, EnteredKind>;

/** The milestones that the desk enters for a mode, in the order of the journey, then the house's own. */
export function enteredKinds(mode: JobMode): Partial<Record<MilestoneKind, EnteredKind>> {
  return { ...{ OCEAN: ocean, TRUCK: truck, AIR: air }[mode], ...house };
}
