import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  WEBHOOK_NAME_LENGTH,
  WEBHOOK_URL_LENGTH,
  webhookDeliveryStates,
  webhookProblems,
  webhookStates,
  webhookTopics,
  webhookTypes,
} from "./webhook-code.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

const topics = z.array(z.enum(webhookTopics)).min(1).max(webhookTopics.length);

export const webhook = z.object({
  id: wireId,
  name: z.string(),
  url: z.string(),
  topics: z.array(z.enum(webhookTopics)),
  isOrdered: z.boolean(),
  state: z.enum(webhookStates),
  /** Whose rights it has. */
  madeBy: z.string(),
  createdAt: wireDateTime,
  lastSuccessAt: wireDateTime.nullable(),
  failingSince: wireDateTime.nullable(),
  /** Deliveries that have not arrived yet. */
  waiting: z.number().int(),
});
export type Webhook = z.output<typeof webhook>;

export const webhookDelivery = z.object({
  id: wireId,
  /** The `webhook-id` of its tries. */
  messageId: z.string(),
  type: z.enum(webhookTypes),
  subjectId: wireId,
  sequence: z.number().int(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.number().int(),
  httpStatus: z.number().int().nullable(),
  problem: z.enum(webhookProblems).nullable(),
  madeAt: wireDateTime,
  triedAt: wireDateTime.nullable(),
  nextAt: wireDateTime.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** What a receiver is sent, signed by the headers of Standard Webhooks. */
export const webhookMessage = z.object({
  type: z.enum(webhookTypes),
  timestamp: z.iso.datetime().describe("When it happened"),
  sequence: z
    .number()
    .int()
    .describe("Counts the messages of one shipment, quote, booking, invoice or conversation"),
  data: z.looseObject({
    id: wireId.describe("Of the shipment, quote, booking, invoice or conversation"),
    url: z.string().describe("Its page in the portal"),
  }),
});
export type WebhookMessage = z.input<typeof webhookMessage>;

const secretAnswer = z.object({ id: wireId, secret: z.string() });
const one = z.object({ id: wireId });

export const webhookList = endpoint({
  name: "webhook.list",
  summary: "Webhooks of the company",
  path: "/webhook/list",
  body: "none",
  request: noFields,
  response: z.object({ rows: z.array(webhook) }),
});

export const webhookDetail = endpoint({
  name: "webhook.detail",
  summary: "A webhook with its last deliveries, the newest first",
  path: "/webhook/detail",
  body: "json",
  request: one.extend({ isOpenOnly: z.boolean().default(false) }),
  response: z.object({ webhook, deliveries: z.array(webhookDelivery) }),
});

export const webhookAdd = endpoint({
  name: "webhook.add",
  summary: "Add a webhook with the caller's rights; its secret is answered once",
  path: "/webhook/add",
  body: "json",
  isWrite: true,
  request: z.object({
    name: z.string().trim().min(1).max(WEBHOOK_NAME_LENGTH),
    url: z.string().trim().min(1).max(WEBHOOK_URL_LENGTH),
    topics,
    isOrdered: z.boolean().default(false),
  }),
  response: secretAnswer,
});

export const webhookRotate = endpoint({
  name: "webhook.rotate",
  summary: "Make a new secret; for a day the old one signs as well",
  path: "/webhook/rotate",
  body: "json",
  isWrite: true,
  request: one,
  response: secretAnswer,
});

export const webhookSwitch = endpoint({
  name: "webhook.switch",
  summary: "Switch a webhook on or off; what waits is sent when it is on again",
  path: "/webhook/switch",
  body: "json",
  isWrite: true,
  request: one.extend({ isOn: z.boolean() }),
  response: nothing,
});

export const webhookRemove = endpoint({
  name: "webhook.remove",
  summary: "Remove a webhook with its deliveries",
  path: "/webhook/remove",
  body: "json",
  isWrite: true,
  request: one,
  response: nothing,
});

export const webhookReplay = endpoint({
  name: "webhook.replay",
  summary: "Send a delivery again, with the same id",
  path: "/webhook/replay",
  body: "json",
  isWrite: true,
  request: z.object({ deliveryId: wireId }),
  response: nothing,
});

export const webhookSkip = endpoint({
  name: "webhook.skip",
  summary: "Try a delivery that waits no more",
  path: "/webhook/skip",
  body: "json",
  isWrite: true,
  request: z.object({ deliveryId: wireId }),
  response: nothing,
});

/** What the screens of webhooks call. */
export const webhookCalls = {
  needs: [webhookList],
  beside: [webhookDetail],
  writes: [...[webhookAdd, webhookRotate, webhookSwitch, webhookRemove], ...[webhookReplay, webhookSkip]],
};
