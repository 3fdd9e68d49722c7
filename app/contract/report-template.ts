import { z } from "zod";
import {
  askedNames,
  etaBaselines,
  reportGroups,
  reportKinds,
  TOLERANCE_DAYS_MAX,
  wireCurrency,
  wireMonth,
} from "./analytics.ts";
import { endpoint } from "./endpoint.ts";
import { reportFormats } from "./list-file.ts";
import { scheduleFields } from "./notification.ts";
import { expected } from "./reading.ts";
import { jobModes } from "./shipment-code.ts";
import { noFields, nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/** Saved reports and the search log (product 2 'Analytics'). */

export const TEMPLATE_NAME_MAX = 60;
export const TEMPLATES_MAX = 100;

/** What a report asks, as it is saved. */
export const savedReport = z.object({
  report: z.enum(reportKinds),
  groupBy: z.enum(reportGroups),
  thenBy: z.enum(reportGroups).nullish(),
  /** Null: the last twelve months, whenever it is opened. */
  months: z.object({ from: wireMonth, to: wireMonth }).nullable(),
  mode: z.enum(jobModes).nullish(),
  from: z.string().max(10).nullish(),
  to: z.string().max(10).nullish(),
  carrierCode: z.string().max(10).nullish(),
  shipperId: wireId.nullish(),
  consigneeId: wireId.nullish(),
  toleranceDays: z.number().int().min(0).max(TOLERANCE_DAYS_MAX).nullish(),
  baseline: z.enum(etaBaselines).nullish(),
  isCompared: z.boolean(),
  /** What the bars of a volume show; a word of the portal's. */
  show: z.string().max(20).nullish(),
  /** How the table is shown: the column that it is sorted by, and the columns in order; words of the portal's. */
  order: z.string().max(200).nullish(),
  columns: z.string().max(200).nullish(),
  currency: wireCurrency.nullish(),
  /** Rights that a file of free time in the search log needed for what it says of costs. */
  costs: z.array(z.enum(["charges", "bills"])).nullish(),
});
export type SavedReport = z.output<typeof savedReport>;

/** A saved report that is sent to the caller. */
const reportMail = z.object({ format: z.enum(reportFormats), schedule: scheduleFields });
export type ReportMail = z.output<typeof reportMail>;

const reportTemplate = z.object({
  id: wireId,
  version: z.number().int(),
  name: z.string(),
  isShared: z.boolean(),
  /** Whether the caller may change it: the maker, and for shared ones an administrator. */
  canChange: z.boolean(),
  /** Null: the account is gone. */
  ownerName: z.string().nullable(),
  question: savedReport,
  names: expected(askedNames),
  /** Null: it is not sent to the caller. */
  mail: reportMail.nullish(),
});
export type ReportTemplate = z.output<typeof reportTemplate>;

export const reportTemplateList = endpoint({
  name: "reportTemplate.list",
  summary: "The caller's saved reports, and those that colleagues share, by name",
  neededBy: ["/analytics/templates", "/analytics/templateRemove", "/analytics/templateMail"],
  usedBy: ["/analytics/templateEdit"],
  path: "/analytics/templates",
  body: "none",
  request: noFields,
  response: z.object({ templates: z.array(reportTemplate) }),
});

export const reportTemplateSave = endpoint({
  name: "reportTemplate.save",
  summary: "Save a report, new (`id` null) or known",
  neededBy: ["/analytics/templateEdit"],
  path: "/analytics/templateSave",
  body: "json",
  isWrite: true,
  request: z.object({
    id: wireId.nullable(),
    /** The version that the form shows; another stored one is a conflict. */
    version: z.number().int().nullable(),
    name: z.string().trim().min(1).max(TEMPLATE_NAME_MAX),
    isShared: z.boolean(),
    question: savedReport,
  }),
  response: z.object({ id: wireId }),
});

export const reportTemplateRemove = endpoint({
  name: "reportTemplate.remove",
  summary: "Remove a saved report",
  neededBy: ["/analytics/templateRemove"],
  path: "/analytics/templateRemove",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

export const reportTemplateMail = endpoint({
  name: "reportTemplate.mail",
  summary:
    "Send a saved report to the caller on a schedule, with the caller's rights, or no longer (`mail` null)",
  neededBy: ["/analytics/templateMail"],
  path: "/analytics/templateMail",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId, mail: reportMail.nullable() }),
  response: nothing,
});

const reportRun = z.object({
  id: wireId,
  ranAt: wireDateTime,
  question: savedReport,
  names: expected(askedNames),
  shipments: z.number().int(),
  /** Format of a run that was saved as a file. */
  format: z.enum(reportFormats).nullable(),
  /** Null: there was no file, or it is gone. */
  fetchableUntil: wireDateTime.nullable(),
});
export type ReportRun = z.output<typeof reportRun>;

export const reportRunList = endpoint({
  name: "reportRun.list",
  summary: "The caller's search log: the reports that were run, the latest first",
  neededBy: ["/analytics/log"],
  path: "/analytics/runs",
  body: "json",
  request: z.object(pageRequest),
  response: pageOf(reportRun),
});

export const reportRunFile = endpoint({
  name: "reportRun.file",
  summary: "The file of one of the caller's runs, for a week; needs the rights that its report needs",
  usedBy: ["/analytics/log"],
  path: "/analytics/runFile",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId }),
  response: z.any(),
});
