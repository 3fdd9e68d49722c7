import type { FreeTimeType, StatementSource } from "./free-time-code.ts";
import { jobModes, shipmentStatuses } from "./shipment-code.ts";

/** Codes of notifications (product 3, 5, 9), without the schemas, which would load zod into browsers. */

export const ruleJoins = ["AND", "OR"] as const;
export type RuleJoin = (typeof ruleJoins)[number];
export const notificationScopes = ["ALL", "FOLLOWED"] as const;
export type NotificationScope = (typeof notificationScopes)[number];
export const notificationChannels = ["EMAIL", "NONE"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Product 9: a notification has 1 to 4 rules. */
export const RULES_MAX = 4;
export const RECIPIENTS_MAX = 10;
export const NOTIFICATION_NAME_MAX = 60;
export const RULE_TEXT_MAX = 100;
export const scheduleUnits = ["day", "week", "month"] as const;
export type ScheduleUnit = (typeof scheduleUnits)[number];
/** Longest interval, in weeks or months. */
export const EVERY_MAX = 52;
/** Days back that a rehearsal covers. */
export const REHEARSED_DAYS = 30;
export const NEXT_SENDS_SHOWN = 3;

export const ruleKinds = [
  "shippedBy",
  "status",
  "mode",
  "origin",
  "destination",
  "etaWithin",
  "etaSlipped",
  "milestone",
  "delayed",
  "lastFreeDay",
  "container",
  "po",
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Milestones that a rule can wait for: actual dates of product 3.3. */
export const ruleMilestones = [
  "pickup",
  "cargoReceived",
  "atd",
  "ata",
  "customsRelease",
  "freightRelease",
  "outGate",
  "finalRail",
  "finalRamp",
  "delivery",
  "podUpload",
  "emptyReturn",
] as const;
export type RuleMilestone = (typeof ruleMilestones)[number];

/** Rules with a choice instead of typed text. */
export const ruleChoices = {
  status: shipmentStatuses,
  mode: jobModes,
  milestone: ruleMilestones,
  delayed: ["yes"],
} as const satisfies Partial<Record<RuleKind, readonly string[]>>;

/** Rules that take a number of days, with the smallest and the largest. */
export const ruleDays = {
  etaWithin: [1, 90],
  etaSlipped: [1, 90],
  lastFreeDay: [0, 30],
} as const satisfies Partial<Record<RuleKind, readonly [number, number]>>;

/** News of one's own things, told without a rule; each can be switched off. */
export const ownNoticeKinds = [
  "quotePriced",
  "quoteWithdrawn",
  "quoteEnding",
  "bookingAccepted",
  "bookingConfirmed",
  "bookingDeclined",
  "changeAnswered",
  "documentThere",
  "cutOffNear",
  "invoiceDue",
  "messageWaiting",
  "exportReady",
  "exportFailed",
  "reportStopped",
  "importFaulty",
] as const;
/** Told to the forwarder's people only. */
const staffNoticeKinds: readonly NoticeKind[] = ["importFaulty"];
/** News that a person can be told, and can switch off. */
export const noticeKindsOf = (isForwarder: boolean): readonly (typeof ownNoticeKinds)[number][] =>
  isForwarder ? ownNoticeKinds : ownNoticeKinds.filter((kind) => !staffNoticeKinds.includes(kind));
export const noticeKinds = ["rule", ...ownNoticeKinds] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A last free day that was stated anew: the days as the place's calendar has them. */
export interface FreeDayNews {
  containerNumber: string;
  type: FreeTimeType;
  source: StatementSource;
  /** Who sent it; empty: the forwarder. */
  sender: string;
  /** Null: none was stated before, or none is any more. */
  before: string | null;
  day: string | null;
}

/** What is new about a shipment. Times are ISO instants. */
export interface ShipmentNews {
  shipmentId: string;
  houseNumber: string;
  /** Milestones reached since the last time. */
  gained: string[];
  /** The ETA before, where it has changed: an instant, or a day that was known without an hour. */
  etaBefore: string | null;
  isNowDelayed: boolean;
  /** Older notices are without. */
  freeDays?: FreeDayNews[];
}

export interface NoticeContent {
  /** Name of the rule, or the number of what it is about. */
  title: string;
  shipments?: ShipmentNews[];
  /** Shipments left out of an overlong list. */
  more?: number;
  /** Path in the portal. */
  path?: string;
  values?: Record<string, string>;
}

/** What an unsubscribe link ends. */
export interface NoticeTarget {
  notificationId?: string;
  kind?: NoticeKind;
  name: string;
}
