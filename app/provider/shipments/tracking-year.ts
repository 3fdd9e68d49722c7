import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { OfYear, TrackedSums, trackingTotals } from "#app/contract/tracking.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import { DAY_MS, wallClockToInstant } from "#app/lib/date-time.ts";
import { LENGTH_FEET } from "#app/lib/equipment.ts";
import type { Database } from "../db/schema.ts";
import type { PlaceNames } from "../reference/place-names.ts";
import { inScope, type ShipmentScope } from "./filter.ts";

const LANES_SHOWN = 50;
const FEET_PER_TEU = 20;

const departed = sql`coalesce(s.atd, s.etd)`;

/** The starts of the twelve months and of the next year, on the asked clock. */
function monthsOf(year: number, clock: string | undefined): { date: RawBuilder<unknown>; starts: string[] } {
  const zone = readClock(clock);
  const days = Array.from({ length: 13 }, (_, index) =>
    new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10),
  );
  if (zone === PLACE_CLOCK) return { date: sql`coalesce(s.atd_local, s.etd_local)`, starts: days };
  return { date: departed, starts: days.map((day) => wallClockToInstant(day, zone)!.toISOString()) };
}

/** For the index: wide enough for the clock of every place. */
function roughly(year: number): RawBuilder<unknown> {
  const [from, until] = [Date.UTC(year, 0, 1) - DAY_MS, Date.UTC(year + 1, 0, 1) + DAY_MS];
  return sql`${departed} >= ${new Date(from)} and ${departed} < ${new Date(until)}`;
}

/** Conditions on the shipment `s`: what `totalsOf` counts under the same month and lane. */
export function departedIn(
  { year, month, from, to, mode }: OfYear,
  clock: string | undefined,
  now: Date,
): RawBuilder<unknown>[] {
  const { date, starts } = monthsOf(year, clock);
  const [first, end] = month ? [starts[month - 1], starts[month]] : [starts[0], starts[12]];
  const type = date === departed ? sql`timestamptz` : sql`timestamp`;
  return [
    roughly(year),
    sql`${date} >= ${first}::${type} and ${date} < ${end}::${type}`,
    sql`${departed} <= ${now}`,
    ...(from ? [sql`s.port_of_departure = ${from}`] : []),
    ...(to ? [sql`s.port_of_arrival = ${to}`] : []),
    ...(mode ? [sql`s.job_mode = ${mode}`] : []),
  ];
}

/** TEU of the container `c`. */
const teu = sql`case left(c.container_type, 1) ${sql.join(
  Object.entries(LENGTH_FEET).map(
    ([code, feet]) => sql`when ${sql.lit(code)} then ${sql.lit(feet / FEET_PER_TEU)}`,
  ),
  sql` `,
)} end`;

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
  const { date, starts } = monthsOf(year, clock);
  const type = date === departed ? sql`timestamptz[]` : sql`timestamp[]`;
  const { rows } = await sql<SumRow>`
    with of_year as (
      select s.id, s.job_mode, s.load_type, s.port_of_departure, s.port_of_arrival, s.gross_weight_kg,
        s.volume_cbm, width_bucket(${date}, ${starts}::${type}) as month
      from shipment s
      where ${sql.join([inScope(scope), ...departedIn({ year }, clock, now)], sql` and `)}
    ), boxes as (
      -- Joined at once: a question for each shipment takes most of the time. Those of others share their boxes.
      select o.id, sum(${teu}) as teu
      from of_year o join shipment_container c on c.shipment_id = o.id where o.load_type = 'FCL' group by o.id
    ), summed as (
      select month, job_mode, port_of_departure, port_of_arrival, count(*)::int as shipments,
        coalesce(sum(gross_weight_kg), 0)::text as weight, coalesce(sum(volume_cbm), 0)::text as volume,
        sum(teu)::text as teu
      from of_year left join boxes using (id) group by grouping sets ((), (month), (job_mode, port_of_departure, port_of_arrival))
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
