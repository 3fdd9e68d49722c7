import { analyticsFile, analyticsReport, analyticsShipments } from "#app/contract/analytics.ts";
import { emissionExport, emissionSources } from "#app/contract/emission.ts";
import { reportLinkMake, reportLinkOpen } from "#app/contract/report-link.ts";
import * as saved from "#app/contract/report-template.ts";
import { reading } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { listBehind } from "./behind.ts";
import { exportEmissions, listSources } from "./emission-file.ts";
import { reportFile } from "./file.ts";
import { makeLink, openLink } from "./link.ts";
import { saveMail } from "./mail.ts";
import { look } from "./needs.ts";
import { runReport } from "./report.ts";
import { listRuns, noteRun, sendRunFile } from "./run-log.ts";
import { listTemplates, removeTemplate, saveTemplate } from "./template.ts";

/** Saved reports and the log are of a person in a company, whatever shipments they see. */
const own = { reach: "company", anyOf: ["ANALYTICS"] } as const satisfies Needs;

/** Everything under /analytics. */
export const analyticsRoutes: Route[] = [
  handle(analyticsReport, look, async (question, context) => {
    const answer = await runReport(question, reading(context));
    await noteRun(question, answer.all.shipments, context);
    return answer;
  }),
  handleList(analyticsFile, look, "report", reportFile),
  handleRead(emissionSources, look, listSources),
  handleList(emissionExport, look, "emissions", exportEmissions),
  handleRead(analyticsShipments, look, listBehind),
  handle(saved.reportTemplateList, own, (_, context) => listTemplates(context)),
  handle(saved.reportTemplateSave, own, saveTemplate),
  handle(saved.reportTemplateRemove, own, removeTemplate),
  handle(saved.reportTemplateMail, own, saveMail),
  handle(reportLinkMake, own, makeLink),
  handle(reportLinkOpen, own, openLink),
  handleRead(saved.reportRunList, own, listRuns),
  handle(saved.reportRunFile, own, sendRunFile),
];
