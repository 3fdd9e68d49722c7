import { answerFor, type Visit } from "#app/access/visit.server.ts";
import type { ListParams } from "#app/components/list/address.ts";
import type { ColumnWidth } from "#app/components/list/data-table.tsx";
import {
  type ShipmentColumn,
  type ShipmentRow,
  shipmentColumns,
  shipmentDetail,
  shipmentFollow,
  shipmentList,
} from "#app/contract/shipment.ts";
import {
  filterDateTypes,
  jobModes,
  serviceGroupNames,
  shipmentStatusFilters,
} from "#app/contract/shipment-code.ts";
import { columnLabel, modeLabel, serviceGroupLabel, statusLabel } from "./labels.server.ts";
import { type Chip, chipsOf } from "./list-chips.server.ts";
import {
  arrivalOfRow,
  badgeOfRow,
  type ColumnKind,
  columnRules,
  type Reader,
} from "./list-columns.server.ts";
import {
  filterToAsk,
  isDateFilterHalf,
  type ListQuery,
  listParams,
  usualColumns,
} from "./list-query.server.ts";
import { type PortFilter, readPorts } from "./ports.server.ts";
import { packRow } from "./row-view.ts";

export interface ColumnView {
  key: ShipmentColumn;
  label: string;
  width: ColumnWidth;
  kind?: ColumnKind;
  /** The value of `sort` in the address. */
  sort?: string;
}

/** A code and what it is called. */
export type Choice = [value: string, label: string];

export interface FilterProblem {
  field: "dateType" | "portOfDeparture" | "portOfArrival";
  kind: "date" | "port";
}

export interface ListView {
  params: ListParams;
  page: number;
  pageSize: number;
  total: number;
  /** Whether a row leads to its shipment, and can be followed. */
  canOpen: boolean;
  canFollow: boolean;
  /** Says that rows could not be read. */
  lost: string | null;
  isTotalCapped: boolean;
  columns: ColumnView[];
  /** Packed; `unpackRow` reads them. */
  rows: string[];
  tabs: Choice[];
  /** What the panel of filters offers; null while it is closed. */
  panel: {
    mode: Choice[];
    service: Choice[];
    dateType: Choice[];
    ports: NonNullable<PortFilter["choices"]>;
  } | null;
  chips: Chip[];
  /** Only with the panel of columns open: every column, and whether it is shown. */
  allColumns: [...Choice, isShown: boolean][] | null;
  problems: FilterProblem[];
  /** On whose clock the dates are, and the days of the filter. */
  clockNote: string;
}

/** The list for its address: what the provider found, in the reader's language and zones. Throws as `visit.read`. */
export async function loadList(
  visit: Visit,
  query: ListQuery,
  columnsOfPerson: ShipmentColumn[] | null,
): Promise<ListView> {
  const { t } = visit;
  const { filter, sort, direction, page, pageSize } = query;
  const isDateHalf = isDateFilterHalf(filter);
  const isPanelWanted = query.panel === "filters" || isDateHalf;
  const ports = await readPorts(visit, filter, isPanelWanted).catch((error) => {
    throw answerFor(error);
  });
  const problems: FilterProblem[] = [
    ...(isDateHalf ? [{ field: "dateType", kind: "date" } as const] : []),
    ...ports.unknown.map((field) => ({ field, kind: "port" }) as const),
  ];
  const found =
    ports.unknown.length > 0
      ? { rows: [], total: 0, isTotalCapped: false }
      : await visit.read(shipmentList, {
          ...filterToAsk(filter, ports.codes),
          sort,
          direction,
          page,
          pageSize,
          clock: visit.clock.named,
        });
  const columns = withHouseNumber(query.columns ?? columnsOfPerson ?? usualColumns);
  const choices = <T extends string>(values: readonly T[], label: (value: T) => string): Choice[] =>
    values.map((value) => [value, label(value)]);
  return {
    params: listParams(query),
    page,
    pageSize,
    total: found.total,
    lost: visit.lostText(found.rows),
    canOpen: visit.offers(shipmentDetail),
    canFollow: visit.offers(shipmentFollow),
    isTotalCapped: found.isTotalCapped,
    columns: columns.map((column) => columnView(visit, column)),
    rows: rowViews(visit, found.rows, columns),
    tabs: [
      ["", t("shipments:allStatuses")],
      ...choices(shipmentStatusFilters, (status) => statusLabel(t, status)),
    ],
    panel:
      ports.choices && (isPanelWanted || problems.length > 0)
        ? {
            mode: choices(jobModes, (mode) => modeLabel(t, mode)),
            service: choices(serviceGroupNames, (group) => serviceGroupLabel(t, group)),
            dateType: choices(filterDateTypes, (type) => columnLabel(t, type)),
            ports: ports.choices,
          }
        : null,
    chips: chipsOf(t, filter),
    allColumns:
      query.panel === "columns"
        ? shipmentColumns.map((column) => [column, columnLabel(t, column), columns.includes(column)])
        : null,
    problems,
    clockNote: clockNote(visit),
  };
}

