import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ColumnView, ListView } from "#app/components/list/list-view.ts";
import { listView } from "#app/components/list/view.server.ts";
import { analyticsShipments } from "#app/contract/analytics.ts";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import { questionOf, readReportQuery, reportAddress, reportParams } from "./query.server.ts";
import { behindSentence } from "./sentence.server.ts";

const columns = [
  "houseNumber",
  "status",
  "portOfDeparture",
  "portOfArrival",
  "etd",
  "atd",
  "eta",
  "ata",
  "transport",
  "shipperName",
  "consigneeName",
] satisfies ShipmentColumn[];

/** Turns shipments into rows of the columns: the route has the way of the shipments' feature. */
export type ShowRows<Column> = (
  rows: readonly ShipmentRow[],
  columns: readonly ShipmentColumn[],
) => { columns: Column[]; rows: string[] };

export interface BehindView<Column extends ColumnView> {
  list: ListView<string, Column>;
  sentence: string;
  back: { text: string; href: string };
}

const daysOf = ({ filter }: ReturnType<typeof readReportQuery>) =>
  filter.group === "days" && filter.report === "eta" ? { daysOf: "eta" as const } : {};

/** The states that the number counts; those of milestones have the same names as those of arrivals. */
const statesOf = ({ filter: { report, state, off, free } }: ReturnType<typeof readReportQuery>) => ({
  ...(report === "milestones"
    ? { milestoneState: state, reasonOf: "milestone" as const }
    : { punctuality: state }),
  etaResult: off,
  freeTimeState: free,
});

/** The shipments behind a number of a report. Throws as `visit.read`. */
export async function loadBehind<Column extends ColumnView>(
  visit: Visit,
  search: URLSearchParams,
  show: ShowRows<Column>,
): Promise<BehindView<Column>> {
  const now = new Date();
  const { t } = visit;
  const reportQuery = readReportQuery(visit, search, now);
  const { filter, sort, direction, page, pageSize } = reportQuery;
  const shipments = await visit.read(analyticsShipments, {
    ...questionOf(reportQuery),
    groupBy: filter.group,
    key: filter.key,
    ...daysOf(reportQuery),
    ...statesOf(reportQuery),
    ...(filter.co2 && { emission: filter.co2 }),
    thenBy: filter.thenBy,
    key2: filter.key2,
    chargedIn: filter.charged,
    freeTimeBilledIn: filter.levied,
    ...(filter.known && { hasTransit: true }),
    ...(filter.billed && { billedIn: filter.billed, hasQuote: filter.quoted === "yes" }),
    sort,
    direction,
    page,
    pageSize,
    clock: visit.clock.named,
  });
  const table = show(shipments.rows, columns);
  const params = reportParams(reportQuery);
  const ofReport = {
    group: null,
    key: null,
    key2: null,
    free: null,
    charged: null,
    levied: null,
    state: null,
    known: null,
    off: null,
    co2: null,
    billed: null,
    quoted: null,
    sort: null,
    direction: null,
    pageSize: null,
  };
  return {
    list: {
      ...listView(visit, { base: href("/analytics/shipments"), params, page, pageSize }, shipments, {
        ...table,
        tabs: [],
      }),
      columns: table.columns,
      look: "cards",
    },
    sentence: behindSentence(visit, reportQuery, shipments.names),
    back: {
      text: t(`analytics:report.${reportQuery.filter.report ?? "volume"}`),
      href: reportAddress(reportParams(reportQuery, ofReport)),
    },
  };
}
