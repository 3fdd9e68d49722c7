/** The list's address as names and values, without what is the default anyway. */
export type ListParams = Record<string, string>;

export const pageSizes = [10, 25, 50, 100] as const;

export const QUOTE_LIST = "/quote/index";

/** The list with some of its state changed; null takes a value away. A change starts at the first page. */
export function quoteListHref(params: ListParams, changes: Record<string, string | null> = {}): string {
  const given = Object.entries({ ...params, ...changes }).filter(([, value]) => value);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search ? `${QUOTE_LIST}?${search}` : QUOTE_LIST;
}
