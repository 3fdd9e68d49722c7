import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { listAddress } from "#app/components/list/address.ts";
import type { ColumnView, FilteredView, ListView, Tab } from "#app/components/list/list-view.ts";
import { searchView } from "#app/components/list/search-view.server.ts";
import { listView } from "#app/components/list/view.server.ts";
import { shipmentStatusFilters } from "#app/contract/shipment-code.ts";
import { trackingList, trackingNumbers, trackingOrders, trackingTotals } from "#app/contract/tracking.ts";
import { formatInstant } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Area, Grouping } from "./areas.ts";
import type { ShowRows } from "./numbers.server.ts";
import { type TrackingQuery, trackingParams } from "./query.server.ts";
import { linesTable, type TableView, totalsTables } from "./tables.server.ts";

/** What stands above the rows of an area. */
export interface AreaHead {
  title: string;
  /** What the area has; null where its views say it. */
  lead: string | null;
  index: Area["index"];
  detail: Area["detail"];
  /** Null above the totals of a year, and the answer to many numbers. */
  views: (Views & Pick<ListView<unknown>, "base" | "params">) | null;
  search: FilteredView | null;
  /** Null: the provider does not answer many numbers. */
  paste: Paste | null;
}

type Views = Pick<ListView<unknown>, "tabs" | "tabName">;

/** The panel for many numbers. */
interface Paste {
  isOpen: boolean;
  /** Opens it, or closes it. */
  toggle: string;
  title: string;
  label: string;
  hint: string;
  button: string;
}

interface RowsView<Column extends ColumnView> extends ListView<string, Column> {
  kind: "rows";
  /** Which part of the year is shown, with the way back to its totals. */
  part: { text: string; back: { href: string; text: string } } | null;
}

interface Paged {
  page: number;
  pageSize: number;
  rowCount: number;
  total: number;
  isTotalCapped: boolean;
  base: string;
  params: Record<string, string>;
  lost: string | null;
  empty: { title: string; text: string };
}

export type AreaView<Column extends ColumnView> =
  | RowsView<Column>
  | (Paged & {
      kind: "orders";
      caption: string;
      columns: Column[];
      groups: { key: string; heading: string; note: string | null; rows: string[] }[];
    })
  | (Paged & { kind: "lines"; table: TableView })
  | {
      kind: "totals";
      heading: string;
      note: string;
      tables: TableView[];
      yearsLabel: string;
      years: { path: string; text: string }[];
    };

const groupingOf = (query: TrackingQuery, area: Area): Grouping => query.filter.by ?? area.groupings[0]!;

/** Whether the totals of a year are shown, and not the shipments behind one of them. */
const isOfTotals = (query: TrackingQuery, area: Area): boolean => {
  const { month, from, rows } = query.filter;
  return groupingOf(query, area) === "year" && !month && !from && !rows;
};

/** `numbers` are those that the page answers, as they stand in its address. */
export function areaHead(
  visit: Visit,
  area: Area,
  query: TrackingQuery,
  { search, numbers }: { search: URLSearchParams; numbers: string | null },
): AreaHead {
  const { t } = visit;
  const base = href(area.index);
  const params = trackingParams(query);
  const address = listAddress(base, params, { numbers });
  const isPanel = search.getAll("panel").at(-1) === "numbers";
  const isList = numbers === null && !isOfTotals(query, area);
  return {
    title: t(`tracking:title.${area.name}.${groupingOf(query, area)}` as "tracking:title.tracking.house"),
    lead: area.name === "tracking" ? null : t(`tracking:lead.${area.name}`),
    index: area.index,
    detail: area.detail,
    views: isList ? { base, params, ...viewsOf(visit, area) } : null,
    search: isList ? searchOf(visit, area, query, search) : null,
    paste: visit.offers(trackingNumbers)
      ? {
          isOpen: isPanel,
          toggle: isPanel ? address : withQuery(address, { panel: "numbers" }),
          title: t("tracking:numbers.title"),
          label: t("tracking:numbers.label"),
          hint: t("tracking:numbers.hint"),
          button: t("tracking:numbers.button"),
        }
      : null,
  };
}

/** The first search key of a grouping is the box, the others are filters. Null where there is none. */
function searchOf(
  { t }: Visit,
  area: Area,
  query: TrackingQuery,
  search: URLSearchParams,
): FilteredView | null {
  const [box, ...filters] = (area.keys[groupingOf(query, area)] ?? []).map((name) => ({
    name,
    label: t(`tracking:search.${name}`),
  }));
  const address = { base: href(area.index), params: trackingParams(query) };
  return box ? searchView(address, search, t("tracking:search.filters"), [box, ...filters]) : null;
}

/** States of shipments, then the other groupings, as one row of views; none where an area has no rows of shipments. */
function viewsOf({ t }: Visit, { groupings: [first, ...others] }: Area): Views {
  if (first !== "house" && first !== "year") return { tabs: [] };
  return {
    tabName: ["status", "by"],
    tabs: [
      ["", t("shipments:allStatuses")],
      ...shipmentStatusFilters.map((each): Tab => [`status=${each}`, t(`shipments:status.${each}`)]),
      ...others.map((each): Tab => [`by=${each}`, t(`tracking:grouping.${each as "po"}`)]),
    ],
  };
}

