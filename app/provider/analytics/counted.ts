import type { z } from "zod";
import type { analyticsReport, ReportMeasures } from "#app/contract/analytics.ts";

export type ReportAsked = z.output<typeof analyticsReport.request>;

/** A report as it was counted, without names. */
export interface Counted {
  all: ReportMeasures;
  groups: { key: string; measures: ReportMeasures }[];
  rest: ReportMeasures | null;
  groupTotal: number;
}
