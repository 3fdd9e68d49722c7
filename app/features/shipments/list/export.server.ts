import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { type ShipmentColumn, shipmentExport } from "#app/contract/shipment-export.ts";
import { exportRequest } from "./list.server.ts";
import type { ListQuery } from "./query.server.ts";

/** The list as a file. */
export async function exportList(
  visit: Visit,
  query: ListQuery,
  columnsOfPerson: ShipmentColumn[] | null,
  format: FileFormat,
) {
  const request = await exportRequest(visit, query, columnsOfPerson);
  return exportFile(visit, shipmentExport, { ...request, format }, href("/shipments/index"));
}
