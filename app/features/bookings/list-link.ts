/** The list's address as names and values, without what is the default anyway. */
export type ListParams = Record<string, string>;

export const pageSizes = [10, 25, 50, 100] as const;

/** The two addresses of the one list (spec 2). */
export const bookingLists = ["/booking/index", "/shipments/bookingList"] as const;
export type BookingListPath = (typeof bookingLists)[number];

/** The list with some of its state changed; null takes a value away. A change starts at the first page. */
export function bookingListHref(
  base: BookingListPath,
  params: ListParams = {},
  changes: Record<string, string | null> = {},
): string {
  const given = Object.entries({ ...params, ...changes }).filter(([, value]) => value);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search ? `${base}?${search}` : base;
}
