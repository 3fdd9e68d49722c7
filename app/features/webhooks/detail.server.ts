import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type WebhookDelivery,
  webhookDetail,
  webhookRemove,
  webhookReplay,
  webhookRotate,
  webhookSkip,
  webhookSwitch,
} from "#app/contract/webhook.ts";
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOK_SECRETS_OVERLAP_HOURS } from "#app/contract/webhook-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { webhookIdIn, webhookView } from "./webhook.server.ts";
import { webhookHref } from "./webhook-href.ts";

const KINDS = { WAITING: "warning", DONE: "success", FAILED: "danger", SKIPPED: "neutral" } as const;

export type WebhookDetailView = Awaited<ReturnType<typeof loadWebhook>>;
export type DeliveryView = ReturnType<typeof deliveryView>;

/** A webhook with its last deliveries; an unknown one leads to /404. */
export async function loadWebhook(visit: Visit, search: URLSearchParams) {
  const id = webhookIdIn(search);
  const isOpenOnly = search.get("show") === "open";
  const { webhook, deliveries } = await visit.read(webhookDetail, { id, isOpenOnly });
  return {
    webhook: webhookView(visit, webhook),
    deliveries: deliveries.map((delivery) => deliveryView(visit, delivery)),
    shown: visit.t("webhooks:deliveries.shown", { number: WEBHOOK_DELIVERIES_SHOWN }),
    isOpenOnly,
    secretHref: webhookHref(id, href("/account/webhookSecret")),
    removeHref: webhookHref(id, href("/account/webhookRemove")),
    allHref: webhookHref(id),
    openHref: withQuery(href("/account/webhookDetail"), { id, show: "open" }),
  };
}

function deliveryView({ t, stamp }: Visit, delivery: WebhookDelivery) {
  const { id, messageId, type, subjectId, sequence, state, problem, httpStatus, attempts } = delivery;
  return {
    ...{ id, messageId, state },
    // The type is a name that programs read, as in the message itself.
    name: `${type} · ${subjectId} · ${sequence}`,
    badge: { kind: KINDS[state], text: t(`webhooks:delivery.${state}`) },
    facts: [
      t("webhooks:delivery.made", { at: stamp(delivery.madeAt) }),
      ...(delivery.triedAt
        ? [t("webhooks:delivery.tried", { at: stamp(delivery.triedAt), number: attempts })]
        : []),
      ...(problem
        ? [
            problem === "STATUS"
              ? t("webhooks:problem.STATUS", { status: httpStatus ?? "" })
              : t(`webhooks:problem.${problem}`),
          ]
        : []),
      ...(delivery.nextAt ? [t("webhooks:delivery.next", { at: stamp(delivery.nextAt) })] : []),
    ],
    canSkip: state === "WAITING",
  };
}

/** The buttons of the page: on, off, and those of each delivery. */
export async function actOnWebhook(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = webhookIdIn(search);
  const requestId = String(form.get("requestId"));
  const [intent = "", value = ""] = String(form.get("intent")).split(" ");
  const deliveryId = addressId.catch("0").parse(value);
  const key = { key: `${requestId}:${intent}:${deliveryId}` };
  const press = {
    on: () => visit.write(webhookSwitch, { id, isOn: true }, key),
    off: () => visit.write(webhookSwitch, { id, isOn: false }, key),
    replay: () => visit.write(webhookReplay, { deliveryId }, key),
    skip: () => visit.write(webhookSkip, { deliveryId }, key),
  };
  const back = `${href("/account/webhookDetail")}?${search}`;
  if (!Object.hasOwn(press, intent)) return redirect(back);
  const name = intent as keyof typeof press;
  const result = await press[name]();
  if (result.isDone) visit.session.flash({ kind: "success", key: `webhooks:${name}` });
  // Otherwise it has ended meanwhile, which the page shows.
  else if (result.fault.code !== CODE_NOT_FOUND) return refusedPress(result.fault, requestId);
  return redirect(back);
}

/** What is asked before a webhook is removed, or its secret is changed. */
export async function loadAsked(visit: Visit, search: URLSearchParams) {
  const id = webhookIdIn(search);
  const { webhook } = await visit.read(webhookDetail, { id });
  return {
    name: webhook.name,
    backHref: webhookHref(id),
    overlap: visit.t("webhooks:secret.text", { hours: WEBHOOK_SECRETS_OVERLAP_HOURS }),
  };
}

export async function removeWebhook(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = webhookIdIn(search);
  const requestId = String(form.get("requestId"));
  const result = await visit.write(webhookRemove, { id }, { key: requestId });
  // Otherwise somebody else has removed it.
  if (!result.isDone && result.fault.code !== CODE_NOT_FOUND) return refusedPress(result.fault, requestId);
  visit.session.flash({ kind: "success", key: "webhooks:removed" });
  return redirect(href("/account/webhooks"));
}

/** The new secret is in the answer to the form itself. */
export async function changeSecret(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = webhookIdIn(search);
  const requestId = String(form.get("requestId"));
  const result = await visit.write(webhookRotate, { id }, { key: requestId });
  if (result.isDone) return data({ made: result.data, fault: null, requestId: null });
  const { data: answer, init } = refusedPress(result.fault, requestId);
  return data({ made: null, ...answer }, init ?? undefined);
}