/** What the export is asked for: the list's filter, without its pages. Throws what `call` throws. */
export async function exportRequest(
  visit: Visit,
  { filter, sort, direction, columns }: ListQuery,
  columnsOfPerson: ShipmentColumn[] | null,
) {
  const { codes, unknown } = await readPorts(visit, filter, false);
  // As in the list: a text that names no port finds nothing, and is no code either.
  for (const field of unknown) codes[field] = filter[field]?.slice(0, 10);
  return {
    ...filterToAsk(filter, codes),
    sort,
    direction,
    clock: visit.clock.named,
    columns: withHouseNumber(columns ?? columnsOfPerson ?? usualColumns),
  };
}

/** Packed rows for the columns. */
function rowViews(visit: Visit, rows: readonly ShipmentRow[], columns: readonly ShipmentColumn[]): string[] {
  const reader = readerOf(visit);
  return rows.map((row) =>
    packRow({
      id: row.id,
      status: badgeOfRow(row, visit.t).status,
      isFollowed: row.isFollowed,
      cells: columns.map((column) => columnRules[column].text(row, reader)),
    }),
  );
}

/** A line each: house number, badge, from, to, and one date with its name. */
export function lineViews(visit: Visit, rows: readonly ShipmentRow[], date: "booking" | "eta"): string[] {
  const reader = readerOf(visit);
  const { t } = visit;
  return rows.map((row) => {
    const badge = badgeOfRow(row, t);
    const arrival = date === "eta" ? arrivalOfRow(row, reader) : null;
    const time = arrival?.text ?? columnRules[date].text(row, reader);
    const dated = arrival?.isEta === false || time === "" ? time : `${columnLabel(t, date)} ${time}`;
    const places = (["portOfDeparture", "portOfArrival"] as const).map((key) =>
      columnRules[key].text(row, reader),
    );
    const { id, isFollowed, houseNumber } = row;
    return packRow({
      ...{ id, isFollowed, status: badge.status },
      cells: [houseNumber, badge.label, ...places, dated],
    });
  });
}

const readerOf = (visit: Visit): Reader => ({
  t: visit.t,
  language: visit.language,
  now: new Date(),
  clock: visit.clock.named,
});

const clockNote = ({ clock, t }: Visit) =>
  clock.choice === "place" ? t("clock:list.place") : t("clock:list.zone", { zone: clock.zoneName });

function columnView({ t }: Visit, key: ShipmentColumn): ColumnView {
  const { width, kind, sort } = columnRules[key];
  return { key, label: columnLabel(t, key), width, ...(kind && { kind }), ...(sort && { sort }) };
}

/** A row is known by its house number, whatever else is shown. */
function withHouseNumber(columns: ShipmentColumn[]): ShipmentColumn[] {
  return ["houseNumber", ...columns.filter((column) => column !== "houseNumber")];
}
