import type { z } from "zod";
import type { analyticsReport, ReportMeasures } from "#app/contract/analytics.ts";

export type ReportRequest = z.output<typeof analyticsReport.request>;

interface CountedGroup {
  key: string;
  measures: ReportMeasures;
}

/** A report as it was counted, without names. */
export interface Counted {
  all: ReportMeasures;
  groups: (CountedGroup & {
    below?: CountedGroup[];
    belowRest?: ReportMeasures | null;
    belowTotal?: number;
  })[];
  rest: ReportMeasures | null;
  groupTotal: number;
}

/** Groups that are counted whatever their size: those of another period. */
export interface Known {
  /** Null: every month. */
  keys: string[] | null;
  /** A group and one below it. */
  pairs: (readonly [string, string])[];
}
