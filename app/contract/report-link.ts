import { z } from "zod";
import { askedNames } from "./analytics.ts";
import { endpoint } from "./endpoint.ts";
import { expected } from "./reading.ts";
import { savedReport } from "./report-template.ts";

/** Short addresses of reports (product 2 'Analytics'). */

/** A code of a short address. */
export const linkCode = z.string().regex(/^[0-9a-zA-Z]{8}$/);

const reportLink = z.object({
  code: linkCode,
  /** The short address, whole. */
  url: z.string(),
  question: savedReport,
  names: expected(askedNames),
});

export const reportLinkMake = endpoint({
  name: "reportLink.make",
  summary: "A short address of a report, for the caller's company; the same report has one address",
  usedBy: ["/analytics/link"],
  path: "/analytics/linkMake",
  body: "json",
  isWrite: true,
  request: z.object({ question: savedReport }),
  response: z.object({ code: linkCode }),
});

export const reportLinkOpen = endpoint({
  name: "reportLink.open",
  summary:
    "The report behind a short address of the caller's company; needs the rights that its report needs",
  neededBy: ["/analytics/link"],
  path: "/analytics/linkOpen",
  body: "json",
  request: z.object({ code: linkCode }),
  response: reportLink,
});
