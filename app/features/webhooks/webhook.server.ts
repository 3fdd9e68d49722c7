import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { Webhook } from "#app/contract/webhook.ts";
import type { WebhookState } from "#app/contract/webhook-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { webhookHref } from "./webhook-href.ts";

const KINDS = {
  WORKS: "success",
  FAILING: "warning",
  OFF: "neutral",
  GONE: "danger",
  STOPPED: "danger",
  MAKER_GONE: "danger",
} as const satisfies Record<WebhookState, string>;

export type WebhookView = ReturnType<typeof webhookView>;

/** The webhook that the query names; without one it leads to the list. */
export function webhookIdIn(search: URLSearchParams): string {
  const id = addressId.safeParse(search.get("id") ?? "").data;
  if (!id) throw redirect(href("/account/webhooks"));
  return id;
}

/** A webhook in words. */
export function webhookView({ t, dated }: Visit, webhook: Webhook) {
  const { id, name, url, topics, state, isOrdered } = webhook;
  return {
    id,
    name,
    url,
    state,
    href: webhookHref(id),
    isOn: state === "WORKS" || state === "FAILING" || state === "MAKER_GONE",
    badge: { kind: KINDS[state], text: t(`webhooks:state.${state}`) },
    topics: topics.map((topic) => t(`webhooks:topic.${topic}`)).join(" · "),
    facts: [
      dated(webhook.createdAt, (at) => t("webhooks:fact.made", { at, by: webhook.madeBy })),
      webhook.lastSuccessAt
        ? dated(webhook.lastSuccessAt, (at) => t("webhooks:fact.arrived", { at }))
        : t("webhooks:fact.never"),
      ...(webhook.failingSince
        ? [dated(webhook.failingSince, (at) => t("webhooks:fact.failing", { at }))]
        : []),
      ...(webhook.waiting > 0 ? [t("webhooks:fact.waiting", { number: webhook.waiting })] : []),
      ...(isOrdered ? [t("webhooks:fact.ordered")] : []),
    ],
  };
}
