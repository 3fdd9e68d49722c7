import type { Kysely } from "kysely";
import { dayToWire } from "#app/lib/date-time.ts";
import { cutOffsOfShipments } from "../cut-offs/list.ts";
import type { Database } from "../db/schema.ts";
import { houseNumbers } from "./house-numbers.ts";
import type { CalendarDate } from "./source.ts";

/** Cut-offs (trade 12), whether what they are for is done or not. */
export async function cutOffDates(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<CalendarDate[]> {
  const cutOffs = await cutOffsOfShipments(db, shipmentIds);
  const numbers = await houseNumbers(db, shipmentIds);
  return cutOffs.map(({ shipmentId, code, time, placeCode }) => ({
    shipmentId: shipmentId!,
    houseNumber: numbers.get(shipmentId!) ?? "",
    kind: "cutOff",
    part: code,
    at: time.isDayOnly ? dayToWire(time.at)! : time.at,
    isEstimate: false,
    title: `calendarCutOff${code}` as const,
    place: placeCode,
  }));
}
