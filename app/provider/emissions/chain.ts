import { type Kysely, sql } from "kysely";
import type { EmissionGap } from "#app/contract/emission-code.ts";
import {
  chainEmission,
  type Emission,
  type LegEmission,
  legEmission,
  transportActivity,
} from "#app/lib/emission.ts";
import { pickFactor } from "#app/lib/emission-factor.ts";
import { legsOf, type ShipmentLeg } from "#app/lib/shipment-legs.ts";
import type { Database } from "../db/schema.ts";
import { distancesOf } from "../distances/distance.ts";
import { readJourneys } from "../shipments/journeys.ts";
import { WAYS } from "../shipments/route-legs.ts";
import type { StoredFactor } from "./factor.ts";

/** A leg, or the handling at a place between two of them. */
export interface CountedLeg {
  from: string;
  to: string;
  mode: ShipmentLeg["mode"] | "HUB";
  distanceKm: number | null;
  factor: StoredFactor | null;
  result: LegEmission | EmissionGap;
}

/** What a shipment emits, leg by leg. */
export interface EmissionChain {
  id: string;
  houseNumber: string;
  /** Year of the departure, actual or planned; null when neither is known: then factors are those of now. */
  year: number | null;
  isDeparted: boolean;
  massKg: string | null;
  /** Of full containers whose sizes are known. */
  teu: string | null;
  legs: CountedLeg[];
  /** Of all legs without hubs; null when a distance is not known. */
  distanceKm: number | null;
  tkm: string | null;
  total: Emission | EmissionGap;
}

interface Cargo {
  id: string;
  carrier_code: string | null;
  gross_weight_kg: string;
  year: number | null;
  is_departed: boolean;
  teu: string | null;
}

/**
 * Computes shipments by the factors, in the order of the ids. The ids have to come from a query scoped to the caller's
 * companies. The result depends on what is stored and on the year of `now` where no departure is known.
 */
export async function computeChains(
  db: Kysely<Database>,
  ids: readonly string[],
  factors: readonly StoredFactor[],
  now: Date,
  /** Distances that are computed first are stored outside of a transaction of `db`. */
  distanceStore: Kysely<Database> = db,
): Promise<EmissionChain[]> {
  const journeys = await readJourneys(db, ids, now);
  const cargo = new Map((await readCargo(db, ids)).map((row) => [row.id, row]));
  const legs = journeys.map((journey) => legsOf(journey.milestones, journey, now));
  const distances = await distancesOf(
    distanceStore,
    legs.flat().map(({ mode, from, to }) => ({ way: WAYS[mode], from, to })),
  );
  let at = 0;
  return journeys.flatMap(({ id, houseNumber }, index) => {
    const own = legs[index]!.map((leg) => ({ ...leg, distanceKm: distances[at++]?.km ?? null }));
    const carried = cargo.get(id);
    return carried ? { houseNumber, ...chainOf(own, carried, factors, now) } : [];
  });
}

async function readCargo(db: Kysely<Database>, ids: readonly string[]): Promise<Cargo[]> {
  const { rows } = await sql<Cargo>`
    select s.id, s.carrier_code, s.gross_weight_kg, s.atd is not null as is_departed,
      extract(year from coalesce(s.atd_local, s.etd_local, s.atd, s.etd))::int as year, boxes.teu
    from shipment s left join lateral (
      -- Where the size of one is not known, their number is not either.
      select case when count(*) = count(teu_of(c.container_type)) then sum(teu_of(c.container_type))::text end as teu
      from shipment_container c where c.shipment_id = s.id and s.load_type = 'FCL'
        and not upper(regexp_replace(c.container_number, '[^0-9A-Za-z]', '', 'g')) = any(s.moved_containers)) boxes on true
    where s.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

function chainOf(
  legs: readonly (ShipmentLeg & { distanceKm: number | null })[],
  { id, carrier_code, gross_weight_kg, year, is_departed, teu }: Cargo,
  factors: readonly StoredFactor[],
  now: Date,
): Omit<EmissionChain, "houseNumber"> {
  const massKg = Number(gross_weight_kg) > 0 ? gross_weight_kg : null;
  const counted = (mode: CountedLeg["mode"], from: string, to: string, distanceKm: number | null) => {
    const factor = pickFactor(factors, {
      mode,
      carrierCode: carrier_code,
      year: year ?? now.getUTCFullYear(),
      hasTeu: teu !== null,
    });
    const result = legEmission({ distanceKm, massKg, teu, factor });
    return { mode, from, to, distanceKm, factor, result };
  };
  const parts = legs.flatMap(({ mode, from, to, distanceKm }, index): CountedLeg[] => {
    const leg = counted(mode, from, to, distanceKm);
    if (index === 0) return [leg];
    const hub = counted("HUB", from, from, null);
    // Without a factor for hubs they are left out, and the page says so.
    return hub.factor ? [hub, leg] : [leg];
  });
  const distances = legs.map(({ distanceKm }) => distanceKm);
  return {
    id,
    year,
    isDeparted: is_departed,
    massKg,
    teu,
    legs: parts,
    distanceKm: distances.includes(null) ? null : distances.reduce<number>((sum, km) => sum + km!, 0),
    tkm: transportActivity(massKg, distances),
    total: chainEmission(parts.map(({ result }) => result)),
  };
}
