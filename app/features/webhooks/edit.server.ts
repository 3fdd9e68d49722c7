import { redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { saveFormChange } from "#app/components/begun-form.server.ts";
import { type Webhook, webhookChange, webhookDetail } from "#app/contract/webhook.ts";
import { webhookSchema } from "./list.server.ts";
import { webhookIdIn, webhookView } from "./webhook.server.ts";
import { webhookHref } from "./webhook-href.ts";

export type EditView = Awaited<ReturnType<typeof loadEdit>>;

/** A webhook as its form shows it; an unknown one leads to /404. */
export async function loadEdit(visit: Visit, search: URLSearchParams) {
  const id = webhookIdIn(search);
  const { webhook } = await visit.read(webhookDetail, { id });
  const stored = webhookView(visit, webhook);
  return {
    version: webhook.version,
    fields: fieldsOf(webhook),
    offText: stored.isOn ? null : visit.t("webhooks:edit.off"),
    backHref: webhookHref(id),
  };
}

const fieldsOf = ({ name, url, topics, isOrdered }: Webhook) => ({
  name,
  url,
  topics: { ticked: topics },
  isOrdered: isOrdered ? "on" : "",
});

/** Saves what was typed; what was not touched stays as it is stored now. */
export async function changeWebhook(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = webhookIdIn(search);
  const { webhook } = await visit.read(webhookDetail, { id });
  const key = String(form.get("requestId"));
  const saved = await saveFormChange({
    visit,
    form,
    schema: webhookSchema,
    stored: fieldsOf(webhook),
    version: webhook.version,
    write: (value, version) => visit.write(webhookChange, { id, version, ...value }, { key }),
    field: (name) => ({ label: visit.t(name === "url" ? "webhooks:form.url" : "webhooks:form.name") }),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "webhooks:changed" });
  return redirect(webhookHref(id));
}
