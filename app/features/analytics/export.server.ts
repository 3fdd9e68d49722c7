import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { analyticsFile } from "#app/contract/analytics.ts";
import type { ReportFormat } from "#app/contract/list-file.ts";
import { readReportQuery, reportRequest } from "./query.server.ts";

/** The report of the address as a file. */
export async function exportReport(visit: Visit, search: URLSearchParams, format: ReportFormat) {
  const reportQuery = readReportQuery(visit, search, new Date());
  return exportFile(
    visit,
    analyticsFile,
    {
      ...reportRequest(visit, reportQuery),
      format,
      currency: reportQuery.filter.currency,
      show: reportQuery.filter.show,
      zone: visit.zone,
    },
    href("/analytics/index"),
  );
}
