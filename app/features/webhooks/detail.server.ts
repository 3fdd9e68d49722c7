import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type WebhookDelivery,
  webhookDetail,
  webhookRemove,
  webhookReplay,
  webhookReplayAll,
  webhookRotate,
  webhookSkip,
  webhookSwitch,
  webhookTest,
} from "#app/contract/webhook.ts";
import {
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOK_SECRETS_OVERLAP_HOURS,
  WEBHOOK_TEST,
} from "#app/contract/webhook-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { webhookIdIn, webhookView } from "./webhook.server.ts";
import { webhookHref } from "./webhook-href.ts";

const KINDS = { WAITING: "warning", DONE: "success", FAILED: "danger", SKIPPED: "neutral" } as const;

export type WebhookDetailView = Awaited<ReturnType<typeof loadWebhook>>;
export type DeliveryView = ReturnType<typeof deliveryView>;
export type DeliveryLineView = WebhookDetailView["deliveries"][number];

/** A webhook with its last deliveries; an unknown one leads to /404. */
export async function loadWebhook(visit: Visit, search: URLSearchParams) {
  const id = webhookIdIn(search);
  const isOpenOnly = search.get("show") === "open";
  const shownId = addressId.safeParse(search.get("message") ?? "").data;
  const request = { id, isOpenOnly, ...(shownId && { bodyOf: shownId }) };
  const { webhook, deliveries, test, body } = await visit.read(webhookDetail, request);
  const address = (more: object) =>
    withQuery(href("/account/webhookDetail"), { id, ...(isOpenOnly && { show: "open" }), ...more });
  return {
    webhook: webhookView(visit, webhook),
    test: test ? deliveryView(visit, test) : null,
    deliveries: deliveries.map((delivery) => ({
      ...deliveryView(visit, delivery),
      bodyHref: address({ message: delivery.id }),
      hideHref: address({}),
      body: delivery.id === shownId ? { text: body && indented(body) } : null,
    })),
    hasGivenUp: deliveries.some(({ type, state }) => type !== WEBHOOK_TEST && state === "FAILED"),
    shown: visit.t("webhooks:deliveries.shown", { number: WEBHOOK_DELIVERIES_SHOWN }),
    isOpenOnly,
    editHref: webhookHref(id, href("/account/webhookEdit")),
    secretHref: webhookHref(id, href("/account/webhookSecret")),
    removeHref: webhookHref(id, href("/account/webhookRemove")),
    allHref: webhookHref(id),
    openHref: withQuery(href("/account/webhookDetail"), { id, show: "open" }),
  };
}

/** As people read it; a body that is not JSON comes from a provider of somebody else and stays as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function deliveryView({ t, dated }: Visit, delivery: WebhookDelivery) {
  const { id, messageId, type, subjectId, sequence, state, problem, httpStatus, attempts } = delivery;
  const isTest = type === WEBHOOK_TEST;
  const times = [
    dated(delivery.madeAt, (at) => t("webhooks:delivery.made", { at })),
    ...(delivery.triedAt
      ? [dated(delivery.triedAt, (at) => t("webhooks:delivery.tried", { at, number: attempts }))]
      : []),
  ];
  const result =
    problem && problem !== "STATUS"
      ? t(`webhooks:problem.${problem}`)
      : problem || httpStatus !== null
        ? t("webhooks:problem.STATUS", { status: httpStatus ?? "" })
        : null;
  return {
    id,
    messageId,
    isTest,
    isWaiting: state === "WAITING",
    // The type is a name that programs read, as in the message itself.
    name: isTest ? type : `${type} · ${subjectId} · ${sequence}`,
    badge: {
      kind: KINDS[state],
      text: t(isTest && state === "FAILED" ? "webhooks:test.failed" : `webhooks:delivery.${state}`),
    },
    times,
    result,
    facts: [
      ...times,
      ...(result ? [result] : []),
      ...(delivery.nextAt ? [dated(delivery.nextAt, (at) => t("webhooks:delivery.next", { at }))] : []),
    ],
    canSkip: state === "WAITING",
  };
}

/** The buttons of the page: on, off, test, and those of each delivery. */
export async function actOnWebhook(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = webhookIdIn(search);
  const requestId = String(form.get("requestId"));
  const [intent = "", value = ""] = String(form.get("intent")).split(" ");
  const deliveryId = addressId.catch("0").parse(value);
  const key = { key: `${requestId}:${intent}:${deliveryId}` };
  const press = {
    on: () => visit.write(webhookSwitch, { id, isOn: true }, key),
    off: () => visit.write(webhookSwitch, { id, isOn: false }, key),
    test: () => visit.write(webhookTest, { id }, key),
    replay: () => visit.write(webhookReplay, { deliveryId }, key),
    replayAll: () => visit.write(webhookReplayAll, { id }, key),
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
