import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { linkCode, reportLinkMake, reportLinkOpen } from "#app/contract/report-link.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { readReportQuery, reportAddress, reportParams, savedOf, savedParams } from "./query.server.ts";
import { savedSentence } from "./templates.server.ts";

const PAGE = href("/analytics/link");

/**
 * The page of a short address: `code` opens its report, `made` shows the address that was made, and the address of a
 * report asks whether to make one. Throws as `visit.read`.
 */
export async function loadLink(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const now = new Date();
  const opened = linkCode.safeParse(search.get("code"));
  if (opened.success) {
    const { question } = await visit.read(reportLinkOpen, { code: opened.data });
    throw redirect(reportAddress(savedParams(question)));
  }
  // An address that was cut on its way.
  if (search.has("code")) throw redirect(reportAddress({}));
  const made = linkCode.safeParse(search.get("made"));
  const openedLink = made.success ? await visit.read(reportLinkOpen, { code: made.data }) : null;
  const reportQuery = readReportQuery(visit, search, now);
  const saved = openedLink?.question ?? savedOf(reportQuery);
  const params = openedLink
    ? savedParams(openedLink.question)
    : reportParams(reportQuery, { template: null });
  return {
    title: t("analytics:link.title"),
    sentence: savedSentence(visit, saved, openedLink?.names ?? null, now),
    lead: t("analytics:link.lead"),
    hint: t(saved.months ? "analytics:template.fixed" : "analytics:template.rolling"),
    submit: t("analytics:link.make"),
    made: openedLink && { url: openedLink.url, label: t("analytics:link.label") },
    back: { text: t("analytics:back"), href: reportAddress(params) },
  };
}

/** Makes the short address of the report of the address. */
export async function makeLink(visit: Visit, search: URLSearchParams, form: FormData) {
  const requestId = String(form.get("requestId"));
  const question = savedOf(readReportQuery(visit, search, new Date()));
  const result = await visit.write(reportLinkMake, { question }, { key: requestId });
  if (!result.isDone) return refusedPress(result.fault, requestId);
  return redirect(withQuery(PAGE, { made: result.data!.code }));
}
