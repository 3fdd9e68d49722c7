import { namesPrice } from "#app/lib/charges.ts";
import { hasResource, type Rights } from "./permission.ts";

/** Fields with prices in answers about quotes, bookings and shipments. */
interface Priced {
  options?: unknown;
  bookingPrice?: unknown;
  estimatedCharges?: unknown;
  log?: readonly { changes: readonly { path: string }[] }[];
}

/**
 * Removes prices when the company lacks SHIPMENT_CHARGES (product 6.5), in case the provider has sent them.
 */
export function withoutUnseenPrices<T extends Priced>(rights: Rights, answer: T): T {
  if (hasResource(rights, "SHIPMENT_CHARGES")) return answer;
  const { log } = answer;
  return {
    ...answer,
    options: undefined,
    bookingPrice: undefined,
    estimatedCharges: undefined,
    ...(log && {
      log: log.map((entry) => ({
        ...entry,
        changes: entry.changes.filter(({ path }) => !namesPrice(path)),
      })),
    }),
  };
}
