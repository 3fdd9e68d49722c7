import type { z } from "zod";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import type { Line } from "#app/lib/moment.ts";
import type { ExportView } from "./export-form.tsx";
import { exportView } from "./export-view.server.ts";
import type { ListView, Tab } from "./list-view.ts";
import { listQuery } from "./query.server.ts";
import { cellsOf, columnViews, type ListColumn, listView } from "./view.server.ts";

interface Page {
  rows: unknown[];
  total: number;
  isTotalCapped: boolean;
}

/**
 * What a list shows, said once: the call and the file of the same rows, the filters and columns of its address, the heads of its
 * columns and its tabs.
 */
interface ListDefinition<
  Req extends z.ZodObject,
  Res extends z.ZodType<Page>,
  Filters extends z.ZodRawShape,
  Sorts extends readonly string[],
  Key extends string,
> {
  path: string;
  call: Endpoint<Req, Res>;
  file?: { call: Endpoint<z.ZodObject>; path: string };
  /** Parameters of the address. */
  filters: Filters;
  sorts: Sorts;
  usual: Sorts[number];
  /** The direction of the usual order: `desc` unless given. */
  usually?: "asc" | "desc";
  /** The filter that counts where the address contradicts itself. */
  settle?: (filter: z.output<z.ZodObject<Filters>>) => z.output<z.ZodObject<Filters>>;
  /** The filters in the call's words; the filters themselves unless given. */
  request?: (filter: z.output<z.ZodObject<Filters>>, visit: Visit) => Partial<z.input<Req>>;
  /** The first column with what `row` gives, others with the text of their `cell`. */
  columns: readonly (ListColumn<z.output<Res>["rows"][number], Visit> & { key: Key })[];
  heading(key: NoInfer<Key>, visit: Visit): string;
  tabs(visit: Visit, answer: z.output<Res>): Tab[];
  /** The parameter that the tabs set, or several; `status` unless given. */
  tabName?: string | readonly string[];
  /** Below the table; the time zone of its times unless given. */
  note?: (visit: Visit) => string;
}

/** A page of the list, its rows with the cells of all columns that have a text of their own. */
export type DefinedView<Row> = ListView<Row & { cells: Line[] }> & { file: ExportView | null };

export function defineList<
  Req extends z.ZodObject,
  Res extends z.ZodType<Page>,
  Filters extends z.ZodRawShape,
  const Sorts extends readonly string[],
  const Key extends string,
>(list: ListDefinition<Req, Res, Filters, Sorts, Key>) {
  const query = listQuery(list.filters, list.sorts, list.usual, list.usually);
  type Criteria = ReturnType<typeof query.read>;
  const read = (search: URLSearchParams): Criteria => {
    const criteria = query.read(search);
    return list.settle ? { ...criteria, filter: list.settle(criteria.filter) } : criteria;
  };
  const requestOf = (filter: Criteria["filter"], visit: Visit) =>
    list.request ? list.request(filter, visit) : filter;
  return {
    path: list.path,
    /** The page for its address. Throws as `visit.read`. */
    async load<Row extends object>(
      visit: Visit,
      search: URLSearchParams,
      {
        row,
        path = list.path,
        subject = {},
        isShown = () => true,
        hasFile = true,
      }: {
        row(record: z.output<Res>["rows"][number]): Row;
        /** Where the list has several addresses. */
        path?: string;
        /** Fields of the request beside the filter: whose list it is. */
        subject?: Partial<z.input<Req>>;
        isShown?: (key: Key) => boolean;
        hasFile?: boolean;
      },
    ) {
      const criteria = read(search);
      const { filter, ...page } = criteria;
      const request = fieldsOf(list.call, { ...requestOf(filter, visit), ...subject, ...page });
      const answer = await visit.read(list.call, request as z.input<Req>);
      const columns = list.columns.filter(({ key }) => isShown(key));
      const params = query.params(criteria);
      const view: DefinedView<Row> = {
        ...listView(visit, { base: path, params, ...page }, answer, {
          columns: columnViews(columns, (key) => list.heading(key, visit)),
          rows: answer.rows.map((record) => ({ ...row(record), cells: cellsOf(columns, record, visit) })),
          tabs: list.tabs(visit, answer),
        }),
        ...(list.tabName && { tabName: list.tabName }),
        ...(list.note && { note: list.note(visit) }),
        file: list.file && hasFile ? exportView(visit, list.file.call, list.file.path, params) : null,
      };
      return { view, answer, filter, params };
    },
    /** The rows of the address as a file, times in the reader's zone. */
    save(visit: Visit, search: URLSearchParams, format: FileFormat) {
      if (!list.file) throw new Error(`${list.path} has no file`);
      const { filter, sort, direction } = read(search);
      const fields = { ...requestOf(filter, visit), sort, direction, format, zone: visit.zone };
      return exportFile(visit, list.file.call, fieldsOf(list.file.call, fields), list.path);
    },
  };
}

/** The fields that the call takes: not each one sorts, or has times. */
function fieldsOf({ request }: Endpoint<z.ZodObject>, fields: object) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in request.shape));
}
