import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { webhookChange, webhookDetail } from "#app/contract/webhook.ts";
import { webhookSchema } from "./list.server.ts";
import { webhookIdIn, webhookView } from "./webhook.server.ts";
import { webhookHref } from "./webhook-href.ts";

export type EditView = Awaited<ReturnType<typeof loadEdit>>;

/** A webhook as its form shows it; an unknown one leads to /404. */
export async function loadEdit(visit: Visit, search: URLSearchParams) {
  const id = webhookIdIn(search);
  const { webhook } = await visit.read(webhookDetail, { id });
  const { name, url, topics, isOrdered, version } = webhook;
  const stored = webhookView(visit, webhook);
  return {
    version,
    fields: { name, url, topics: [...topics], isOrdered: isOrdered ? "on" : "" },
    stored,
    offText: stored.isOn ? null : visit.t("webhooks:edit.off"),
    backHref: webhookHref(id),
  };
}

/** Saves what was typed, unless somebody else has changed it since it was shown. */
export async function changeWebhook(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = webhookIdIn(search);
  const version = String(form.get("version") ?? "");
  const submission = parseWithZod(form, { schema: webhookSchema });
  if (submission.status !== "success") return shownAgain(invalid(submission), version);
  const given = { id, version, ...submission.value };
  const result = await visit.write(webhookChange, given, { key: String(form.get("requestId")) });
  if (!result.isDone)
    return shownAgain(faulty(submission, result.fault), version, result.fault.code === CODE_CONFLICT);
  visit.session.flash({ kind: "success", key: "webhooks:changed" });
  return redirect(webhookHref(id));
}

function shownAgain(
  { data: answer, init }: ReturnType<typeof invalid> | ReturnType<typeof faulty>,
  version: string,
  isStale = false,
) {
  const { reply, requestId } = answer;
  return data({ reply, requestId, version, isStale }, init ?? undefined);
}

export interface EditReply {
  reply: ReturnType<typeof invalid>["data"]["reply"];
  requestId: string | null;
  /** That the typed values were made from. */
  version: string;
  /** Somebody else has changed it. */
  isStale: boolean;
}
