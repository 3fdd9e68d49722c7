import { answerFor } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { statusLabel } from "../labels.server.ts";
import { readPorts } from "../ports.server.ts";
import { chipsOf } from "./filters.server.ts";
import { lineViews } from "./list.server.ts";
import { filterToAsk, listParams, readListQuery } from "./query.server.ts";
import { unpackRow } from "./row-view.ts";

/**
 * Shipments of the list's query, to choose from on other screens: a page of `pageSize`, with the filter in words and
 * the parameters that ask for it again. Throws as `visit.read`.
 */
export async function shipmentsToChoose(
  visit: Visit,
  search: URLSearchParams,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const { t } = visit;
  const query = readListQuery(search);
  const { filter, sort, direction } = query;
  const ports = await readPorts(visit, filter, false).catch((error) => {
    throw answerFor(error);
  });
  const shipments =
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
  const { keyword = "", pageSize: _, columns: __, rows: ___, ...params } = listParams(query);
  return {
    keyword,
    params,
    total: shipments.total,
    isTotalCapped: shipments.isTotalCapped,
    lost: visit.lostText(shipments.rows),
    filters: [
      ...(filter.status ? [statusLabel(t, filter.status)] : []),
      ...chipsOf(visit, filter).map(({ text }) => text),
    ],
    rows: lineViews(visit, shipments.rows, "eta").map((packed) => {
      const { id, status, cells } = unpackRow(packed);
      const [number = "", label = "", from = "", to = "", date = ""] = cells;
      return { id, number, status, label, route: `${from} → ${to}`, date };
    }),
  };
}
