import { href } from "react-router";
import type { z } from "zod";
import { answerFor } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { ColumnChoices, FilteredView, ListView, Tab } from "#app/components/list/list-view.ts";
import { listView } from "#app/components/list/view.server.ts";
import { clockNote } from "#app/components/moment.server.ts";
import { type ShipmentRow, shipmentDetail, shipmentFollow, shipmentList } from "#app/contract/shipment.ts";
import { type ShipmentView, shipmentViews } from "#app/contract/shipment-code.ts";
import { type ShipmentColumn, shipmentColumns } from "#app/contract/shipment-export.ts";
import { textOf } from "#app/lib/moment.ts";
import { formatNumber } from "#app/lib/money.ts";
import { isOwnTurn } from "#app/lib/next-step.ts";
import { columnLabel } from "../labels.server.ts";
import { readPorts } from "../ports.server.ts";
import { progressOfRow, stepOfRow, type Words } from "../standing.server.ts";
import type { LookOfBrowser } from "./column-choice.server.ts";
import {
  arrivalOfRow,
  badgeOfRow,
  type ColumnRule,
  columnRules,
  overviewColumns,
  overviewRules,
} from "./columns.server.ts";
import { chipsOf, filterGroups } from "./filters.server.ts";
import {
  filterToAsk,
  isDateFilterHalf,
  type ListQuery,
  listParams,
  rowLooks,
  usualColumns,
} from "./query.server.ts";
import {
  packColumns,
  packLine,
  packRow,
  type ShipmentColumnView,
  unpackColumns,
  unpackRow,
} from "./row-view.ts";

/** Rows and columns are packed; `unpackRow` and `unpackColumns` read them. */
export interface ShipmentListView extends Omit<ListView<string>, "columns">, FilteredView {
  columns: string;
  /** Whether rows link to their shipment and can be followed. */
  canOpen: boolean;
  canFollow: boolean;
  /** Only when the columns panel is open. */
  allColumns: ColumnChoices | null;
  rowChoices: ColumnChoices | null;
}

/** The list for its URL, in the reader's language and zones. Throws as `visit.read`. */
export async function loadList(
  visit: Visit,
  query: ListQuery,
  look: LookOfBrowser,
): Promise<ShipmentListView> {
  const { t } = visit;
  const { filter, sort, direction, page, pageSize } = query;
  const isDateHalf = isDateFilterHalf(filter);
  const isPanelWanted = query.panel === "filters" || isDateHalf;
  const ports = await readPorts(visit, filter, isPanelWanted).catch((error) => {
    throw answerFor(error);
  });
  const problems = [
    ...(isDateHalf ? [{ field: "dateType", text: t("shipments:filterProblem.date") }] : []),
    ...ports.unknown.map((field) => ({ field, text: t("shipments:filterProblem.port") })),
  ];
  const shipments =
    ports.unknown.length > 0
      ? { rows: [], total: 0, isTotalCapped: false, views: null }
      : await visit.read(shipmentList, {
          ...filterToAsk(filter, ports.codes),
          sort,
          direction,
          page,
          pageSize,
          clock: visit.clock.named,
          withViews: true,
        });
  const columns = withHouseNumber(look.columns ?? usualColumns);
  const shownRules = look.columns ? rulesOf(visit, columns) : overviewOf(visit);
  const isPanelOpen = isPanelWanted || problems.length > 0;
  return {
    ...listView(
      visit,
      { base: href("/shipments/index"), params: listParams(query), page, pageSize },
      shipments,
      {
        columns: packColumns(shownRules.map(columnView)),
        rows: rowViews(visit, shipments.rows, shownRules),
        tabs: viewTabs(visit, shipments.views),
        note: clockNote(visit),
      },
    ),
    canOpen: visit.offers(shipmentDetail),
    canFollow: visit.offers(shipmentFollow),
    tabName: viewFilters,
    box: ["keyword", t("shipment-list:keyword")],
    panel: ports.choices && isPanelOpen ? filterGroups(t, ports.choices, clockNote(visit)) : null,
    chips: chipsOf(visit, filter),
    problems,
    allColumns:
      query.panel === "columns"
        ? shipmentColumns.map((column) => [column, columnLabel(t, column), columns.includes(column)])
        : null,
    rowChoices:
      query.panel === "columns"
        ? rowLooks.map((each) => [each, t(`shipments:rows.${each}`), each === (look.rows ?? "standard")])
        : null,
    look: look.rows === "full" ? "" : look.rows === "compact" ? "cards compact" : "cards",
    order: sort === "updated" ? t(`shipments:order.${direction}`) : null,
  };
}

/** A view's rows by their house numbers, to tick. */
export function ticksOf({ columns, rows }: ShipmentListView): { id: string; label: string }[] {
  const at = unpackColumns(columns).findIndex(({ kind }) => kind === "number");
  return rows.map(unpackRow).map(({ id, cells }) => ({ id, label: cells[at]?.split("\n")[0] ?? "" }));
}

