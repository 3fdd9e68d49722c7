import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import { SEE_AS_MINUTES, seeAsBegin, seeAsWhom } from "#app/contract/see-as.ts";

const userIn = (url: URL) => {
  const id = url.searchParams.get("user") ?? "";
  if (!/^\d{1,18}$/.test(id)) throw redirect(href("/freightForwarder/index"));
  return id;
};

/** Whom the address names, and what seeing as they do means. */
export async function loadWhom(visit: Visit, url: URL) {
  const { t } = visit;
  const person = await visit.read(seeAsWhom, { userId: userIn(url) });
  const { name, userName, roleName, companyId, companyName, isActive } = person;
  return {
    title: t("see-as:title", { name }),
    facts: [companyName, `${name} (${userName})`, roleName],
    notes: isActive
      ? [t("see-as:readOnly"), t("see-as:logged"), t("see-as:minutes", { count: SEE_AS_MINUTES })]
      : [t("see-as:notActive")],
    begin: isActive ? t("see-as:begin") : null,
    cancel: t("see-as:cancel"),
    back: href("/freightForwarder/customerMembers/:id", { id: companyId }),
  };
}

/** Leads to the first page of the person. */
export async function beginSeeing(visit: Visit, url: URL, form: FormData) {
  const key = String(form.get("requestId"));
  const result = await visit.write(seeAsBegin, { userId: userIn(url) }, { key });
  if (!result.isDone || !result.data) {
    const fault = result.isDone ? null : result.fault;
    const { status, requestId } = fault ? standingOf(fault, key) : { status: 503, requestId: null };
    return data({ fault: fault?.message ?? visit.t("errors:error"), requestId }, { status });
  }
  const { token, userId, userName, name, companyName } = result.data;
  visit.session.see({ token, userId, username: userName }, { name, company: companyName });
  return redirect(href("/"));
}
