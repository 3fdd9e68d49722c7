import { withQuery } from "#app/lib/with-query.ts";

/** A list's state as names and values of its address, without what is the default anyway. */
export type ListParams = Record<string, string>;

export const pageSizes = [10, 25, 50, 100] as const;

/** The list with some of its state changed; null takes a value away. A change starts at the first page. */
export function listAddress(
  base: string,
  params: ListParams = {},
  changes: Record<string, string | null> = {},
): string {
  return withQuery(base, { ...params, ...changes });
}

/** Of a column's head: ascending, then descending, then back to the list's usual order. */
export function sortLinkOf(
  base: string,
  params: ListParams,
  sort: string,
): { href: string; direction: "asc" | "desc" | null } {
  const direction = params.sort === sort ? (params.direction as "asc" | "desc") : null;
  const next = direction === null ? "asc" : direction === "asc" ? "desc" : null;
  return { direction, href: listAddress(base, params, { sort: next && sort, direction: next }) };
}
