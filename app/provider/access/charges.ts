import type { Caller } from "../call/route.ts";

/** Who prices and decides for the forwarder: its desk and its administrators. */
export function isDesk(caller: Caller): boolean {
  return caller.isForwarder && caller.roles.some((role) => role === "desk" || role === "admin");
}

/** Prices and charges are for companies that have been given them (settled, "Access"). */
export function maySeeCharges(caller: Caller): boolean {
  return caller.resourceCodes.includes("SHIPMENT_CHARGES");
}
