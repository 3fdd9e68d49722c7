import { type RawBuilder, sql } from "kysely";
import type { EtaBaseline, Punctuality } from "#app/contract/analytics.ts";
import { UNKNOWN_ZONE } from "./local-dates.ts";

/** Joined for `punctualityOf`: the zone in which days of the arrival are counted. */
export const arrivalPlace = sql`left join place a on a.code = s.port_of_arrival`;

/**
 * A `Punctuality` of the shipment `s` with its `arrivalPlace`, and how many days after the ETA's day it arrived. Days
 * are those of the place of arrival, whatever the reader's clock: two people read one figure.
 */
export function punctualityOf(
  { baseline, toleranceDays }: { baseline: EtaBaseline; toleranceDays: number },
  now: Date,
): {
  state: RawBuilder<Punctuality>;
  daysOver: RawBuilder<number | null>;
  /** The state, where the days do not tell it: a report of many reads no day twice. */
  stateWithoutDays: RawBuilder<Punctuality | null>;
} {
  const zone = sql`coalesce(a.time_zone, ${sql.lit(UNKNOWN_ZONE)})`;
  /** A date that is known to the day alone is that day, not the place's. */
  const day = (column: "eta" | "first_eta" | "ata") =>
    sql`(${sql.ref(`s.${column}`)} at time zone
      case when ${column} = any(s.day_only) then ${sql.lit(UNKNOWN_ZONE)} else ${zone} end)::date`;
  const eta = baseline === "first" ? sql`s.first_eta` : sql`s.eta`;
  const due = day(baseline === "first" ? "first_eta" : "eta");
  const isConfirmed = sql`'ata' = any(coalesce(s.reached, '{}'))`;
  const arrived = day("ata");
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`;
  const withoutDays = sql`when s.ata is not null or s.status = 'COMPLETED' then 'unknown'
      when ${today} - ${due} > ${toleranceDays}::int then 'late'
      else 'open' end`;
  return {
    daysOver: sql`case when ${isConfirmed} then ${arrived} - ${due} end`,
    state: sql`case
      when ${eta} is null then 'unknown'
      when s.ata is not null and ${isConfirmed} then ${stateByDays(sql`${arrived} - ${due}`, toleranceDays)}
      ${withoutDays}`,
    stateWithoutDays: sql`case
      when ${eta} is null then 'unknown'
      when s.ata is not null and ${isConfirmed} then null
      ${withoutDays}`,
  };
}

/** The state of a shipment that arrived so many days after the ETA. */
export const stateByDays = (days: RawBuilder<unknown>, toleranceDays: number): RawBuilder<Punctuality> =>
  sql`case when ${days} <= ${toleranceDays}::int then 'onTime' else 'late' end`;
