import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ColumnView } from "#app/components/list/list-view.ts";
import type { TrackedLine, TrackedOrder, TrackedSums } from "#app/contract/tracking.ts";
import type { WireMoney, WirePlace } from "#app/contract/wire.ts";
import { formatMoney, formatNumber } from "#app/lib/money.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type en from "#app/locales/en/tracking.ts";
import type { Area } from "./areas.ts";

/** A cell with links, or a text alone. */
interface TableCell {
  text: string;
  links?: { path: string; text: string }[];
}

export interface TableView {
  caption: string;
  columns: ColumnView[];
  groups: { key: string; heading: string | null; note: string | null; rows: TableRow[] }[];
}
interface TableRow {
  key: string;
  /** The row's head and the other cells, in column order. */
  cells: TableCell[];
}

type ColumnName = keyof (typeof en)["column"];
const column = ({ t }: Visit, key: ColumnName, width: ColumnView["width"], isAmount = false): ColumnView => ({
  key,
  label: t(`tracking:column.${key}`),
  width,
  ...(isAmount && { isAmount }),
});

/** A row for each PO and SKU line, grouped by PO, with what is ordered and what has left. */
export function linesTable(visit: Visit, area: Area, orders: readonly TrackedOrder[]): TableView {
  const hasAmounts = orders.some(({ lines }) => lines.some((line) => line.orderedAmount !== null));
  const { t } = visit;
  return {
    caption: t("tracking:lines.caption"),
    columns: [
      column(visit, "sku", "lg"),
      column(visit, "description", "xl"),
      column(visit, "ordered", "md", true),
      column(visit, "shipped", "md", true),
      ...(hasAmounts
        ? [column(visit, "orderedAmount", "md", true), column(visit, "shippedAmount", "md", true)]
        : []),
      column(visit, "supplier", "xl"),
      column(visit, "shipments", "xl"),
    ],
    groups: orders.map((order, index) => ({
      key: `${order.poNumber} ${index}`,
      heading: t("tracking:order", { number: order.poNumber }),
      note: t("tracking:lines.note", { count: order.lines.length, shipments: order.shipmentTotal }),
      rows: order.lines.map((line) => ({
        key: line.skuNumber,
        cells: [
          { text: line.skuNumber },
          { text: line.description },
          { text: quantityText(visit, line.ordered) },
          { text: quantityText(visit, line.shipped) },
          ...(hasAmounts
            ? [{ text: moneyText(visit, line.orderedAmount) }, { text: moneyText(visit, line.shippedAmount) }]
            : []),
          { text: line.shipperNames.join(", ") },
          { text: "", links: shipmentLinks(area, order, line) },
        ],
      })),
    })),
  };
}

const quantityText = ({ t, language }: Visit, quantity: TrackedLine["ordered"]) =>
  quantity
    ? t("tracking:lines.quantity", {
        pieces: formatNumber(quantity.pieces, language) ?? "",
        cartons: formatNumber(quantity.cartons, language) ?? "",
      })
    : "";

const moneyText = ({ language }: Visit, money: WireMoney | null) =>
  (money && formatMoney(money.amount, money.currency, language)) ?? "";

function shipmentLinks(area: Area, { shipments }: TrackedOrder, line: TrackedLine) {
  return shipments
    .filter(({ id }) => line.shipmentIds.includes(id))
    .map(({ id, houseNumber }) => ({ path: href(area.detail, { id }), text: houseNumber }));
}

interface Totals {
  year: number;
  all: TrackedSums;
  months: readonly (TrackedSums & { month: number })[];
  lanes: readonly (TrackedSums & {
    mode: "AIR" | "OCEAN" | "TRUCK";
    from: WirePlace;
    to: WirePlace;
  })[];
  laneTotal: number;
}

/** The totals of a year by month and by lane; each count leads to the rows that it counts. */
export function totalsTables(visit: Visit, area: Area, totals: Totals): TableView[] {
  const { t } = visit;
  const year = String(totals.year);
  const rowsOf = (fields: Record<string, string>) => withQuery(href(area.index), { year, ...fields });
  const columns = (first: ColumnView): ColumnView[] => [
    first,
    column(visit, "count", "sm", true),
    column(visit, "weight", "md", true),
    column(visit, "volume", "md", true),
    column(visit, "teu", "sm", true),
  ];
  const { lanes, laneTotal } = totals;
  return [
    {
      caption: t("tracking:totals.byMonth"),
      columns: columns(column(visit, "month", "lg")),
      groups: [
        {
          key: "months",
          heading: null,
          note: null,
          rows: [
            ...totals.months.map(({ month, ...sums }) => ({
              key: String(month),
              cells: sumCells(
                visit,
                `${year}-${String(month).padStart(2, "0")}`,
                sums,
                rowsOf({ month: String(month) }),
              ),
            })),
            {
              key: "all",
              cells: sumCells(visit, t("tracking:totals.all"), totals.all, rowsOf({ rows: "all" })),
            },
          ],
        },
      ],
    },
    {
      caption: t("tracking:totals.byLane"),
      columns: columns(column(visit, "lane", "xxl")),
      groups: [
        {
          key: "lanes",
          heading: null,
          note:
            laneTotal > lanes.length
              ? t("tracking:totals.lanesShown", { shown: lanes.length, count: laneTotal })
              : null,
          rows: lanes.map(({ mode, from, to, ...sums }) => ({
            key: `${mode} ${from.code} ${to.code}`,
            cells: sumCells(
              visit,
              t("tracking:totals.lane", {
                from: from.name,
                fromCode: from.code,
                to: to.name,
                toCode: to.code,
                mode: t(`shipments:mode.${mode}`),
              }),
              sums,
              rowsOf({ from: from.code, to: to.code, mode }),
            ),
          })),
        },
      ],
    },
  ];
}

function sumCells({ language }: Visit, head: string, sums: TrackedSums, path: string): TableCell[] {
  const number = (value: string | number | null) => formatNumber(value, language) ?? "";
  return [
    { text: head },
    { text: "", links: [{ path, text: number(sums.shipments) }] },
    { text: number(sums.grossWeightKg) },
    { text: number(sums.volumeCbm) },
    { text: number(sums.teu) },
  ];
}
