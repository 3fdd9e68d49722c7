import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  EVERY_MAX,
  NOTIFICATION_NAME_MAX,
  noticeKinds,
  notificationChannels,
  notificationScopes,
  ownNoticeKinds,
  RECIPIENTS_MAX,
  RULE_TEXT_MAX,
  RULES_MAX,
  ruleJoins,
  ruleKinds,
  scheduleUnits,
} from "./notification-code.ts";
import { absentIs } from "./reading.ts";
import { noFields, nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/** Notifications by rule (product 5, 7 'Notifications', 9); codes in `notification-code.ts`. */

const service = { service: "tracking" } as const;
const path = (call: string) => `/api/notificationInfo/${call}`;

/** One condition. Places are codes, or names that the provider finds the code of. */
export const ruleFields = z.object({
  kind: z.enum(ruleKinds),
  value: z.string().trim().min(1).max(RULE_TEXT_MAX),
});

export const scheduleFields = z.object({
  unit: z.enum(scheduleUnits),
  every: z.number().int().min(1).max(EVERY_MAX),
  /** 1 for Monday to 7 for Sunday. */
  weekday: z.number().int().min(1).max(7),
  monthDay: z.number().int().min(1).max(31),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** IANA zone, or an offset such as "+08:00". */
  zone: z.string().min(1).max(64),
});

/** What a notification is made of; `from` of the schedule is set by the provider. */
export const notificationFields = {
  name: z.string().trim().min(1).max(NOTIFICATION_NAME_MAX),
  join: z.enum(ruleJoins),
  rules: z.array(ruleFields).min(1).max(RULES_MAX),
  scope: z.enum(notificationScopes),
  channel: z.enum(notificationChannels),
  /** None: the caller's own address. */
  recipients: z.array(z.string().trim().toLowerCase().max(254).pipe(z.email())).max(RECIPIENTS_MAX),
  schedule: scheduleFields,
  isOn: z.boolean(),
};

/** `waiting`: was asked and has not agreed yet; `ended`: has ended it; `blocked`: mail servers refuse it. */
export const recipientStates = ["member", "confirmed", "waiting", "ended", "blocked"] as const;

const storedRecipient = z.object({
  email: z.string(),
  state: z.enum(recipientStates),
  /** What a mail server said last, until it takes a mail. */
  lastError: z.string().nullable(),
});

export const storedNotification = z.object({
  id: wireId,
  version: z.number().int(),
  ...notificationFields,
  rules: z.array(ruleFields.extend({ id: wireId, placeName: z.string().nullable() })),
  recipients: z.array(storedRecipient),
  /** The caller's own address, where the mails go there for want of recipients. */
  ownAddress: absentIs(storedRecipient.nullable(), null),
  nextSends: z.array(wireDateTime),
  lastSentAt: wireDateTime.nullable(),
});
export type StoredNotification = z.infer<typeof storedNotification>;

export const selectNotificationList = endpoint({
  name: "notification.list",
  summary: "The caller's notifications, the latest first",
  neededBy: ["/account/notificationSetting"],
  path: path("selectNotificationList"),
  ...service,
  body: "json",
  request: z.object(pageRequest),
  response: pageOf(storedNotification),
});

export const notificationDetail = endpoint({
  name: "notification.detail",
  summary: "One of the caller's notifications",
  neededBy: ["/account/notificationRemove"],
  usedBy: ["/account/notificationEdit"],
  path: path("detail"),
  ...service,
  request: z.object({ id: wireId }),
  response: storedNotification,
});

export const saveNotification = endpoint({
  name: "notification.save",
  summary: "Save a notification with its rules, new (`id` null) or known",
  neededBy: ["/account/notificationEdit"],
  path: path("saveNotification"),
  ...service,
  body: "json",
  isWrite: true,
  request: z.object({
    id: wireId.nullable(),
    /** The version that the form shows; another stored one is a conflict. */
    version: z.number().int().nullable(),
    /** Identifies a new notification, so that a form sent twice makes one. */
    formKey: z.string().max(100).nullish(),
    ...notificationFields,
  }),
  response: z.object({
    id: wireId,
    /** Recipients who were asked by mail to agree. */
    asked: z.array(z.string()).default([]),
  }),
});

export const switchNotification = endpoint({
  name: "notification.switch",
  summary: "Switch a notification on or off",
  usedBy: ["/account/notificationSetting"],
  path: path("switch"),
  ...service,
  isWrite: true,
  request: z.object({ id: wireId, isOn: z.stringbool() }),
  response: nothing,
});

export const removeNotification = endpoint({
  name: "notification.remove",
  summary: "Remove a notification",
  neededBy: ["/account/notificationRemove"],
  path: path("remove"),
  ...service,
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

const storedRule = ruleFields.extend({ id: wireId, notificationId: wireId });

export const selectRuleList = endpoint({
  name: "notification.ruleList",
  summary: "The rules of a notification, in their order",
  path: path("selectRuleList"),
  ...service,
  body: "json",
  request: z.object({ notificationId: wireId }),
  response: z.object({ rows: z.array(storedRule) }),
});

export const detailRule = endpoint({
  name: "notification.ruleDetail",
  summary: "One rule",
  path: path("detailRule"),
  ...service,
  request: z.object({ id: wireId }),
  response: storedRule,
});

export const saveRule = endpoint({
  name: "notification.ruleSave",
  summary: "Save one rule, new (`id` null) or known; a notification has 1 to 4",
  path: path("saveRule"),
  ...service,
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId.nullable(), notificationId: wireId, ...ruleFields.shape }),
  response: z.object({ id: wireId }),
});

export const removeRule = endpoint({
  name: "notification.ruleRemove",
  summary: "Remove one rule; the last one stays",
  path: path("removeRule"),
  ...service,
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

/** What a notification would have sent, by the engine that sends. */
export const rehearseNotification = endpoint({
  name: "notification.rehearse",
  summary: "The mails that this notification would have sent in the last 30 days; stores nothing",
  usedBy: ["/account/notificationEdit"],
  path: path("rehearse"),
  ...service,
  body: "json",
  retries: 0,
  request: z.object({
    join: notificationFields.join,
    rules: notificationFields.rules,
    scope: notificationFields.scope,
    schedule: notificationFields.schedule,
  }),
  response: z.object({
    days: z.number().int(),
    /** The latest first. */
    mails: z.array(
      z.object({
        at: wireDateTime,
        total: z.number().int(),
        /** The first ones. */
        shipments: z.array(z.object({ id: wireId, houseNumber: z.string() })),
      }),
    ),
    nextSends: z.array(wireDateTime),
  }),
});

/** What the caller was told, by mail or in the portal only, the latest first. */
export const noticeList = endpoint({
  name: "notice.list",
  summary: "News of the caller, and how many of it are unread",
  neededBy: ["/account/notifications"],
  path: path("noticeList"),
  ...service,
  body: "json",
  request: z.object(pageRequest),
  response: pageOf(
    z.object({
      id: wireId,
      kind: z.enum(noticeKinds),
      title: z.string(),
      /** Path in the portal. */
      path: z.string(),
      at: wireDateTime,
      isMailed: z.boolean(),
      isRead: z.boolean(),
      shipments: z.array(
        z.object({
          id: wireId,
          houseNumber: z.string(),
          /** Sentences about it: changed last free days. */
          changes: z.array(z.string()).nullish(),
        }),
      ),
      /** Shipments besides these. */
      more: z.number().int(),
    }),
  ).extend({ unread: z.number().int() }),
});

export const noticeRead = endpoint({
  name: "notice.read",
  summary: "All news up to this one was read",
  usedBy: ["/account/notifications"],
  path: path("noticeRead"),
  ...service,
  isWrite: true,
  request: z.object({ lastId: wireId }),
  response: nothing,
});

/** Kinds of news that are told without a rule. */
export const noticeSettings = endpoint({
  name: "notice.settings",
  summary: "Which kinds of news the caller has switched off",
  usedBy: ["/account/notifications"],
  path: path("noticeSettings"),
  ...service,
  body: "none",
  request: noFields,
  response: z.object({ off: z.array(z.enum(ownNoticeKinds)) }),
});

export const saveNoticeSettings = endpoint({
  name: "notice.saveSettings",
  summary: "Switch kinds of news off, and all others on",
  usedBy: ["/account/notifications"],
  path: path("saveNoticeSettings"),
  ...service,
  body: "json",
  isWrite: true,
  request: z.object({ off: z.array(z.enum(ownNoticeKinds)).max(20) }),
  response: nothing,
});

const token = z.string().min(1).max(200);

/** Links in mails: looking changes nothing, because programs follow links; the POST of the page does. */
export const recipientInvitation = endpoint({
  name: "notification.recipientInvitation",
  summary: "Who asks a recipient to agree, by the token of the mail",
  neededBy: ["/notificationConsent"],
  path: path("recipientInvitation"),
  ...service,
  access: "public",
  request: z.object({ token }),
  response: z.object({ email: z.string(), companyName: z.string() }),
});

export const confirmRecipient = endpoint({
  name: "notification.confirmRecipient",
  summary: "The recipient agrees to get the company's notifications",
  usedBy: ["/notificationConsent"],
  path: path("confirmRecipient"),
  ...service,
  access: "public",
  isWrite: true,
  request: z.object({ token }),
  response: nothing,
});

export const unsubscribeTargets = endpoint({
  name: "notification.unsubscribeTargets",
  summary: "What an unsubscribe link ends",
  neededBy: ["/unsubscribe"],
  path: path("unsubscribeTargets"),
  ...service,
  access: "public",
  request: z.object({ token }),
  response: z.object({ recipient: z.string(), names: z.array(z.string()) }),
});

export const unsubscribe = endpoint({
  name: "notification.unsubscribe",
  summary: "End what an unsubscribe link names",
  usedBy: ["/unsubscribe"],
  path: path("unsubscribe"),
  ...service,
  access: "public",
  isWrite: true,
  request: z.object({ token }),
  response: nothing,
});
