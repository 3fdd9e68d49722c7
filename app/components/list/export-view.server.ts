import type { Visit } from "#app/access/visit.server.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { fileFormats, type ReportFormat } from "#app/contract/list-file.ts";
import { type ListParams, listAddress } from "./address.ts";
import type { ExportView } from "./export-form.tsx";

/** The names of the formats, the same in every language. */
export const formatNames: Record<ReportFormat, string> = { xlsx: "Excel", csv: "CSV", pdf: "PDF" };

/** The form that saves a list with its present query; null where the provider makes no files. */
export function exportView(
  visit: Visit,
  endpoint: Endpoint,
  path: string,
  params: ListParams,
  formats: ExportView["formats"] = fileFormats.map((format) => [format, visit.t(`exports:format.${format}`)]),
): ExportView | null {
  if (!visit.offers(endpoint)) return null;
  const { t } = visit;
  return {
    action: listAddress(path, params),
    formats,
    running: t("exports:running", { size: SIZE_MARK }),
    broken: t("exports:broken"),
  };
}

/** Stands where the script writes the bytes that have come. */
const SIZE_MARK = "{}";
