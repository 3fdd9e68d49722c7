import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { CalendarDate } from "./source.ts";

/** Arrival, and the first last free day of the containers: stated by somebody, or computed from a tariff. */
export async function shipmentDates(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<CalendarDate[]> {
  const rows = await db
    .selectFrom("shipment")
    .select(["id", "house_number", "status", "port_of_arrival", "port_of_final_arrival"])
    .select(["eta", "ata", "reached", "dates", "free_time_day"])
    .select(
      sql<boolean>`exists (select from free_time_statement f where f.shipment_id = shipment.id and f.last_free_day is not null)`.as(
        "is_stated",
      ),
    )
    .where("id", "=", sql<string>`any(${[...shipmentIds]}::bigint[])`)
    .execute();
  return rows.flatMap((row) => {
    const about = { shipmentId: row.id, houseNumber: row.house_number };
    const dates: CalendarDate[] = [];
    // A stored date without an event is an estimate, whatever its column is called.
    const isActual = row.ata !== null && (row.reached ?? []).includes("ata");
    const at = isActual ? row.ata : (row.eta ?? row.ata);
    if (at)
      dates.push({
        ...{ ...about, kind: "eta", at, place: row.port_of_arrival, isEstimate: !isActual },
        title: isActual ? "calendarArrived" : "calendarEta",
      });
    const freeUntil = row.free_time_day ?? row.dates.railRampLastFreeDay;
    const isStated = row.is_stated || row.dates.railRampLastFreeDay !== undefined;
    if (freeUntil && row.status !== "COMPLETED")
      dates.push({
        ...{ ...about, kind: "lastFreeDay", isEstimate: !isStated },
        at: freeUntil.length === 10 ? freeUntil : new Date(freeUntil),
        title: isStated ? "calendarLastFreeDay" : "calendarFreeDayComputed",
        place: row.port_of_final_arrival ?? row.port_of_arrival,
      });
    return dates;
  });
}
