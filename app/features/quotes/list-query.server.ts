import { z } from "zod";
import { type ListParams, pageSizes } from "#app/components/list/address.ts";
import { transportModes } from "#app/contract/freight-code.ts";
import { quoteSortKeys } from "#app/contract/quote.ts";
import { quoteStatuses } from "#app/lib/quote-state.ts";

const DEFAULT_PAGE_SIZE = 25;

const shape = z.object({
  status: z.enum(quoteStatuses).optional().catch(undefined),
  mode: z.enum(transportModes).optional().catch(undefined),
  keyword: z
    .string()
    .transform((typed) => typed.trim().slice(0, 100) || undefined)
    .optional(),
  sort: z.enum(quoteSortKeys).catch("requested"),
  direction: z.enum(["asc", "desc"]).catch("desc"),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  pageSize: z.coerce.number().pipe(z.literal(pageSizes)).catch(DEFAULT_PAGE_SIZE),
});
export type QuoteListQuery = z.infer<typeof shape>;

/** Reads the address of the list. Never throws: a bad value is the default. */
export function readQuoteListQuery(search: URLSearchParams): QuoteListQuery {
  return shape.parse(Object.fromEntries(search));
}

/** The query as short as it can be said, without the page: what links and forms of the page carry on. */
export function quoteListParams(query: QuoteListQuery): ListParams {
  const { status, mode, keyword, sort, direction, pageSize } = query;
  const params: ListParams = {};
  if (status) params.status = status;
  if (mode) params.mode = mode;
  if (keyword) params.keyword = keyword;
  if (sort !== "requested" || direction !== "desc") Object.assign(params, { sort, direction });
  if (pageSize !== DEFAULT_PAGE_SIZE) params.pageSize = String(pageSize);
  return params;
}
