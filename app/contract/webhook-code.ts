/** What a webhook is told of. A sequence number counts the events of one subject of these. */
export const webhookTopics = ["shipments", "quotes", "bookings", "invoices", "messages"] as const;
export type WebhookTopic = (typeof webhookTopics)[number];

export const webhookTypes = [
  "shipment.event",
  "shipment.eventRetracted",
  "quote.changed",
  "booking.changed",
  "invoice.issued",
  "invoice.changed",
  "message.sent",
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** What a person sends to see whether the receiver takes it. It belongs to no topic and counts for nothing. */
export const WEBHOOK_TEST = "webhook.test";
/** What a receiver may be sent. */
export const webhookMessageTypes = [...webhookTypes, WEBHOOK_TEST] as const;
export type WebhookMessageType = (typeof webhookMessageTypes)[number];

/** `FAILING`: nothing has arrived since a failure; `OFF`: by a person; `GONE`: the receiver answered 410; `STOPPED`: after days without success. */
export const webhookStates = ["WORKS", "FAILING", "OFF", "GONE", "STOPPED", "MAKER_GONE"] as const;
export type WebhookState = (typeof webhookStates)[number];

export type WebhookOffReason = "PERSON" | "GONE" | "FAILING";

/** `FAILED`: given up after three days; `SKIPPED`: by a person, or for want of a right. */
export const webhookDeliveryStates = ["WAITING", "DONE", "FAILED", "SKIPPED"] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** Why a try did not succeed. */
export const webhookProblems = [
  "ADDRESS",
  "NAME",
  "CONNECTION",
  "TLS",
  "TIME",
  "REDIRECT",
  "STATUS",
  "SECRET",
  "RIGHT",
  "PERSON",
] as const;
export type WebhookProblem = (typeof webhookProblems)[number];

export const WEBHOOK_NAME_LENGTH = 60;
export const WEBHOOK_URL_LENGTH = 500;
export const WEBHOOKS_MAX = 10;
/** Deliveries that are shown of a webhook. */
export const WEBHOOK_DELIVERIES_SHOWN = 50;
/** For so long after a change both secrets sign. */
export const WEBHOOK_SECRETS_OVERLAP_HOURS = 24;
/** Days without success after which its company is warned, and after which it is switched off. */
export const WEBHOOK_WARNED_DAYS = 2;
export const WEBHOOK_STOPPED_DAYS = 5;
/** A delivery is tried for so many days. */
export const WEBHOOK_TRIED_DAYS = 3;
/** How long a receiver may take to answer. */
export const WEBHOOK_ANSWER_SECONDS = 15;
/** A webhook is tested once within so many seconds. */
export const WEBHOOK_TEST_PAUSE_SECONDS = 10;
