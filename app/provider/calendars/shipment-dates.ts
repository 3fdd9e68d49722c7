import { type Kysely, type Selectable, sql } from "kysely";
import { dayToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { CalendarDate } from "./source.ts";

type Shipment = Selectable<Database["shipment"]>;

/** Arrival, and the first last free day of the containers: stated by somebody, or computed from a tariff. */
export async function shipmentDates(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<CalendarDate[]> {
  const rows = await db
    .selectFrom("shipment")
    .select(["id", "house_number", "status", "port_of_arrival", "port_of_final_arrival"])
    .select(["eta", "ata", "day_only", "reached", "dates", "free_time_day"])
    .select(
      sql<boolean>`exists (select from free_time_statement f where f.shipment_id = shipment.id and f.last_free_day is not null)`.as(
        "is_stated",
      ),
    )
    .where("id", "=", sql<string>`any(${[...shipmentIds]}::bigint[])`)
    .execute();
  return rows.flatMap((row) => {
    const about = { shipmentId: row.id, houseNumber: row.house_number };
    return [arrivalOf(row), freeDayOf(row)].flatMap((date) => (date ? [{ ...about, ...date }] : []));
  });
}

type Dated = Omit<CalendarDate, "shipmentId" | "houseNumber">;
type Arriving = Pick<Shipment, "eta" | "ata" | "day_only" | "reached" | "port_of_arrival">;
type Freed = Pick<
  Shipment,
  "status" | "free_time_day" | "dates" | "port_of_arrival" | "port_of_final_arrival"
>;

function arrivalOf({ eta, ata, day_only, reached, port_of_arrival: place }: Arriving): Dated | null {
  // A stored date without an event is an estimate, whatever its column is called.
  const isActual = ata !== null && (reached ?? []).includes("ata");
  const isOfEta = !isActual && eta !== null;
  const instant = isOfEta ? eta : ata;
  const at = day_only.includes(isOfEta ? "eta" : "ata") ? dayToWire(instant) : instant;
  const title = isActual ? "calendarArrived" : "calendarEta";
  return at ? { kind: "eta", at, place, isEstimate: !isActual, title } : null;
}

function freeDayOf(row: Freed & { is_stated: boolean }): Dated | null {
  const railDay = row.dates.railRampLastFreeDay;
  const day = row.free_time_day ?? railDay;
  if (!day || row.status === "COMPLETED") return null;
  const isStated = row.is_stated || railDay !== undefined;
  return {
    kind: "lastFreeDay",
    isEstimate: !isStated,
    at: day.length === 10 ? day : new Date(day),
    title: isStated ? "calendarLastFreeDay" : "calendarFreeDayComputed",
    place: row.port_of_final_arrival ?? row.port_of_arrival,
  };
}