/** Input of the export: the list's filter without pages. Throws as `call`. */
export async function exportRequest(
  visit: Visit,
  { filter, sort, direction, columns }: ListQuery,
  columnsOfPerson: ShipmentColumn[] | null,
) {
  const { codes, unknown } = await readPorts(visit, filter, false);
  // As in the list: text that names no port is sent unchanged and finds nothing.
  for (const field of unknown) codes[field] = filter[field]?.slice(0, 10);
  return {
    ...filterToAsk(filter, codes),
    sort,
    direction,
    clock: visit.clock.named,
    columns: withHouseNumber((columns === "usual" ? null : (columns ?? columnsOfPerson)) ?? usualColumns),
  };
}

/** Rows and heads of the list's six columns, or of chosen ones, for other screens; `unpackRow` reads the rows. */
export function shownRows(visit: Visit, rows: readonly ShipmentRow[], columns?: readonly ShipmentColumn[]) {
  const rules = columns ? rulesOf(visit, columns) : overviewOf(visit);
  return { columns: rules.map(columnView), rows: rowViews(visit, rows, rules) };
}

type NamedRule = ColumnRule & { key: string; label: string };

const rulesOf = ({ t }: Visit, columns: readonly ShipmentColumn[]): NamedRule[] =>
  columns.map((key) => ({ ...columnRules[key], key, label: columnLabel(t, key) }));

const overviewOf = ({ t }: Visit): NamedRule[] =>
  overviewColumns.map((key) => ({ ...overviewRules[key], key, label: t(`shipments:overview.${key}`) }));

/** Packed rows of the columns. */
function rowViews(visit: Visit, rows: readonly ShipmentRow[], rules: readonly NamedRule[]): string[] {
  const reader = readerOf(visit);
  return rows.map((row) =>
    packRow({
      id: row.id,
      status: badgeOfRow(row, reader).status,
      isFollowed: row.isFollowed,
      isOwnTurn: isOwnTurn(row.nextStep),
      step: stepOfRow(row),
      cells: rules.map(({ text }) => text(row, reader)),
    }),
  );
}

/** One line each: house number, badge, from, to, one labelled date, and the progress, a line each. */
export function lineViews(visit: Visit, rows: readonly ShipmentRow[], date: "booking" | "eta"): string[] {
  const reader = readerOf(visit);
  const { t } = visit;
  return rows.map((row) => {
    const badge = badgeOfRow(row, reader);
    const arrival = date === "eta" ? arrivalOfRow(row, reader) : null;
    const time = arrival ? packLine(arrival.text) : columnRules[date].text(row, reader);
    const dated = arrival?.isEta === false || time === "" ? time : `${columnLabel(t, date)} ${time}`;
    const places = (["portOfDeparture", "portOfArrival"] as const).map((key) =>
      columnRules[key].text(row, reader),
    );
    const { id, isFollowed, houseNumber } = row;
    return packRow({
      id,
      isFollowed,
      isOwnTurn: false,
      status: badge.status,
      step: stepOfRow(row),
      cells: [houseNumber, badge.label, ...places, dated, progressOfRow(reader, row).map(textOf).join("\n")],
    });
  });
}

const readerOf = (visit: Visit): Words => ({
  t: visit.t,
  language: visit.language,
  now: new Date(),
  clock: visit.clock.named,
});

function columnView({ key, label, width, kind, sort, card }: NamedRule): ShipmentColumnView {
  return { key, label, width, ...(kind && { kind }), ...(sort && { sort }), ...(card && { card }) };
}

/** The filters that make a view; each view has none or one of them. */
const viewFilters = ["status", "isOwnTurn", "isArrivingSoon"];
const viewQueries: Record<ShipmentView, string> = {
  ownTurn: "isOwnTurn=true",
  delayed: "status=DELAYED",
  arriving: "isArrivingSoon=true",
  transit: "status=TRANSIT",
  booked: "status=BOOKED",
  completed: "status=COMPLETED",
  all: "",
};

/** The views with their numbers, where the provider says them. */
const viewTabs = (
  { t, language }: Visit,
  views: z.output<typeof shipmentList.response>["views"] | undefined,
): Tab[] =>
  shipmentViews.map((view) => {
    const number = views?.[view];
    const count = number && `${formatNumber(number.total, language)}${number.isTotalCapped ? "+" : ""}`;
    return count
      ? [viewQueries[view], t(`shipments:view.${view}`), count]
      : [viewQueries[view], t(`shipments:view.${view}`)];
  });

/** The house number is always shown, because it identifies the row. */
function withHouseNumber(columns: ShipmentColumn[]): ShipmentColumn[] {
  return ["houseNumber", ...columns.filter((column) => column !== "houseNumber")];
}
