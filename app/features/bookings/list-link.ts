import type { RoutePath } from "#app/route-rules.ts";

/** The two URLs of the list (product 2.2). */
export const bookingLists = [
  "/booking/index",
  "/shipments/bookingList",
] as const satisfies readonly RoutePath[];
export type BookingListPath = (typeof bookingLists)[number];
