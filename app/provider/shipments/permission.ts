import type { Needs } from "../call/needs.ts";

/** Reading shipments. */
export const readNeeds = { reach: "read", anyOf: ["SHIPMENTS"] } as const satisfies Needs;
