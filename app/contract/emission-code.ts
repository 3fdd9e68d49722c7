/** Codes of emissions of greenhouse gases, without the schemas, which would load zod into browsers. */

import { transportModes } from "./shipment-code.ts";

/** What a factor is for: a means of transport, or `HUB`, the handling where goods change from one to another. */
export const emissionModes = [...transportModes, "HUB"] as const;
export type EmissionMode = (typeof emissionModes)[number];

/** What a factor is multiplied by: tonne-kilometres, kilometres of twenty-foot units, or tonnes (of hubs). */
export const activityUnits = ["TKM", "TEUKM", "T"] as const;
export type ActivityUnit = (typeof activityUnits)[number];

/** Why nothing can be said: no weight, no position of a place, no factor for the means of transport. */
export const emissionGaps = ["noWeight", "noDistance", "noFactor"] as const;
export type EmissionGap = (typeof emissionGaps)[number];

/** Of a shipment in reports: its figure is stored, cannot be computed, or is not computed yet. */
export const emissionStates = ["counted", "missing", "waiting"] as const;
export type EmissionState = (typeof emissionStates)[number];

/** Whose operations a factor describes: the carrier's own, or the average of many. */
export const factorQualities = ["carrier", "default"] as const;
export type FactorQuality = (typeof factorQualities)[number];
