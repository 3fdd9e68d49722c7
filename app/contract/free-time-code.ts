/** Codes of free time (trade: "Demurrage, detention and the last free day"). */

/** Demurrage (full, in the terminal), detention (outside it), and tariffs that merge both. */
export const freeTimeTypes = ["DEM", "DET", "MERGED"] as const;
export type FreeTimeType = (typeof freeTimeTypes)[number];

/** The event with which free time starts. */
export const freeTimeStarts = ["discharge", "available", "gateOut"] as const;
export type FreeTimeStart = (typeof freeTimeStarts)[number];

export const statementSources = ["CARRIER", "TERMINAL", "RAIL"] as const;
export type StatementSource = (typeof statementSources)[number];

export const holdKinds = ["CUSTOMS", "FREIGHT", "LINE", "OTHER"] as const;
export type HoldKind = (typeof holdKinds)[number];
