import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { saveFormChange } from "#app/components/begun-form.server.ts";
import { refusedPress, requiredFields } from "#app/components/form-reply.server.ts";
import type { ReportNames } from "#app/contract/analytics.ts";
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
export function savedSentence(
  visit: Visit,
  saved: SavedReport,
  names: ReportNames | null,
  now: Date,
): string {
  const reportQuery = readReportQuery(visit, new URLSearchParams(savedParams(saved)), now);
  const report = visit.t(`analytics:report.${saved.report}`);
  const sentence = reportSentence(visit, reportQuery, names, { isRolling: saved.months === null });
  return visit.t("analytics:sentence.saved", { report, sentence });
}

/** The reader's saved reports, and those that colleagues share. Throws as `visit.read`. */
export async function loadTemplates(visit: Visit) {
  const { t } = visit;
  const now = new Date();
  const { templates } = await visit.read(reportTemplateList, {});
  return {
    lead: t("analytics:template.lead"),
    none: { title: t("analytics:template.noneTitle"), text: t("analytics:template.noneText") },
    start: { text: t("analytics:template.start"), href: href("/analytics/index") },
    lost: visit.lostText(templates),
    rows: templates.map((template) => rowOf(visit, template, now)),
  };
}

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
    id,
    name,
    about: savedSentence(visit, question, names, now),
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
  /** What the report shows, as its address. */
  question: z.string().max(4_000).optional(),
});

/** The form for the report of the address. Throws as `visit.read`. */
export async function templateStart(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const now = new Date();
  const reportQuery = readReportQuery(visit, search, now);
  const known = await templateOf(visit, reportQuery);
  const saved = savedOf(reportQuery);
  return {
    title: t(known ? "analytics:template.editTitle" : "analytics:template.addTitle"),
    sentence: savedSentence(visit, saved, known?.names ?? null, now),
    hint: t(saved.months ? "analytics:template.fixed" : "analytics:template.rolling"),
    labels: { name: t("analytics:template.name"), isShared: t("analytics:template.isShared") },
    submit: t("analytics:template.submit"),
    back: { text: t("analytics:back"), href: reportAddress(reportParams(reportQuery)) },
    required: requiredFields(schema),
    usual: known ? fieldsOf(known) : null,
    version: known?.version ?? null,
    question: questionText(saved),
  };
}
export type TemplateStart = Awaited<ReturnType<typeof templateStart>>;

/** `question` is what the report shows: the address changes it, not a field. */
const fieldsOf = ({ name, isShared, question }: ReportTemplate) => ({
  name,
  isShared: isShared ? "on" : "",
  question: questionText(question),
});

const questionText = (saved: SavedReport) => `?${new URLSearchParams(savedParams(saved))}`;

/** The saved report that the address changes; one that is gone or is somebody else's is saved as a new one. */
async function templateOf(visit: Visit, { filter }: ReportQuery): Promise<ReportTemplate | null> {
  if (!filter.template) return null;
  const { templates } = await visit.read(reportTemplateList, {});
  return templates.find(({ id, canChange }) => id === filter.template && canChange) ?? null;
}

/** Saves the report of the form under its name; what was not touched of a saved one stays as it is stored now. */
export async function saveTemplate(visit: Visit, search: URLSearchParams, form: FormData) {
  const now = new Date();
  const known = await templateOf(visit, readReportQuery(visit, search, now));
  const { id = null, version = null } = known ?? {};
  const saved = await saveFormChange({
    visit,
    form,
    schema,
    stored: known ? fieldsOf(known) : {},
    version,
    write: ({ question, ...value }, of) =>
      visit.write(
        reportTemplateSave,
        {
          id,
          version: of,
          ...value,
          question: savedOf(readReportQuery(visit, searchIn(question ?? search), now)),
        },
        { key: String(form.get("requestId")) },
      ),
    field: shownField(visit, known, now),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "analytics:saved" });
  return redirect(LIST);
}

const searchIn = (question: string | URLSearchParams) => new URLSearchParams(String(question));

function shownField(visit: Visit, known: ReportTemplate | null, now: Date) {
  return (name: string) => {
    if (name === "name") return { label: visit.t("analytics:template.name") };
    const sentenceText = (question: string) =>
      savedSentence(
        visit,
        savedOf(readReportQuery(visit, searchIn(question), now)),
        known?.names ?? null,
        now,
      );
    return { label: visit.t("analytics:template.question"), shown: sentenceText };
  };
}

/** The question before a saved report is removed; redirects for one that cannot be. Throws as `visit.read`. */
export async function templateRemoval(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const { templates } = await visit.read(reportTemplateList, {});
  const template = templates.find(({ id, canChange }) => id === search.get("id") && canChange);
  if (!template) throw redirect(LIST);
  return {
    title: t("analytics:template.removeTitle"),
    question: t(template.isShared ? "analytics:template.removeShared" : "analytics:template.removeOwn", {
      name: template.name,
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
