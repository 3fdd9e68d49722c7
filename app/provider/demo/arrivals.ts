import type { Kysely } from "kysely";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { keepPastArrivals, type PastArrival } from "../shipments/past-arrival.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { airLanes, oceanLanes } from "./lanes.ts";
import { createRandom } from "./random.ts";

/** Arrivals of each carrier on each lane; they reach so far back that enough stay within 180 days for months to come. */
const ARRIVALS = 12;
const OLDEST_DAYS = 170;
/** Days by which ETAs of two weeks before were off. */
const OFF_DAYS = [-1, 0, 0, 1, 1, 1, 2, 2, 3, 5];

/**
 * Arrivals of before the demonstration's customers used the product, without which few lanes would have as many as a
 * figure needs. They are spread over the customers, as those of a forwarder are.
 */
export async function addDemoArrivals(
  trx: Kysely<Database>,
  companyIds: ReadonlyMap<string, string>,
  today: Date,
): Promise<void> {
  const customers = Object.keys(oceanLanes) as DemoCustomerCode[];
  const lanes = customers.flatMap((code) => [
    ...oceanLanes[code].map((lane) => ({ ...lane, mode: "OCEAN" as const })),
    ...airLanes[code].map((lane) => ({ ...lane, mode: "AIR" as const })),
  ]);
  const arrivals = lanes.flatMap(({ mode, from, to, carriers }, place) =>
    carriers.flatMap((carrierCode, turn) => {
      const random = createRandom(31_000_000 + place * 100 + turn);
      return Array.from({ length: ARRIVALS }, (_, index): PastArrival => {
        const days = (OLDEST_DAYS * (index + random.next())) / ARRIVALS;
        const arrivedAt = new Date(today.getTime() - days * DAY_MS);
        const offMs = mode === "OCEAN" ? random.pick(OFF_DAYS) * DAY_MS : random.int(-2, 14) * HOUR_MS;
        const eta = (part: number) => new Date(arrivedAt.getTime() - offMs * part).toISOString();
        return {
          reference: `PAST-${place}-${carrierCode}-${index}`,
          carrierCode,
          mode,
          portOfDeparture: from,
          portOfArrival: to,
          arrivedAt: arrivedAt.toISOString(),
          etas: mode === "OCEAN" ? { 14: eta(1), 7: eta(0.6) } : { 1: eta(1) },
        };
      });
    }),
  );
  for (const [turn, code] of customers.entries())
    await keepPastArrivals(
      trx,
      companyIds.get(code)!,
      arrivals.filter((_, index) => index % customers.length === turn),
    );
}
