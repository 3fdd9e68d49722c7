import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty, invalid, refusedPress, requiredFields } from "#app/components/form-reply.server.ts";
import type { AskedNames } from "#app/contract/analytics.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type ReportTemplate,
  reportTemplateList,
  reportTemplateRemove,
  reportTemplateSave,
  type SavedReport,
  TEMPLATE_NAME_MAX,
} from "#app/contract/report-template.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { sentText } from "./mail.server.ts";
import {
  type ReportQuery,
  readReportQuery,
  reportAddress,
  reportParams,
  savedOf,
  savedParams,
  templateEditAddress,
} from "./query.server.ts";
import { reportSentence } from "./sentence.server.ts";

const LIST = href("/analytics/templates");

/** What a saved report or a run asked, as a sentence. */
export function savedSentence(visit: Visit, saved: SavedReport, names: AskedNames | null, now: Date): string {
  const asked = readReportQuery(visit, new URLSearchParams(savedParams(saved)), now);
  const report = visit.t(`analytics:report.${saved.report}`);
  const sentence = reportSentence(visit, asked, names, { isRolling: saved.months === null });
  return visit.t("analytics:sentence.saved", { report, sentence });
}

/** The reader's saved reports, and those that colleagues share. Throws as `visit.read`. */
export async function loadTemplates(visit: Visit, now = new Date()) {
  const { t } = visit;
  const { templates } = await visit.read(reportTemplateList, {});
  return {
    lead: t("analytics:template.lead"),
    none: { title: t("analytics:template.noneTitle"), text: t("analytics:template.noneText") },
    start: { text: t("analytics:template.start"), href: href("/analytics/index") },
    lost: visit.lostText(templates),
    rows: templates.map((template) => rowOf(visit, template, now)),
  };
}
export type TemplateRowView = ReturnType<typeof rowOf>;

function rowOf(
  visit: Visit,
  { id, name, isShared, canChange, ownerName, question, names, mail }: ReportTemplate,
  now: Date,
) {
  const { t } = visit;
  const params = savedParams(question);
  const named = (key: "edit" | "copy" | "mail" | "remove", to: string) => ({
    text: t(`analytics:template.${key}`),
    label: t(`analytics:template.${key}Named`, { name }),
    href: to,
  });
  return {
    ...{ id, name, about: savedSentence(visit, question, names, now) },
    shared: isShared
      ? ownerName
        ? t("analytics:template.sharedBy", { name: ownerName })
        : t("analytics:template.sharedOnly")
      : null,
    sent: mail ? sentText(t, mail) : null,
    open: reportAddress(canChange ? { ...params, template: id } : params),
    links: [
      ...(canChange ? [named("edit", templateEditAddress({ ...params, template: id }))] : []),
      named("copy", templateEditAddress(params)),
      named("mail", withQuery(href("/analytics/templateMail"), { id })),
      ...(canChange ? [named("remove", withQuery(href("/analytics/templateRemove"), { id }))] : []),
    ],
  };
}

const schema = z.object({
  name: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(TEMPLATE_NAME_MAX, "analytics:template.nameLong"),
  isShared: z.boolean().default(false),
  version: z.number().int().optional(),
});

/** The form for the report of the address. Throws as `visit.read`. */
export async function templateStart(visit: Visit, search: URLSearchParams, now = new Date()) {
  const { t } = visit;
  const asked = readReportQuery(visit, search, now);
  const known = await templateOf(visit, asked);
  const saved = savedOf(asked);
  return {
    title: t(known ? "analytics:template.editTitle" : "analytics:template.addTitle"),
    sentence: savedSentence(visit, saved, known?.names ?? null, now),
    hint: t(saved.months ? "analytics:template.fixed" : "analytics:template.rolling"),
    labels: { name: t("analytics:template.name"), isShared: t("analytics:template.isShared") },
    submit: t("analytics:template.submit"),
    back: { text: t("analytics:back"), href: reportAddress(reportParams(asked)) },
    required: requiredFields(schema),
    usual: {
      name: known?.name ?? "",
      isShared: known?.isShared ? "on" : undefined,
      version: String(known?.version ?? ""),
    },
  };
}
export type TemplateStart = Awaited<ReturnType<typeof templateStart>>;

/** The saved report that the address changes; one that is gone or is somebody else's is saved as a new one. */
async function templateOf(visit: Visit, { filter }: ReportQuery): Promise<ReportTemplate | null> {
  if (!filter.template) return null;
  const { templates } = await visit.read(reportTemplateList, {});
  return templates.find(({ id, canChange }) => id === filter.template && canChange) ?? null;
}

/** Saves the report of the address under the name of the form. */
export async function saveTemplate(visit: Visit, search: URLSearchParams, form: FormData, now = new Date()) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission);
  const { name, isShared, version } = submission.value;
  const asked = readReportQuery(visit, search, now);
  const id = version === undefined ? null : (asked.filter.template ?? null);
  const result = await visit.write(
    reportTemplateSave,
    { id, version: id === null ? null : version!, name, isShared, question: savedOf(asked) },
    { key: String(form.get("requestId")) },
  );
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "analytics:saved" });
  return redirect(LIST);
}

/** The question before a saved report is removed; redirects for one that cannot be. Throws as `visit.read`. */
export async function templateRemoval(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const { templates } = await visit.read(reportTemplateList, {});
  const found = templates.find(({ id, canChange }) => id === search.get("id") && canChange);
  if (!found) throw redirect(LIST);
  return {
    title: t("analytics:template.removeTitle"),
    question: t(found.isShared ? "analytics:template.removeShared" : "analytics:template.removeOwn", {
      name: found.name,
    }),
    submit: t("analytics:template.remove"),
    back: { text: t("analytics:template.back"), href: LIST },
  };
}

export async function removeTemplate(visit: Visit, search: URLSearchParams, form: FormData) {
  const requestId = String(form.get("requestId"));
  const id = search.get("id") ?? "";
  const result = await visit.write(reportTemplateRemove, { id }, { key: requestId });
  // One that is gone meanwhile is not on the page any more.
  if (!result.isDone && result.fault.code !== CODE_NOT_FOUND) return refusedPress(result.fault, requestId);
  visit.session.flash({ kind: "success", key: "analytics:removed" });
  return redirect(LIST);
}
