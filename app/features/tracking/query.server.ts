import { z } from "zod";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import { jobModes, shipmentSortKeys, shipmentStatusFilters } from "#app/contract/shipment-code.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Area } from "./areas.ts";

const whole = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).optional().catch(undefined);

const query = listQuery(
  {
    by: choice(["house", "po", "sku", "year"]),
    houseNumber: words(50),
    poNumber: words(50),
    skuNumber: words(50),
    shipper: words(100),
    consignee: words(100),
    status: choice(shipmentStatusFilters),
    year: whole(2000, 2100),
    month: whole(1, 12),
    from: words(10),
    to: words(10),
    mode: choice(jobModes),
    /** The rows of a year, instead of its totals. */
    rows: choice(["all"]),
  },
  shipmentSortKeys,
  "updated",
);

export type TrackingQuery = ReturnType<typeof query.read>;
export const trackingParams = query.params;

/** Reads the URL of an area's list. Never throws: an invalid value is replaced by the default. */
export function readTrackingQuery(search: URLSearchParams, { groupings }: Area): TrackingQuery {
  const criteria = query.read(search);
  const by = groupings.find((grouping) => grouping === criteria.filter.by);
  const other = by === groupings[0] ? undefined : by;
  // Only the first grouping has rows of one state.
  const status = other ? undefined : criteria.filter.status;
  return { ...criteria, filter: { ...criteria.filter, by: other, status } };
}

/** Longest list of numbers in a URL: servers and browsers refuse much longer ones. */
export const NUMBERS_TEXT_MAX = 5_000;

/** The numbers in short form, with the commas as they are. */
export const numbersText = (numbers: readonly string[]) => numbers.map(encodeURIComponent).join(",");

/** An address with the numbers; `fields` are further parameters. */
export function withNumbers(
  path: string,
  numbers: readonly string[],
  fields: Record<string, string> = {},
): string {
  const address = withQuery(path, fields);
  return `${address}${address.includes("?") ? "&" : "?"}numbers=${numbersText(numbers)}`;
}
