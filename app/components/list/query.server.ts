import { z } from "zod";
import { transportModes } from "#app/contract/freight-code.ts";
import { isDay } from "#app/lib/date-time.ts";
import { type ListParams, pageSizes } from "./address.ts";

const DEFAULT_PAGE_SIZE = 25;

/** A text filter: too long text is cut, empty text is no filter. */
export const words = (max: number) =>
  z
    .string()
    .transform((typed) => typed.trim().slice(0, max) || undefined)
    .optional();

/** A filter by one of several values; any other value is no filter. */
export const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values).optional().catch(undefined);

/** A filter by a day, "YYYY-MM-DD"; any other value is no filter. */
export const typedDay = z.string().refine(isDay).optional().catch(undefined);

/** The filters of a list with `modeSearch` and status tabs. */
export const modeFilters = <const T extends readonly string[]>(statuses: T) => ({
  status: choice(statuses),
  mode: choice(transportModes),
  keyword: words(100),
});

/** The state of a list in its query. */
export interface ListQuery<Filter, Sort extends string> {
  filter: Filter;
  sort: Sort;
  direction: "asc" | "desc";
  page: number;
  pageSize: (typeof pageSizes)[number];
}

/**
 * Reads and writes a list's query: its own filters, and the parameters of all lists. `sorts` are the
 * sortable columns; `usual` is the default one, in the direction `usually`.
 */
export function listQuery<Filters extends z.ZodRawShape, const Sorts extends readonly string[]>(
  filters: Filters,
  sorts: Sorts,
  usual: Sorts[number],
  usually: "asc" | "desc" = "desc",
) {
  const filterShape = z.object(filters);
  const pageShape = z.object({
    sort: z.enum(sorts).catch(() => usual as never),
    direction: z.enum(["asc", "desc"]).catch(usually),
    page: z.coerce.number().int().min(1).max(100_000).catch(1),
    pageSize: z.coerce.number().pipe(z.literal(pageSizes)).catch(DEFAULT_PAGE_SIZE),
  });
  type Query = ListQuery<z.output<typeof filterShape>, Sorts[number]>;
  return {
    /** Never throws: an invalid value is replaced by the default. */
    read(search: URLSearchParams): Query {
      const values = Object.fromEntries(search);
      const { sort, ...page } = pageShape.parse(values);
      return { filter: filterShape.parse(values), sort, ...page };
    },
    /** The shortest query for the state, without the page, for links and forms of the page. */
    params({ filter, sort, direction, pageSize }: Omit<Query, "page">): ListParams {
      const params: ListParams = {};
      for (const [name, value] of Object.entries(filter)) if (value) params[name] = String(value);
      if (sort !== usual || direction !== usually) Object.assign(params, { sort, direction });
      if (pageSize !== DEFAULT_PAGE_SIZE) params.pageSize = String(pageSize);
      return params;
    },
  };
}
