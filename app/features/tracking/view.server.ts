import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { listAddress } from "#app/components/list/address.ts";
import type { ColumnView, ListView, Tab } from "#app/components/list/list-view.ts";
import { listView } from "#app/components/list/view.server.ts";
import { shipmentStatusFilters } from "#app/contract/shipment-code.ts";
import { trackingList, trackingNumbers, trackingOrders, trackingTotals } from "#app/contract/tracking.ts";
import { formatInstant } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Area, Grouping, SearchKey } from "./areas.ts";
import type { ShowRows } from "./numbers.server.ts";
import { type TrackingQuery, trackingParams } from "./query.server.ts";
import { linesTable, type TableView, totalsTables } from "./tables.server.ts";

/** What stands above the rows of an area. */
export interface AreaHead {
  title: string;
  lead: string;
  index: Area["index"];
  detail: Area["detail"];
  /** Links between the groupings, where there are several. */
  groupings: { path: string; text: string; isCurrent: boolean }[];
  search: {
    keys: { name: SearchKey; label: string; value: string }[];
    hidden: [string, string][];
    button: string;
  };
  /** Null: the provider does not answer many numbers. */
  paste: { title: string; label: string; hint: string; button: string } | null;
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

export function areaHead(visit: Visit, area: Area, query: TrackingQuery): AreaHead {
  const { t } = visit;
  const grouping = groupingOf(query, area);
  const keys = area.keys[grouping] ?? [];
  return {
    title: t(`tracking:title.${area.name}.${grouping}` as "tracking:title.tracking.house"),
    lead: t(`tracking:lead.${area.name}`),
    index: area.index,
    detail: area.detail,
    groupings:
      area.groupings.length > 1
        ? area.groupings.map((each, index) => ({
            path: withQuery(href(area.index), { by: index === 0 ? null : each }),
            text: t(`tracking:grouping.${each as "house" | "po"}`),
            isCurrent: each === grouping,
          }))
        : [],
    search: {
      keys: keys.map((name) => ({
        name,
        label: t(`tracking:search.${name}`),
        value: query.filter[name] ?? "",
      })),
      hidden: query.filter.by ? [["by", query.filter.by]] : [],
      button: t("tracking:search.button"),
    },
    paste: visit.offers(trackingNumbers)
      ? {
          title: t("tracking:numbers.title"),
          label: t("tracking:numbers.label"),
          hint: t("tracking:numbers.hint"),
          button: t("tracking:numbers.button"),
        }
      : null,
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
  const { month, from, rows } = query.filter;
  if (grouping === "year" && !month && !from && !rows) return totalsView(visit, area, query, new Date());
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
      ...show(shipments.rows, area.columns),
      tabs: [
        ["", t("shipments:allStatuses")],
        ...shipmentStatusFilters.map((each): Tab => [each, t(`shipments:status.${each}`)]),
      ],
    }),
    columns: show([], area.columns).columns,
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
    columns: show([], area.columns).columns,
    groups: orders.rows.map((order, index) => ({
      key: `${order.poNumber} ${index}`,
      heading: t("tracking:order", { number: order.poNumber }),
      note:
        order.shipmentTotal > order.shipments.length
          ? t("tracking:numbers.more", { shown: order.shipments.length, count: order.shipmentTotal })
          : null,
      rows: show(order.shipments, area.columns).rows,
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
