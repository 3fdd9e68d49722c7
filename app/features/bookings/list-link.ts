/** The two addresses of the one list (spec 2). */
export const bookingLists = ["/booking/index", "/shipments/bookingList"] as const;
export type BookingListPath = (typeof bookingLists)[number];
