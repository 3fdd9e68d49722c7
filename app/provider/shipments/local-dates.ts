import { type RawBuilder, sql } from "kysely";

/** A place whose zone is not known is read in UTC+8, which POSIX writes the other way round. */
export const UNKNOWN_ZONE = "Etc/GMT-8";

/**
 * The local time of an instant in a zone, as pages show it. For many rows: only those of zones that Node and PostgreSQL have
 * differently (`zone_rule`) call a function.
 */
export const localTime = (at: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when ${zone} in (select zone from zone_rule) then local_time(${at}, ${zone})
    else ${at} at time zone ${zone} end)`;

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
