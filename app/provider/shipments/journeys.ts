import type { Kysely } from "kysely";
import { cleanContainerNumber, ownContainers } from "#app/lib/container-number.ts";
import { buildMilestones } from "#app/lib/milestones/chain.ts";
import type { Database } from "../db/schema.ts";
import { markMoved } from "./container-move.ts";
import { readEvents } from "./recompute.ts";
import type { Journey } from "./route-legs.ts";
import { isDelayed } from "./row.ts";

/**
 * Shipments with the milestones that their legs follow from, in the order of the ids; those that are gone are left out. The
 * ids have to come from a query scoped to the caller's companies.
 */
export async function readJourneys(
  db: Kysely<Database>,
  ids: readonly string[],
  now: Date,
): Promise<(Journey & { id: string })[]> {
  if (ids.length === 0) return [];
  const shipments = await db
    .selectFrom("shipment")
    .select([
      "id",
      "house_number",
      "job_mode",
      "status",
      "delay_due_at",
      "eta",
      "container_numbers",
      "moved_containers",
      "place_of_receipt",
      "port_of_departure",
      "port_of_arrival",
      "port_of_final_arrival",
    ])
    .where("id", "in", ids)
    .execute();
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]));
  const events = Map.groupBy(await readEvents(db, ids), ({ shipmentId }) => shipmentId);
  return ids.flatMap((id) => {
    const shipment = byId.get(id);
    if (!shipment) return [];
    const { container_numbers: numbers, moved_containers: moved } = shipment;
    return {
      id,
      houseNumber: shipment.house_number,
      isDelayed: isDelayed(shipment, now),
      mode: shipment.job_mode,
      placeOfReceipt: shipment.place_of_receipt,
      portOfDeparture: shipment.port_of_departure,
      portOfArrival: shipment.port_of_arrival,
      portOfFinalArrival: shipment.port_of_final_arrival,
      eta: shipment.eta && { at: shipment.eta },
      isCompleted: shipment.status === "COMPLETED",
      milestones: buildMilestones(markMoved(events.get(id) ?? [], moved), {
        now,
        containers: ownContainers(numbers, moved).map(cleanContainerNumber),
      }).milestones,
    };
  });
}
