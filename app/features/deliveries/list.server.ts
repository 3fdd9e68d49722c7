import { href } from "react-router";
import { z } from "zod";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { listAddress } from "#app/components/list/address.ts";
import type { ExportView } from "#app/components/list/export-form.tsx";
import { exportView } from "#app/components/list/export-view.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import type { SearchFieldsView } from "#app/components/list/search-field.tsx";
import { columnViews, listView } from "#app/components/list/view.server.ts";
import {
  type DeliveryRow,
  deliveryDetail,
  deliveryExport,
  deliveryList,
  deliverySortKeys,
} from "#app/contract/delivery.ts";
import { deliveryDays, deliveryStatuses } from "#app/contract/delivery-code.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { badges, dueText, statusText, timeText, windowText } from "./words.server.ts";

const typedDay = z.iso.date().optional().catch(undefined);

const query = listQuery(
  {
    day: choice(deliveryDays),
    from: typedDay,
    to: typedDay,
    status: choice(deliveryStatuses),
    keyword: words(50),
  },
  deliverySortKeys,
  "window",
  "asc",
);

export interface DeliveryListView extends ListView<ListRow> {
  days: { label: string; href: string; isCurrent: boolean }[];
  search: SearchFieldsView;
  submit: string;
  file: ExportView | null;
}

function readQuery(visit: Visit, search: URLSearchParams) {
  const criteria = query.read(search);
  const { from, to, status, keyword } = criteria.filter;
  // Typed days count before a chosen one.
  const day = from || to ? undefined : criteria.filter.day;
  return {
    asked: criteria,
    request: { day, dayFrom: from, dayTo: to, status, keyword, clock: visit.clock.named },
  };
}

/** The deliveries of the query as a file, on the reader's clock. */
export async function exportDeliveries(visit: Visit, search: URLSearchParams, format: FileFormat) {
  const { asked: criteria, request } = readQuery(visit, search);
  const { sort, direction } = criteria;
  return exportFile(visit, deliveryExport, { ...request, sort, direction, format }, href("/last-mile/index"));
}

/** The list for its URL; days are those of the reader's clock. */
export async function loadDeliveries(
  visit: Visit,
  search: URLSearchParams,
  hasPrices: boolean,
): Promise<DeliveryListView> {
  const { t } = visit;
  const { asked: criteria, request } = readQuery(visit, search);
  const { from, to, keyword } = criteria.filter;
  const { day } = request;
  const { filter: _, ...page } = criteria;
  const deliveries = await visit.read(deliveryList, { ...request, ...page });
  const base = href("/last-mile/index");
  const params = query.params({ ...criteria, filter: { ...criteria.filter, day } });
  const dayLink = (value: (typeof deliveryDays)[number] | null, label: string) => ({
    label,
    href: listAddress(base, params, { day: value, from: null, to: null }),
    isCurrent: (day ?? null) === value && !from && !to,
  });
  return {
    ...listView(visit, { base, params, ...page }, deliveries, {
      columns: columnViews(columns, (key) => t(`deliveries:column.${key}`)),
      rows: deliveries.rows.map((row) => rowOf(row, visit, hasPrices)),
      tabs: [
        ["", t("deliveries:all")],
        ...deliveryStatuses.map((each): [string, string] => [each, statusText(visit, each)]),
      ],
    }),
    note: t(visit.clock.choice === "place" ? "clock:dates.place" : "clock:dates.zone", {
      zone: visit.clock.zoneName,
    }),
    days: [
      dayLink(null, t("deliveries:days.all")),
      dayLink("today", t("deliveries:days.today")),
      dayLink("tomorrow", t("deliveries:days.tomorrow")),
    ],
    search: {
      always: 1,
      more: t("deliveries:search.more"),
      fields: [
        {
          name: "keyword",
          label: t("deliveries:search.keyword"),
          value: keyword ?? "",
          type: "search",
          max: 50,
        },
        { name: "from", label: t("deliveries:search.from"), value: from ?? "", type: "date" },
        { name: "to", label: t("deliveries:search.to"), value: to ?? "", type: "date" },
      ],
    },
    submit: t("deliveries:search.submit"),
    file: exportView(visit, deliveryExport, href("/last-mile/export"), params),
  };
}

const columns = [
  { key: "number", width: "lg", sort: "number" },
  { key: "status", width: "xl" },
  { key: "window", width: "lg", sort: "window" },
  { key: "place", width: "lg" },
  { key: "gateOut", width: "md" },
  { key: "proof", width: "sm" },
  { key: "emptyReturn", width: "md" },
] as const;

function rowOf(row: DeliveryRow, visit: Visit, hasPrices: boolean): ListRow {
  const time = (wire: string | null) => timeText(visit, wire, row.timeZone);
  return {
    number: row.number,
    href: visit.offers(deliveryDetail) ? href("/last-mile/detail/:id", { id: row.id }) : null,
    below: [row.houseNumber, row.containerNumber].filter(Boolean).join(", "),
    status: badges[row.status],
    statusLabel: statusText(visit, row.status),
    notice: dueText(visit, row.emptyReturnDue, hasPrices),
    cells: [
      windowText(visit, row),
      row.placeName,
      time(row.gateOut),
      row.hasProof ? visit.t("deliveries:proofThere") : "",
      time(row.emptyReturned),
    ],
  };
}
