import type { z } from "zod";
import { type dashboardMap, MAPPED_MAX } from "#app/contract/dashboard.ts";
import type { CallerContext } from "../call/context.ts";
import { shipmentScopeOf } from "../shipments/filter.ts";
import { readJourneys } from "../shipments/journeys.ts";
import { listShipments } from "../shipments/list.ts";
import { routesOf } from "../shipments/route-legs.ts";

const FIRST = { page: 1, pageSize: MAPPED_MAX };
const nextEta = { sort: "eta", direction: "asc" } as const;

/** `dashboard/map`: of the same shipments as the list of what is in transit, in its order. */
export async function readMap(context: CallerContext): Promise<z.output<typeof dashboardMap.response>> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const { rows } = await listShipments(db, scope, { isUnderWay: true }, nextEta, FIRST, context);
  if (rows.length === 0) return { routes: [] };
  const journeys = await readJourneys(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return { routes: await routesOf(db, journeys, context) };
}
