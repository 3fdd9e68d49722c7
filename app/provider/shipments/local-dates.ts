/** A place whose zone is not known is read in UTC+8, which POSIX writes the other way round. */
export const UNKNOWN_ZONE = "Etc/GMT-8";

/**
 * On the clock of which place each date of a shipment is kept in `<date>_local`: the rule of the trigger
 * `shipment_local_dates`, for those who write many rows without it. In SQL, of the shipment `s`.
 */
export const LOCAL_DATES = [
  { place: "s.port_of_departure", dates: ["booking_at", "etd", "atd"] },
  { place: "s.port_of_arrival", dates: ["eta", "ata"] },
  { place: "coalesce(s.port_of_final_arrival, s.port_of_arrival)", dates: ["delivery_at"] },
] as const;

/** The column of a date's local time. */
export const localName = (date: string): string => `${date.replace(/_at$/, "")}_local`;
