import type { Caller } from "../call/context.ts";

/** Whether the caller's company may see prices and charges (product 6.5). */
export function maySeeCharges(caller: Caller): boolean {
  return caller.resourceCodes.includes("SHIPMENT_CHARGES");
}
