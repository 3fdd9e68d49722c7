import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { type DefinedView, defineList } from "#app/components/list/define.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { FilteredView, Tab } from "#app/components/list/list-view.ts";
import { choice, typedDay, words } from "#app/components/list/query.server.ts";
import { searchView } from "#app/components/list/search-view.server.ts";
import { clockNote } from "#app/components/moment.server.ts";
import {
  type DeliveryRow,
  deliveryDetail,
  deliveryExport,
  deliveryList,
  deliverySortKeys,
} from "#app/contract/delivery.ts";
import { deliveryDays, deliveryStatuses } from "#app/contract/delivery-code.ts";
import { badges, dueText, statusText, timeAt, windowText } from "./words.server.ts";

export const deliveries = defineList({
  path: href("/last-mile/index"),
  call: deliveryList,
  file: { call: deliveryExport, path: href("/last-mile/export") },
  filters: {
    day: choice(deliveryDays),
    from: typedDay,
    to: typedDay,
    status: choice(deliveryStatuses),
    keyword: words(50),
  },
  sorts: deliverySortKeys,
  usual: "window",
  usually: "asc",
  // Typed days count before a chosen one.
  settle: (filter) => (filter.from || filter.to ? { ...filter, day: undefined } : filter),
  request: ({ day, from, to, status, keyword }, { clock }) => ({
    day,
    dayFrom: from,
    dayTo: to,
    status,
    keyword,
    clock: clock.named,
  }),
  columns: [
    { key: "number", width: "lg", sort: "number" },
    { key: "status", width: "xl" },
    { key: "window", width: "lg", sort: "window", cell: (row, visit) => windowText(visit, row) },
    { key: "place", width: "lg", cell: (row) => row.placeName },
    { key: "gateOut", width: "md", cell: (row, visit) => timeAt(visit, row.gateOut, row.timeZone) },
    { key: "proof", width: "sm", cell: (row, { t }) => (row.hasProof ? t("deliveries:proofThere") : "") },
    {
      key: "emptyReturn",
      width: "md",
      cell: (row, visit) => timeAt(visit, row.emptyReturned, row.timeZone),
    },
  ],
  heading: (key, { t }) => t(`deliveries:column.${key}`),
  tabs: (visit) => [
    ["", visit.t("deliveries:all")],
    ...deliveryDays.map((each): Tab => [`day=${each}`, visit.t(`deliveries:days.${each}`)]),
    ...deliveryStatuses.map((each): Tab => [`status=${each}`, statusText(visit, each)]),
  ],
  tabName: ["status", "day", "from", "to"],
  note: clockNote,
});

export interface DeliveryListView extends DefinedView<ListRow> {
  filters: FilteredView;
}

/** The list for its URL; days are those of the reader's clock. */
export async function loadDeliveries(
  visit: Visit,
  search: URLSearchParams,
  hasPrices: boolean,
): Promise<DeliveryListView> {
  const { t } = visit;
  const { view } = await deliveries.load(visit, search, { row: (row) => rowOf(row, visit, hasPrices) });
  return {
    ...view,
    filters: searchView(view, search, t("deliveries:search.filters"), [
      { name: "keyword", label: t("deliveries:search.keyword") },
      { name: "from", label: t("deliveries:search.from"), kind: "day" },
      { name: "to", label: t("deliveries:search.to"), kind: "day" },
    ]),
  };
}

function rowOf(row: DeliveryRow, visit: Visit, hasPrices: boolean): Omit<ListRow, "cells"> {
  return {
    number: row.number,
    href: visit.offers(deliveryDetail) ? href("/last-mile/detail/:id", { id: row.id }) : null,
    below: [row.houseNumber, row.containerNumber].filter(Boolean).join(", "),
    status: badges[row.status],
    statusLabel: statusText(visit, row.status),
    notice: dueText(visit, row.emptyReturnDue, hasPrices),
  };
}
