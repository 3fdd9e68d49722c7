import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { absentIs } from "./reading.ts";
import {
  WEBHOOK_NAME_LENGTH,
  WEBHOOK_URL_LENGTH,
  webhookDeliveryStates,
  webhookMessageTypes,
  webhookProblems,
  webhookStates,
  webhookTopics,
} from "./webhook-code.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** What whoever adds or changes a webhook says of it. */
const fields = {
  name: z.string().trim().min(1).max(WEBHOOK_NAME_LENGTH),
  url: z.string().trim().min(1).max(WEBHOOK_URL_LENGTH),
  topics: z.array(z.enum(webhookTopics)).min(1).max(webhookTopics.length),
  isOrdered: z.boolean().default(false),
};

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
  /** Differs whenever something that `webhook.change` changes does. */
  version: absentIs(z.string(), ""),
});
export type Webhook = z.output<typeof webhook>;

export const webhookDelivery = z.object({
  id: wireId,
  /** The `webhook-id` of its tries. */
  messageId: z.string(),
  type: z.enum(webhookMessageTypes),
  /** Id of the changed thing; in a test message that of the webhook. */
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
  type: z.enum(webhookMessageTypes),
  timestamp: z.iso.datetime().describe("When it happened"),
  sequence: z
    .number()
    .int()
    .describe("Counts the messages of one shipment, quote, booking, invoice or conversation; 0 of a test"),
  data: z.looseObject({
    id: wireId.describe(
      "Of the shipment, quote, booking, invoice or conversation; of a test, of the webhook",
    ),
    url: z.string().describe("Its page in the portal"),
  }),
});
export type WebhookMessage = z.input<typeof webhookMessage>;

const secretAnswer = z.object({ id: wireId, secret: z.string() });
const one = z.object({ id: wireId });

export const webhookList = endpoint({
  name: "webhook.list",
  summary: "Webhooks of the company",
  neededBy: ["/account/webhooks"],
  path: "/webhook/list",
  body: "none",
  request: noFields,
  response: z.object({ rows: z.array(webhook) }),
});

export const webhookDetail = endpoint({
  name: "webhook.detail",
  summary: "A webhook with its last deliveries, the newest first",
  usedBy: ["/account/webhooks"],
  path: "/webhook/detail",
  body: "json",
  request: one.extend({
    isOpenOnly: z.boolean().default(false),
    bodyOf: wireId.optional().describe("The delivery whose body is answered as well"),
  }),
  response: z.object({
    webhook,
    deliveries: z.array(webhookDelivery),
    /** What is sent by the delivery that was asked for; null where its caller may not see what it tells. */
    body: absentIs(z.string().nullable(), null),
    /** The last one, also where the deliveries leave it out. */
    test: absentIs(webhookDelivery.nullable(), null),
  }),
});

export const webhookAdd = endpoint({
  name: "webhook.add",
  summary: "Add a webhook with the caller's rights; its secret is answered once",
  usedBy: ["/account/webhooks"],
  path: "/webhook/add",
  body: "json",
  isWrite: true,
  request: z.object(fields),
  response: secretAnswer,
});

export const webhookChange = endpoint({
  name: "webhook.change",
  summary:
    "Change a webhook, which keeps its secret; what waits goes to the new address at once, and nothing of a topic that is left out. Another version than the present one is refused",
  usedBy: ["/account/webhooks"],
  path: "/webhook/change",
  body: "json",
  isWrite: true,
  request: one.extend({ version: z.string().min(1).max(64), ...fields }),
  response: nothing,
});

export const webhookTest = endpoint({
  name: "webhook.test",
  summary:
    "Send a test message at once, whether the webhook is on or off. It is tried once, and counts neither as a failure nor as a success",
  usedBy: ["/account/webhooks"],
  path: "/webhook/test",
  body: "json",
  isWrite: true,
  request: one,
  response: nothing,
});

export const webhookRotate = endpoint({
  name: "webhook.rotate",
  summary: "Make a new secret; for a day the old one signs as well",
  usedBy: ["/account/webhooks"],
  path: "/webhook/rotate",
  body: "json",
  isWrite: true,
  request: one,
  response: secretAnswer,
});

export const webhookSwitch = endpoint({
  name: "webhook.switch",
  summary: "Switch a webhook on or off; what waits is sent when it is on again",
  usedBy: ["/account/webhooks"],
  path: "/webhook/switch",
  body: "json",
  isWrite: true,
  request: one.extend({ isOn: z.boolean() }),
  response: nothing,
});

export const webhookRemove = endpoint({
  name: "webhook.remove",
  summary: "Remove a webhook with its deliveries",
  usedBy: ["/account/webhooks"],
  path: "/webhook/remove",
  body: "json",
  isWrite: true,
  request: one,
  response: nothing,
});

export const webhookReplay = endpoint({
  name: "webhook.replay",
  summary: "Send a delivery again, with the same id",
  usedBy: ["/account/webhooks"],
  path: "/webhook/replay",
  body: "json",
  isWrite: true,
  request: z.object({ deliveryId: wireId }),
  response: nothing,
});

export const webhookReplayAll = endpoint({
  name: "webhook.replayAll",
  summary: "Send all deliveries again that were given up, each with the same id",
  usedBy: ["/account/webhooks"],
  path: "/webhook/replayAll",
  body: "json",
  isWrite: true,
  request: one,
  response: z.object({ count: z.number().int() }),
});

export const webhookSkip = endpoint({
  name: "webhook.skip",
  summary: "Try a delivery that waits no more",
  usedBy: ["/account/webhooks"],
  path: "/webhook/skip",
  body: "json",
  isWrite: true,
  request: z.object({ deliveryId: wireId }),
  response: nothing,
});
