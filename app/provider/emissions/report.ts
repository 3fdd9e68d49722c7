import { type RawBuilder, sql } from "kysely";
import type { ReportMeasures } from "#app/contract/analytics.ts";
import type { EmissionState } from "#app/contract/emission-code.ts";
import { divide, round } from "#app/lib/decimal.ts";

/** The state of the shipment `s` with its `emission` e. */
const stateOf = sql`case when e.shipment_id is null then 'waiting' when e.gap is null then 'counted' else 'missing' end`;

const GRAMS_PER_KG = 1_000;
const KG_PLACES = 3;
const INTENSITY_PLACES = 2;

/** A report on emissions, in the form in which `analytics/report.ts` counts all reports. */
export const emissionReport = {
  columns: sql`${stateOf} as state, e.ttw_g, e.wtt_g, e.rf_g, e.low_g, e.high_g, e.kg_km`,
  joins: sql`left join shipment_emission e on e.shipment_id = s.id`,
  classes: ["state"],
  sums: {
    ttw: sql`sum(ttw_g)`,
    wtt: sql`sum(wtt_g)`,
    rf: sql`sum(rf_g)`,
    low: sql`sum(coalesce(low_g, ttw_g + wtt_g))`,
    high: sql`sum(coalesce(high_g, ttw_g + wtt_g))`,
    has_range: sql`bool_or(low_g is not null or high_g is not null)`,
    kg_km: sql`sum(kg_km)`,
    // Of the same shipments as the activity.
    grams_of_activity: sql`sum(ttw_g + wtt_g) filter (where kg_km is not null)`,
  },
  measures: sql`json_build_object(
    'counted', coalesce(sum(n) filter (where state = 'counted'), 0),
    'missing', coalesce(sum(n) filter (where state = 'missing'), 0),
    'waiting', coalesce(sum(n) filter (where state = 'waiting'), 0),
    'ttw', sum(ttw)::text, 'wtt', sum(wtt)::text, 'rf', sum(rf)::text, 'low', sum(low)::text, 'high', sum(high)::text,
    'hasRange', bool_or(has_range), 'kgKm', (sum(kg_km) filter (where state = 'counted'))::text,
    'gramsOfActivity', sum(grams_of_activity)::text) as emissions`,
  read: ({ shipments, emissions }: Record<string, unknown>): ReportMeasures => ({
    shipments: shipments as number,
    emissions: measuresOf(emissions as Summed),
  }),
};

interface Summed extends Record<EmissionState, number> {
  ttw: string | null;
  wtt: string | null;
  rf: string | null;
  low: string | null;
  high: string | null;
  hasRange: boolean | null;
  kgKm: string | null;
  gramsOfActivity: string | null;
}

function measuresOf(sums: Summed): NonNullable<ReportMeasures["emissions"]> {
  const { counted, missing, waiting, hasRange, kgKm, gramsOfActivity } = sums;
  const kg = (grams: string | null) => grams && round(divide(grams, GRAMS_PER_KG), KG_PLACES);
  return {
    counted,
    missing,
    waiting,
    ttwKg: kg(sums.ttw),
    wttKg: kg(sums.wtt),
    rfKg: kg(sums.rf),
    lowKg: hasRange ? kg(sums.low) : null,
    highKg: hasRange ? kg(sums.high) : null,
    tkm: kg(kgKm),
    // Grams over kilogram-kilometres, as grams over tonne-kilometres.
    gramsPerTkm:
      kgKm && gramsOfActivity && kgKm !== "0"
        ? round(divide(`${gramsOfActivity}000`, kgKm), INTENSITY_PLACES)
        : null,
  };
}

export const noEmissions: NonNullable<ReportMeasures["emissions"]> = {
  counted: 0,
  missing: 0,
  waiting: 0,
  ttwKg: null,
  wttKg: null,
  rfKg: null,
  lowKg: null,
  highKg: null,
  tkm: null,
  gramsPerTkm: null,
};

/** A condition on the shipment `s`. */
export const emissionCondition = (state: EmissionState): RawBuilder<unknown> =>
  state === "waiting"
    ? sql`not exists (select from shipment_emission e where e.shipment_id = s.id)`
    : sql`exists (select from shipment_emission e where e.shipment_id = s.id
        and e.gap is ${sql.raw(state === "counted" ? "null" : "not null")})`;
