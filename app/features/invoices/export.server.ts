import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { invoiceStatementFile } from "#app/contract/invoice.ts";
import { readAsked, statementFormats } from "./statement.server.ts";

/** The statement of the URL as a file. */
export async function exportStatement(visit: Visit, search: URLSearchParams, wantedFormat: string) {
  const { period, currency } = await readAsked(visit, search);
  const format = statementFormats.find((each) => each === wantedFormat) ?? "pdf";
  return exportFile(visit, invoiceStatementFile, { ...period, currency, format }, href("/billing/statement"));
}
