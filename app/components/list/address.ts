import { withQuery } from "#app/lib/with-query.ts";

/** A list's state as query parameters, without defaults. */
export type ListParams = Record<string, string>;

export const pageSizes = [10, 25, 50, 100] as const;

/** URL of the list with changed state; null removes a parameter. A change goes to the first page. */
export function listAddress(
  base: string,
  params: ListParams = {},
  changes: Record<string, string | null> = {},
): string {
  return withQuery(base, { ...params, ...changes });
}

/** Sort link of a column: ascending, then descending, then the list's default order. */
export function sortLinkOf(
  base: string,
  params: ListParams,
  sort: string,
): { href: string; direction: "asc" | "desc" | null } {
  const direction = params.sort === sort ? (params.direction as "asc" | "desc") : null;
  const next = direction === null ? "asc" : direction === "asc" ? "desc" : null;
  return { direction, href: listAddress(base, params, { sort: next && sort, direction: next }) };
}
