import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { CalendarDate } from "./source.ts";

/** Arrival, and the last free day that was stored with the shipment. */
export async function shipmentDates(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<CalendarDate[]> {
  const rows = await db
    .selectFrom("shipment")
    .select(["id", "house_number", "status", "port_of_arrival", "port_of_final_arrival"])
    .select(["eta", "ata", "reached", "dates"])
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
    const freeUntil = row.dates.railRampLastFreeDay;
    if (freeUntil && row.status !== "COMPLETED")
      dates.push({
        ...{ ...about, kind: "lastFreeDay", isEstimate: false, title: "calendarLastFreeDay" },
        at: freeUntil.length === 10 ? freeUntil : new Date(freeUntil),
        place: row.port_of_final_arrival ?? row.port_of_arrival,
      });
    return dates;
  });
}
