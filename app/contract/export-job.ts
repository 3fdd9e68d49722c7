import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { exportedLists, exportFailures, exportStates } from "./export-job-code.ts";
import { queuedExport, reportFormats } from "./list-file.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** A list that a job saves as a file (product 7.6). */
const exportJob = z.object({
  id: wireId,
  list: z.enum(exportedLists),
  /** The name of a saved report. */
  title: z.string().nullish(),
  format: z.enum(reportFormats),
  state: z.enum(exportStates),
  /** Why it failed. */
  reason: z.enum(exportFailures).nullable(),
  askedAt: wireDateTime,
  /** Rows of a file that is there. */
  rows: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  fetchableUntil: wireDateTime.nullable(),
});
export type ExportJob = z.output<typeof exportJob>;

export const exportJobList = endpoint({
  name: "exportJob.list",
  summary: "The caller's exports that are made by a job, the latest first",
  neededBy: ["/account/exports"],
  path: "/exportJob/list",
  body: "none",
  request: noFields,
  response: z.object({ jobs: z.array(exportJob) }),
});

export const exportJobFile = endpoint({
  name: "exportJob.file",
  summary: "The file of one of the caller's jobs; needs the rights of its list, and those it was made with",
  usedBy: ["/account/exports"],
  path: "/exportJob/file",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId }),
  response: z.any(),
});

export const exportJobAgain = endpoint({
  name: "exportJob.again",
  summary: "Make the file of a job's request anew; needs the rights of its list",
  usedBy: ["/account/exports"],
  path: "/exportJob/again",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: queuedExport,
});

export const exportJobRemove = endpoint({
  name: "exportJob.remove",
  summary: "Remove one of the caller's jobs with its file; one that waits or runs ends",
  usedBy: ["/account/exports"],
  path: "/exportJob/remove",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});
