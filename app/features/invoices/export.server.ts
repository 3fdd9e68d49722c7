import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { invoiceExport, invoiceStatementFile } from "#app/contract/invoice.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { billingQuery } from "./list.server.ts";
import { readAsked, statementFormats } from "./statement.server.ts";

/** The list of the URL as a file. */
export async function exportInvoices(visit: Visit, search: URLSearchParams, format: FileFormat) {
  const { filter, sort, direction } = billingQuery.read(search);
  const { status: view, keyword, currency, from: dateFrom, to: dateTo } = filter;
  const request = { view, keyword, currency, dateFrom, dateTo, sort, direction, format };
  return exportFile(visit, invoiceExport, request, href("/billing/index"));
}

/** The statement of the URL as a file. */
export async function exportStatement(visit: Visit, search: URLSearchParams, wantedFormat: string) {
  const { period, currency } = await readAsked(visit, search);
  const format = statementFormats.find((each) => each === wantedFormat) ?? "pdf";
  return exportFile(visit, invoiceStatementFile, { ...period, currency, format }, href("/billing/statement"));
}
