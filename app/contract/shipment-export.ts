import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { fileRequest, queuedExport } from "./list-file.ts";
import { clockRequest, shipmentFilter, shipmentSort } from "./shipment.ts";

/** The columns of list and export, in display order. */
export const shipmentColumns = [
  "houseNumber",
  "masterNumber",
  "status",
  "mode",
  "serviceType",
  "portOfDeparture",
  "portOfArrival",
  "booking",
  "etd",
  "atd",
  "eta",
  "ata",
  "delivery",
  "transport",
  "shipperName",
  "consigneeName",
  "containers",
  "poNumbers",
  "skuNumbers",
  "pieces",
  "grossWeight",
  "volume",
] as const;

export type ShipmentColumn = (typeof shipmentColumns)[number];

export const shipmentExport = endpoint({
  name: "shipment.export",
  summary: "The filtered list as a spreadsheet or CSV file, streamed; file name in content-disposition",
  usedBy: ["/shipments/index"],
  path: "/shipment/export",
  body: "json",
  answer: "file",
  retries: 0,
  request: shipmentFilter
    .extend(shipmentSort.shape)
    .extend(clockRequest)
    .extend({
      columns: z.array(z.enum(shipmentColumns)).max(shipmentColumns.length).default([]),
      ...fileRequest,
    }),
  response: queuedExport,
});
