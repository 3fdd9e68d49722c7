import type { Kysely } from "kysely";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { TransportMode } from "#app/contract/shipment-code.ts";
import type { ShipmentRoute } from "#app/contract/shipment-route.ts";
import { chainOf } from "#app/lib/shipment-chain.ts";
import { legsOf } from "#app/lib/shipment-legs.ts";
import type { Database } from "../db/schema.ts";
import { distancesOf, type Pair } from "../distances/distance.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";

const WAYS: Record<TransportMode, Pair["way"]> = {
  VESSEL: "SEA",
  AIR: "AIR",
  TRUCK: "LAND",
  RAIL: "LAND",
  BARGE: "LAND",
};

/** The legs of a shipment that the caller may see, with lines and distances. */
export async function routeOf(
  db: Kysely<Database>,
  shipment: ShipmentDetailData,
  { language, now }: { language: "en" | "zh"; now: Date },
): Promise<ShipmentRoute> {
  const containerNumbers = shipment.containers.map(({ containerNumber }) => containerNumber);
  const { milestones } = chainOf({ events: shipment.events, containerNumbers }, now);
  const legs = legsOf(
    milestones,
    {
      mode: shipment.mode,
      placeOfReceipt: shipment.placeOfReceipt?.code ?? null,
      portOfDeparture: shipment.portOfDeparture.code,
      portOfArrival: shipment.portOfArrival.code,
      portOfFinalArrival: shipment.portOfFinalArrival?.code ?? null,
      isCompleted: shipment.status === "COMPLETED",
    },
    now,
  );
  const distances = await distancesOf(
    db,
    legs.map(({ mode, from, to }) => ({ way: WAYS[mode], from, to })),
  );
  const codes = [...new Set(legs.flatMap(({ from, to }) => [from, to]))];
  return {
    houseNumber: shipment.houseNumber,
    isDelayed: shipment.isDelayed,
    stops: await stopsOf(db, codes, await placeNames(db, language, codes)),
    legs: legs.map((leg, index) => ({
      ...leg,
      distanceKm: distances[index]?.km ?? null,
      basis: WAYS[leg.mode] === "SEA" ? "sea-lane" : "great-circle",
      line: distances[index]?.line ?? [],
    })),
  };
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
