import type { Needs } from "../call/needs.ts";

/** Every call of the message center needs its button (product 6.3); staff may write to all customers. */
export const messageNeeds = { reach: "act", anyOf: ["MessageCenter"] } as const satisfies Needs;
