import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { shipmentSort } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import { PLACE_CLOCK } from "#app/lib/clock.ts";

export type ShipmentSort = z.infer<typeof shipmentSort>;
/** Sort order and time zone: sorting by local times of places differs from sorting by instants. */
export interface Order extends ShipmentSort {
  clock?: string | undefined;
}

type SortColumns = Record<Exclude<ShipmentSortKey, "status">, RawBuilder<unknown>>;
export const INSTANT_COLUMNS: SortColumns = {
  houseNumber: sql`s.house_number collate "C"`,
  booking: sql`s.booking_at`,
  etd: sql`s.etd`,
  eta: sql`s.eta`,
  updated: sql`s.updated_at`,
};
const PLACE_COLUMNS: SortColumns = {
  ...INSTANT_COLUMNS,
  booking: sql`s.booking_local`,
  etd: sql`s.etd_local`,
  eta: sql`s.eta_local`,
};
export const sortColumns = (clock: string | undefined) =>
  clock === PLACE_CLOCK ? PLACE_COLUMNS : INSTANT_COLUMNS;
export const NULLABLE = new Set<ShipmentSortKey>(["booking", "etd", "eta"]);

/** Statuses in the order of a shipment's progress, for sorting by status. */
export const STATUS_ORDER = ["BOOKED", "TRANSIT", "COMPLETED"] as const;

export const orderOf = (direction: "asc" | "desc") => (direction === "asc" ? sql`asc` : sql`desc`);

/** The complete sort order, for reading all rows; rows without a date come last in both directions. */
export function orderBy({ sort, direction, clock }: Order): RawBuilder<unknown> {
  const way = orderOf(direction);
  if (sort === "status") {
    return sql`array_position(${[...STATUS_ORDER]}::text[], s.status) ${way}, s.updated_at desc, s.id desc`;
  }
  return sql`${sortColumns(clock)[sort]} ${way}${NULLABLE.has(sort) ? sql` nulls last` : sql``}, s.id ${way}`;
}

/** The same order for rows `m` with `key`, `updated_at` and `id`. */
export function keyOf({ sort, direction, clock }: Order): {
  key: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
} {
  const way = orderOf(direction);
  return sort === "status"
    ? {
        key: sql`array_position(${[...STATUS_ORDER]}::text[], s.status)`,
        order: sql`m.key ${way}, m.updated_at desc, m.id desc`,
      }
    : { key: sortColumns(clock)[sort], order: sql`m.key ${way} nulls last, m.id ${way}` };
}
