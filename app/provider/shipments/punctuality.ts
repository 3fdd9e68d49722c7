import { type RawBuilder, sql } from "kysely";
import type { EtaBaseline, Punctuality } from "#app/contract/analytics.ts";
import { localTime, UNKNOWN_ZONE } from "./local-dates.ts";

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
  const eta = baseline === "first" ? sql`s.first_eta` : sql`s.eta`;
  const due =
    baseline === "first"
      ? sql`(case when 'first_eta' = any(s.day_only) then s.first_eta at time zone ${sql.lit(UNKNOWN_ZONE)}
          else ${localTime(sql`s.first_eta`, zone)} end)::date`
      : sql`s.eta_local::date`;
  const isConfirmed = sql`'ata' = any(coalesce(s.reached, '{}'))`;
  const arrived = sql`s.ata_local::date`;
  const today = sql`${localTime(sql`${now}::timestamptz`, zone)}::date`;
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
