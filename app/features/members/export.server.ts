import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { memberExport } from "#app/contract/member.ts";
import { memberQuery } from "./list.server.ts";

/** The members of the query as a spreadsheet, in the reader's zone. */
export async function exportMembers(visit: Visit, search: URLSearchParams) {
  const { filter, sort, direction } = memberQuery.read(search);
  const request = { ...filter, sort, direction, zone: visit.zone };
  return exportFile(visit, memberExport, request, href("/account/members"));
}
