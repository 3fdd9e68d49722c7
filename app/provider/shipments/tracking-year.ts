import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { OfYear, TrackedSums, trackingTotals } from "#app/contract/tracking.ts";
import type { Database } from "../db/schema.ts";
import type { PlaceNames } from "../reference/place-names.ts";
import { departedIn, monthsFrom, ownTeu } from "./departure.ts";
import { inScope, type ShipmentScope } from "./filter.ts";

const LANES_SHOWN = 50;
const ofYear = (year: number, clock: string | undefined) => monthsFrom(year, 1, 12, clock);

/** Conditions on the shipment `s`: what `totalsOf` counts under the same month and lane. */
export function departedAs(
  { year, month, from, to, mode }: OfYear,
  clock: string | undefined,
  now: Date,
): RawBuilder<unknown>[] {
  return [
    ...departedIn(month ? monthsFrom(year, month, 1, clock) : ofYear(year, clock), now),
    ...(from ? [sql`s.port_of_departure = ${from}`] : []),
    ...(to ? [sql`s.port_of_arrival = ${to}`] : []),
    ...(mode ? [sql`s.job_mode = ${mode}`] : []),
  ];
}

interface SumRow {
  month: number | null;
  job_mode: JobMode | null;
  port_of_departure: string | null;
  port_of_arrival: string | null;
  shipments: number;
  weight: string;
  volume: string;
  teu: string | null;
  lane_total: number;
}

/** The shipments that departed in the year up to now: together, by month, and by lane (the busiest ones). */
export async function totalsOf(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { year, clock }: { year: number; clock?: string | undefined },
  { now, placesOf }: { now: Date; placesOf: (codes: string[]) => Promise<PlaceNames> },
): Promise<z.infer<typeof trackingTotals.response>> {
  const { date, type, starts } = ofYear(year, clock);
  const { rows } = await sql<SumRow>`
    with of_year as (
      select s.job_mode, s.port_of_departure, s.port_of_arrival, s.gross_weight_kg, s.volume_cbm, ${ownTeu} as teu,
        width_bucket(${date}, ${starts}::${type}[]) as month
      from shipment s
      where ${sql.join([inScope(scope), ...departedAs({ year }, clock, now)], sql` and `)}
    ), summed as (
      select month, job_mode, port_of_departure, port_of_arrival, count(*)::int as shipments,
        coalesce(sum(gross_weight_kg), 0)::text as weight, coalesce(sum(volume_cbm), 0)::text as volume,
        sum(teu)::text as teu
      from of_year group by grouping sets ((), (month), (job_mode, port_of_departure, port_of_arrival))
    ), ranked as (
      select *, row_number() over (partition by job_mode is null order by shipments desc, port_of_departure,
          port_of_arrival, job_mode) as rank,
        count(job_mode) over ()::int as lane_total
      from summed
    )
    select * from ranked where job_mode is null or rank <= ${LANES_SHOWN} order by month, rank`.execute(db);
  const lanes = rows.filter(({ job_mode }) => job_mode !== null);
  const places = await placesOf(lanes.flatMap((row) => [row.port_of_departure!, row.port_of_arrival!]));
  return {
    all: sumsOf(rows.find(({ month, job_mode }) => month === null && job_mode === null)!),
    months: rows.flatMap((row) => (row.month === null ? [] : [{ month: row.month, ...sumsOf(row) }])),
    lanes: lanes.map((row) => ({
      mode: row.job_mode!,
      from: places.of(row.port_of_departure!),
      to: places.of(row.port_of_arrival!),
      ...sumsOf(row),
    })),
    laneTotal: rows[0]!.lane_total,
  };
}

const sumsOf = ({ shipments, weight, volume, teu }: SumRow): TrackedSums => ({
  shipments,
  grossWeightKg: weight,
  volumeCbm: volume,
  teu,
});
