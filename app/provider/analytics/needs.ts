import type { Needs } from "../call/needs.ts";

/** Who may look at reports. */
export const look = { reach: "read", anyOf: ["ANALYTICS"] } as const satisfies Needs;
