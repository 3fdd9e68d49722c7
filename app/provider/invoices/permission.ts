import type { Needs } from "../call/needs.ts";

/** Reading invoices. */
export const readNeeds = { reach: "read", anyOf: ["BILLING"] } as const satisfies Needs;
