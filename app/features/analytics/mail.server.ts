import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { formatNames } from "#app/components/list/export-view.server.ts";
import {
  nextTimes,
  scheduleRead,
  scheduleShape,
  scheduleText,
  scheduleTyped,
  scheduleView,
} from "#app/components/schedule.server.ts";
import { reportFormats } from "#app/contract/list-file.ts";
import { type ReportMail, reportTemplateList, reportTemplateMail } from "#app/contract/report-template.ts";
import type { Translate } from "#app/locales/translation.ts";

const LIST = href("/analytics/templates");

/** How a saved report is sent, as a sentence. */
export const sentText = (t: Translate, { format, schedule }: ReportMail): string =>
  t("analytics:mail.sent", { format: formatNames[format], when: scheduleText(t, schedule) });

const schema = (t: Translate) => z.object({ ...scheduleShape(t), format: z.enum(reportFormats) });

async function templateOf(visit: Visit, search: URLSearchParams) {
  const { templates } = await visit.read(reportTemplateList, {});
  const template = templates.find(({ id }) => id === search.get("id"));
  if (!template) throw redirect(LIST);
  return template;
}

/** The form that has a saved report sent; redirects for one that is not there. Throws as `visit.read`. */
export async function mailStart(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const { name, mail } = await templateOf(visit, search);
  const usual = { ...scheduleTyped(visit, mail?.schedule ?? null), format: mail?.format ?? "xlsx" };
  const schedule = scheduleView(visit, usual.zone);
  return {
    title: t("analytics:mail.title"),
    name,
    lead: t("analytics:mail.lead"),
    usual,
    schedule,
    formats: reportFormats.map((format) => [format, formatNames[format]] as const),
    labels: { ...schedule.labels, format: t("analytics:mail.format") },
    required: requiredFields(schema(t)),
    next: mail
      ? t("analytics:mail.next", {
          times: nextTimes(visit, mail.schedule, new Date()).join(t("notifications:comma")),
        })
      : null,
    submit: t("analytics:mail.submit"),
    stop: mail ? t("analytics:mail.stop") : null,
    back: { text: t("analytics:template.back"), href: LIST },
  };
}
export type MailStart = Awaited<ReturnType<typeof mailStart>>;

/** Saves the times, or ends the mails. */
export async function saveMail(visit: Visit, search: URLSearchParams, form: FormData) {
  const isStop = form.get("intent") === "stop";
  const submission = parseWithZod(form, { schema: schema(visit.t) });
  if (!isStop && submission.status !== "success") return invalid(submission);
  const mail = isStop ? null : readMail(submission.status === "success" ? submission.value : null);
  const id = search.get("id") ?? "";
  const key = `${form.get("requestId")}${isStop ? ":stop" : ""}`;
  const result = await visit.write(reportTemplateMail, { id, mail }, { key });
  if (!result.isDone) {
    const fields = result.fault.fields.map(({ path, message }) => ({
      path: path.replace(/^mail\.(schedule\.)?/, ""),
      message,
    }));
    return faulty(submission, { ...result.fault, fields });
  }
  visit.session.flash({ kind: "success", key: isStop ? "analytics:unmailed" : "analytics:mailed" });
  return redirect(LIST);
}

const readMail = (value: z.output<ReturnType<typeof schema>> | null): ReportMail | null =>
  value && { format: value.format, schedule: scheduleRead(value) };