/** The rows of an area for its URL. Throws as `visit.read`. */
export async function areaView<Column extends ColumnView>(
  visit: Visit,
  area: Area,
  query: TrackingQuery,
  show: ShowRows<Column>,
): Promise<AreaView<Column>> {
  const grouping = groupingOf(query, area);
  if (grouping === "po" || grouping === "sku") return ordersView(visit, area, query, show);
  if (isOfTotals(query, area)) return totalsView(visit, area, query, new Date());
  return rowsView(visit, area, query, show, new Date());
}

async function rowsView<Column extends ColumnView>(
  visit: Visit,
  area: Area,
  query: TrackingQuery,
  show: ShowRows<Column>,
  now: Date,
): Promise<RowsView<Column>> {
  const { t } = visit;
  const { filter, sort, direction, page, pageSize } = query;
  const { houseNumber, shipper, consignee, status, month, from, to, mode } = filter;
  const isYear = groupingOf(query, area) === "year";
  const year = yearOf(visit, query, now);
  const shipments = await visit.read(trackingList, {
    ...(isYear ? { ofYear: { year, month, from, to, mode } } : { houseNumber, shipper, consignee }),
    status,
    sort,
    direction,
    page,
    pageSize,
    clock: visit.clock.named,
  });
  const params = trackingParams(query);
  const back = {
    href: withQuery(href(area.index), { year: String(year) }),
    text: `${t(`shell:nav.${area.name}`)} ${year}`,
  };
  const lane = from && to ? [`${from} → ${to}`] : [];
  const modes = mode ? [t(`shipments:mode.${mode}`)] : [];
  return {
    kind: "rows",
    ...listView(visit, { base: href(area.index), params, page, pageSize }, shipments, {
      ...show(shipments.rows),
      ...viewsOf(visit, area),
    }),
    look: "cards",
    part: isYear
      ? {
          text: [
            t("tracking:totals.departed", {
              when: month ? `${year}-${String(month).padStart(2, "0")}` : String(year),
            }),
            ...lane,
            ...modes,
          ].join(" · "),
          back,
        }
      : null,
  };
}

async function ordersView<Column extends ColumnView>(
  visit: Visit,
  area: Area,
  query: TrackingQuery,
  show: ShowRows<Column>,
): Promise<AreaView<Column>> {
  const { t } = visit;
  const { filter, page, pageSize } = query;
  const { poNumber, skuNumber } = filter;
  const isBySku = groupingOf(query, area) === "sku";
  const orders = await visit.read(trackingOrders, {
    poNumber,
    ...(isBySku && { skuNumber }),
    page,
    pageSize,
  });
  const isSearched = Boolean(poNumber || (isBySku && skuNumber));
  const paged: Paged = {
    page,
    pageSize,
    total: orders.total,
    isTotalCapped: orders.isTotalCapped,
    rowCount: orders.rows.length,
    base: href(area.index),
    params: trackingParams(query),
    lost: visit.lostText(orders.rows),
    empty: {
      title: t(isSearched ? "tracking:orders.noMatch" : "tracking:orders.none"),
      text: t(isSearched ? "tracking:orders.noMatchText" : "tracking:orders.noneText"),
    },
  };
  if (isBySku) return { kind: "lines", ...paged, table: linesTable(visit, area, orders.rows) };
  return {
    kind: "orders",
    ...paged,
    caption: t("tracking:orders.caption"),
    columns: show([]).columns,
    groups: orders.rows.map((order, index) => ({
      key: `${order.poNumber} ${index}`,
      heading: t("tracking:order", { number: order.poNumber }),
      note:
        order.shipmentTotal > order.shipments.length
          ? t("tracking:numbers.more", { shown: order.shipments.length, count: order.shipmentTotal })
          : null,
      rows: show(order.shipments).rows,
    })),
  };
}

async function totalsView<Column extends ColumnView>(
  visit: Visit,
  area: Area,
  query: TrackingQuery,
  now: Date,
): Promise<AreaView<Column>> {
  const { t } = visit;
  const year = yearOf(visit, query, now);
  const present = presentYear(visit, now);
  const totals = await visit.read(trackingTotals, { year, clock: visit.clock.named });
  return {
    kind: "totals",
    heading: t(year < present ? "tracking:totals.year" : "tracking:totals.toDate", { year: String(year) }),
    note: t("tracking:totals.note"),
    tables: totalsTables(visit, area, { year, ...totals }),
    yearsLabel: t("tracking:totals.years"),
    years: [year - 1, year + 1]
      .filter((each) => each >= 2000 && each <= present)
      .map((each) => ({ path: listAddress(href(area.index), { year: String(each) }), text: String(each) })),
  };
}

const yearOf = (visit: Visit, { filter }: TrackingQuery, now: Date) =>
  Math.min(filter.year ?? presentYear(visit, now), presentYear(visit, now));

const presentYear = ({ clock }: Visit, now: Date) => Number(formatInstant(now, clock.zone)?.slice(0, 4));
