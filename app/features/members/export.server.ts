import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { memberExport } from "#app/contract/member.ts";
import { memberQuery } from "./list.server.ts";

/** The members of the query as a file, in the reader's zone. */
export async function exportMembers(visit: Visit, search: URLSearchParams, format: FileFormat) {
  const { filter, sort, direction } = memberQuery.read(search);
  const request = { ...filter, sort, direction, format, zone: visit.zone };
  return exportFile(visit, memberExport, request, href("/account/members"));
}
