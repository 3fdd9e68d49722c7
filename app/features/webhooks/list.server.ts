import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { env } from "#app/config/env.server.ts";
import { CUSTOMER_OPENAPI_PATH } from "#app/contract/api-key-code.ts";
import { webhookAdd, webhookList } from "#app/contract/webhook.ts";
import { WEBHOOK_NAME_LENGTH, WEBHOOK_URL_LENGTH, webhookTopics } from "#app/contract/webhook-code.ts";
import { webhookView } from "./webhook.server.ts";

/** The company's webhooks in words. Throws as `visit.read`. */
export async function loadWebhooks(visit: Visit) {
  const { rows } = await visit.read(webhookList, {});
  return {
    webhooks: rows.map((row) => webhookView(visit, row)),
    // Where programs reach the provider, if browsers may follow a link to it.
    descriptionHref: env.PUBLIC_API_URL
      ? env.PUBLIC_API_URL.replace(/\/$/, "") + CUSTOMER_OPENAPI_PATH
      : null,
  };
}

/** What is typed of a webhook, new or not. */
export const webhookSchema = z.object({
  name: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(WEBHOOK_NAME_LENGTH, tooLong(WEBHOOK_NAME_LENGTH)),
  url: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(WEBHOOK_URL_LENGTH, tooLong(WEBHOOK_URL_LENGTH)),
  topics: z.array(z.enum(webhookTopics)).min(1, "webhooks:form.topicsMissing").max(webhookTopics.length),
  isOrdered: z.boolean().default(false),
});

/** What the form of a webhook offers. */
export function webhookChoices({ t }: Visit) {
  return {
    required: requiredFields(webhookSchema),
    topics: webhookTopics.map((value) => ({ value, label: t(`webhooks:topic.${value}`) })),
  };
}
export type WebhookChoices = ReturnType<typeof webhookChoices>;

/** Adds the webhook; the secret is in the answer to the form itself, since nothing tells it again. */
export async function addWebhook(visit: Visit, form: FormData) {
  const submission = parseWithZod(form, { schema: webhookSchema });
  if (submission.status !== "success") return withoutSecret(invalid(submission));
  const result = await visit.write(webhookAdd, submission.value, { key: String(form.get("requestId")) });
  if (!result.isDone) return withoutSecret(faulty(submission, result.fault));
  return data({ reply: undefined, requestId: null, made: result.data });
}

function withoutSecret({ data: answer, init }: ReturnType<typeof invalid> | ReturnType<typeof faulty>) {
  return data({ reply: answer.reply, requestId: answer.requestId, made: null }, init ?? undefined);
}
