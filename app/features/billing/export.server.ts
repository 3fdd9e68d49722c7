import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { fileFormats, invoiceExport } from "#app/contract/invoice.ts";
import { billingQuery } from "./list.server.ts";

/** The list of the URL as a file. */
export async function exportInvoices(visit: Visit, search: URLSearchParams) {
  const { filter, sort, direction } = billingQuery.read(search);
  const { status: view, keyword, currency, from: dateFrom, to: dateTo } = filter;
  const format = fileFormats.find((each) => each === search.get("format")) ?? "xlsx";
  const request = { view, keyword, currency, dateFrom, dateTo, sort, direction, format };
  return exportFile(visit, invoiceExport, request, href("/billing/index"));
}
