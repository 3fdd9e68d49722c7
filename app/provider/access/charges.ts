import type { Caller } from "../call/context.ts";

/** Prices and charges are for companies that have been given them (product 6.5). */
export function maySeeCharges(caller: Caller): boolean {
  return caller.resourceCodes.includes("SHIPMENT_CHARGES");
}
