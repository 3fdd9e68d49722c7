import { href } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { ExportView } from "#app/components/list/export-form.tsx";
import { exportView } from "#app/components/list/export-view.server.ts";
import type { ReportQuestion } from "#app/contract/analytics.ts";
import { emissionExport, emissionSources } from "#app/contract/emission.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { type FactorView, factorView } from "./factors.server.ts";

/** What a report on emissions asks. */
export type EmissionQuestion = Pick<ReportQuestion, "monthFrom" | "monthTo"> &
  Partial<ReportQuestion> & { clock?: string | undefined };

export interface EmissionReportView {
  file: { title: string; text: string; form: ExportView } | null;
  factors: { title: string; views: FactorView[]; none: string | null };
}

/** In the address of a report's file: its shipments one by one. */
const single = { single: "yes" };
export const isSingle = (search: URLSearchParams): boolean => search.get("single") === single.single;

/** What stands below a report on emissions: the file of its shipments, and the sources of its figures. */
export async function emissionReportView(
  visit: Visit,
  question: EmissionQuestion,
  params: Record<string, string>,
): Promise<EmissionReportView> {
  const { t } = visit;
  const sources = visit.offers(emissionSources) ? await visit.readOptional(emissionSources, question) : null;
  const form = exportView(visit, emissionExport, href("/analytics/export"), { ...params, ...single });
  return {
    file: form && { title: t("emissions:report.file"), text: t("emissions:report.fileText"), form },
    factors: {
      title: t("emissions:factors"),
      views: (sources?.factors ?? []).map((factor) => factorView(visit, factor)),
      none: sources?.factors.length ? null : t(`emissions:report.${sources ? "noFactors" : "unnamed"}`),
    },
  };
}

/** The shipments of the question as a file. */
export const exportEmissions = (visit: Visit, question: EmissionQuestion, format: FileFormat) =>
  exportFile(visit, emissionExport, { ...question, format }, href("/analytics/index"));
