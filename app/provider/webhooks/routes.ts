import * as contract from "#app/contract/webhook.ts";
import { MANAGES_MEMBERS, type Needs } from "../call/needs.ts";
import { handle, type Route } from "../call/route.ts";
import { changeWebhook } from "./change.ts";
import { testWebhook } from "./test-message.ts";
import {
  addWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  replayDelivery,
  replayGivenUp,
  rotateSecret,
  skipDelivery,
  switchWebhook,
} from "./webhook.ts";

const manage = { reach: "company", ...MANAGES_MEMBERS } as const satisfies Needs;
/** A new secret is told, or messages go elsewhere: who asks shows anew who they are. */
const tell = { ...manage, proof: "always" } as const satisfies Needs;

/** Everything under /webhook: what programs of customers are told (app/decisions/programs.md). */
export const webhookRoutes: Route[] = [
  handle(contract.webhookList, manage, (_, context) => listWebhooks(context)),
  handle(contract.webhookDetail, manage, readWebhook),
  handle(contract.webhookAdd, tell, addWebhook, { isAnswerSecret: true }),
  handle(contract.webhookChange, tell, changeWebhook),
  handle(contract.webhookRotate, tell, rotateSecret, { isAnswerSecret: true }),
  handle(contract.webhookSwitch, manage, switchWebhook),
  handle(contract.webhookRemove, manage, removeWebhook),
  handle(contract.webhookTest, manage, testWebhook),
  handle(contract.webhookReplay, manage, replayDelivery),
  handle(contract.webhookReplayAll, manage, replayGivenUp),
  handle(contract.webhookSkip, manage, skipDelivery),
];
