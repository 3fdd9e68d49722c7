import type { Kysely } from "kysely";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { TransportMode } from "#app/contract/shipment-code.ts";
import type { ShipmentRoute } from "#app/contract/shipment-route.ts";
import { parseWire } from "#app/lib/date-time.ts";
import type { Milestone } from "#app/lib/milestones/milestone.ts";
import { chainOf, containerNumbersOf } from "#app/lib/shipment-chain.ts";
import { type JourneyEnds, legsOf } from "#app/lib/shipment-legs.ts";
import type { Database } from "../db/schema.ts";
import { distancesOf, type Pair } from "../distances/distance.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";

export const WAYS: Record<TransportMode, Pair["way"]> = {
  VESSEL: "SEA",
  AIR: "AIR",
  TRUCK: "LAND",
  RAIL: "LAND",
  BARGE: "LAND",
};

/** A shipment with its milestones, as far as its journey follows from them. */
export interface Journey extends JourneyEnds {
  houseNumber: string;
  isDelayed: boolean;
  milestones: readonly Milestone[];
}

/** The legs of a shipment that the caller may see, with lines and distances. */
export async function routeOf(
  db: Kysely<Database>,
  shipment: ShipmentDetailData,
  reader: { language: "en" | "zh"; now: Date },
): Promise<ShipmentRoute> {
  const containerNumbers = containerNumbersOf(shipment);
  const { milestones } = chainOf({ events: shipment.events, containerNumbers }, reader.now);
  const { houseNumber, isDelayed, mode, status } = shipment;
  const journey: Journey = {
    houseNumber,
    isDelayed,
    mode,
    milestones,
    placeOfReceipt: shipment.placeOfReceipt?.code ?? null,
    portOfDeparture: shipment.portOfDeparture.code,
    portOfArrival: shipment.portOfArrival.code,
    portOfFinalArrival: shipment.portOfFinalArrival?.code ?? null,
    eta: parseWire(shipment.dates.eta),
    isCompleted: status === "COMPLETED",
  };
  const [route] = await routesOf(db, [journey], reader);
  return route!;
}

/** The same for many at once, in their order. */
export async function routesOf(
  db: Kysely<Database>,
  journeys: readonly Journey[],
  { language, now }: { language: "en" | "zh"; now: Date },
): Promise<ShipmentRoute[]> {
  const legs = journeys.map((journey) => legsOf(journey.milestones, journey, now));
  const distances = await distancesOf(
    db,
    legs.flat().map(({ mode, from, to }) => ({ way: WAYS[mode], from, to })),
  );
  const codes = [...new Set(legs.flat().flatMap(({ from, to }) => [from, to]))];
  const stops = await stopsOf(db, codes, await placeNames(db, language, codes));
  let at = 0;
  return journeys.map(({ houseNumber, isDelayed }, index) => ({
    houseNumber,
    isDelayed,
    stops: stops.filter(({ code }) => legs[index]!.some(({ from, to }) => from === code || to === code)),
    legs: legs[index]!.map((leg) => {
      const distance = distances[at++];
      return {
        ...leg,
        distanceKm: distance?.km ?? null,
        basis: WAYS[leg.mode] === "SEA" ? ("sea-lane" as const) : ("great-circle" as const),
        line: distance?.line ?? [],
      };
    }),
  }));
}

async function stopsOf(
  db: Kysely<Database>,
  codes: readonly string[],
  names: PlaceNames,
): Promise<ShipmentRoute["stops"]> {
  const rows = await db
    .selectFrom("place")
    .select(["code", "latitude", "longitude"])
    .where("code", "in", codes)
    .execute();
  return codes.map((code) => {
    const { latitude = null, longitude = null } = rows.find((row) => row.code === code) ?? {};
    return { ...names.of(code), latitude, longitude };
  });
}
