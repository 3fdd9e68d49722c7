import type { Kysely } from "kysely";
import type { z } from "zod";
import type { dashboard, ShipmentFilter } from "#app/contract/shipment.ts";
import type { StatusListKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { daysBefore, dayToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { ShipmentScope } from "./filter.ts";
import { listShipments, type ShipmentSort } from "./list.ts";

const ROWS = { page: 1, pageSize: 5 };
/** Today and the six days before, in the reader's time zone, so that the list can use the same filter. */
const LATEST_BOOKED_DAYS = 7;

interface CompiledFilter {
  filter: ShipmentFilter;
  sort: ShipmentSort;
}

/** The filter of each status list of product 2.7 (app/decisions/2026-11-20-dashboard-lists.md). */
function statusListFilters(today: string): Record<StatusListKey, CompiledFilter> {
  const latestBooked: ShipmentFilter = {
    dateType: "booking",
    dateFrom: daysBefore(today, LATEST_BOOKED_DAYS - 1)!,
    dateTo: today,
  };
  return {
    Booked_Shipments: { filter: { status: "BOOKED" }, sort: { sort: "booking", direction: "desc" } },
    Latest_Booked_Shipments: { filter: latestBooked, sort: { sort: "booking", direction: "desc" } },
    Latest_Active_Shipments: { filter: { isOpen: true }, sort: { sort: "updated", direction: "desc" } },
    In_Transit_Shipments: { filter: { isUnderWay: true }, sort: { sort: "eta", direction: "asc" } },
  };
}

/**
 * Reads the four status lists, the delayed and the arriving shipments: five rows of each with their count.
 */
export async function readDashboard(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { clock, today }: z.infer<typeof dashboard.request>,
  { language, now }: { language: Language; now: Date },
): Promise<z.infer<typeof dashboard.response>> {
  const ask = ({ filter, sort }: CompiledFilter) =>
    listShipments(db, scope, { ...filter, clock }, sort, ROWS, { language, now });
  const statusLists = [];
  for (const [key, compiled] of Object.entries(statusListFilters(today ?? dayToWire(now)!)) as [
    StatusListKey,
    CompiledFilter,
  ][]) {
    statusLists.push({ key, ...(await ask(compiled)) });
  }
  return {
    statusLists,
    delayed: await ask({ filter: { status: "DELAYED" }, sort: { sort: "eta", direction: "asc" } }),
    arriving: await ask({ filter: { isArrivingSoon: true }, sort: { sort: "eta", direction: "asc" } }),
  };
}
