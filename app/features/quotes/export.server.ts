import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { quoteExport } from "#app/contract/quote.ts";
import { quoteQuery } from "./list.server.ts";

/** The quotes of the query as a file, in the reader's zone. */
export async function exportQuotes(visit: Visit, search: URLSearchParams, format: FileFormat) {
  const { filter, sort, direction } = quoteQuery.read(search);
  const request = { ...filter, sort, direction, format, zone: visit.zone };
  return exportFile(visit, quoteExport, request, href("/quote/index"));
}
