import type { Visit } from "#app/access/visit.server.ts";
import type { Line } from "#app/lib/moment.ts";
import type { ListParams } from "./address.ts";
import type { ColumnView, ListView, Tab } from "./list-view.ts";

/** A column of a list: its head, and the cell for a record. */
export interface ListColumn<Record, Reader> extends Omit<ColumnView, "label"> {
  cell?: (record: Record, reader: Reader) => Line;
}

interface ReadPage<Record> {
  rows: readonly Record[];
  total: number;
  isTotalCapped: boolean;
}

/** View data of a list for `ListPage`, from the provider's page. `note` is shown below the table. */
export function listView<Record, Row, Columns = ColumnView[]>(
  visit: Visit,
  { base, params, page, pageSize }: { base: string; params: ListParams; page: number; pageSize: number },
  answer: ReadPage<Record>,
  view: { columns: Columns; rows: Row[]; tabs: Tab[]; note?: string },
): Omit<ListView<Row>, "columns"> & { columns: Columns } {
  const note = visit.t("clock:times.zone", { zone: visit.clock.zoneName });
  return {
    base,
    params,
    page,
    pageSize,
    total: answer.total,
    isTotalCapped: answer.isTotalCapped,
    lost: visit.lostText(answer.rows),
    note,
    ...view,
  };
}

/** The total of a list: "312", or "1,000+" where counting stopped. */
export function totalText(
  { t, language }: Visit,
  { total, isTotalCapped }: Omit<ReadPage<never>, "rows">,
): string {
  const text = total.toLocaleString(language);
  return isTotalCapped ? t("refusals:moreThan", { count: text as never }) : text;
}

/** Heads of columns with their names. */
export function columnViews<Key extends string, Record, Reader>(
  columns: readonly (ListColumn<Record, Reader> & { key: Key })[],
  labelOf: (key: Key) => string,
): ColumnView[] {
  return columns.map(({ cell: _, ...column }) => ({ ...column, label: labelOf(column.key) }));
}

/**
 * The cells of a record in column order; columns without a text of their own (number, status) are left out.
 */
export function cellsOf<Record, Reader>(
  columns: readonly ListColumn<Record, Reader>[],
  record: Record,
  reader: Reader,
): Line[] {
  return columns.flatMap(({ cell }) => (cell ? [cell(record, reader)] : []));
}

/** Status tabs after the tab for all; with counts if the provider sends them. */
export function statusTabs<Status extends string>(
  all: string,
  statuses: readonly Status[],
  labelOf: (status: Status) => string,
  counts: Partial<Record<Status, number>>,
): Tab[] {
  // Without counts per status there is no sum either.
  const known = Object.values<number | undefined>(counts).filter((count) => count !== undefined);
  const sum = known.length > 0 ? known.reduce((total, count) => total + count, 0) : undefined;
  return [["", all, sum], ...statuses.map((status): Tab => [status, labelOf(status), counts[status]])];
}
