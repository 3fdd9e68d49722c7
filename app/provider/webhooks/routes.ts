import * as contract from "#app/contract/webhook.ts";
import type { Needs } from "../call/needs.ts";
import { handle, type Route } from "../call/route.ts";
import { MANAGES } from "./right.ts";
import {
  addWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  skipDelivery,
  switchWebhook,
} from "./webhook.ts";

const manage = { reach: "company", ...MANAGES } as const satisfies Needs;
/** A new secret is told: who asks shows anew who they are. */
const tell = { ...manage, proof: "always" } as const satisfies Needs;

/** Everything under /webhook: what programs of customers are told (app/decisions/2026-11-26-webhooks.md). */
export const webhookRoutes: Route[] = [
  handle(contract.webhookList, manage, (_, context) => listWebhooks(context)),
  handle(contract.webhookDetail, manage, readWebhook),
  handle(contract.webhookAdd, tell, addWebhook, { isAnswerSecret: true }),
  handle(contract.webhookRotate, tell, rotateSecret, { isAnswerSecret: true }),
  handle(contract.webhookSwitch, manage, switchWebhook),
  handle(contract.webhookRemove, manage, removeWebhook),
  handle(contract.webhookReplay, manage, replayDelivery),
  handle(contract.webhookSkip, manage, skipDelivery),
];
