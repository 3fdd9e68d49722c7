import * as delivery from "#app/contract/mail-delivery.ts";
import * as contract from "#app/contract/notification.ts";
import { limitTo } from "../call/in-turn.ts";
import { MANAGES_MEMBERS, type Needs } from "../call/needs.ts";
import { handle, handlePublic, handleRead, type Route } from "../call/route.ts";
import { liftBlock, readDelivery, saveDelivery } from "./delivery.ts";
import { listNotices, markRead, readSettings, saveSettings } from "./notice-list.ts";
import { agree, readInvitation } from "./recipients.ts";
import {
  listRules,
  readOneRule,
  removeNotification,
  removeRule,
  saveNotification,
  saveRule,
  switchNotification,
} from "./store.ts";
import { endTargets, readTargets } from "./unsubscribe.ts";
import { listNotifications, readNotification, rehearseForm } from "./view.ts";

/** A rule tells about shipments, so it takes the right to see them as well when it is sent (`mailer.ts`). */
const own = { reach: "self", anyOf: ["NOTIFICATIONTRACKING"] } as const satisfies Needs;
/** News of one's own quotes, bookings and messages needs no menu. */
const everybody = { reach: "self" } as const satisfies Needs;
/** What mails of the company say and to whom they cannot go is the matter of who manages its members. */
const manage = { reach: "company", ...MANAGES_MEMBERS } as const satisfies Needs;
const change = { ...manage, proof: "withFactor" } as const satisfies Needs;
/** A rehearsal reads a month of events. */
const runInSlot = limitTo(2, 20_000);
const CALLS_PER_MINUTE = 60;

/** Product 5, 7 'Notifications', 9. */
export const notificationRoutes: Route[] = [
  handleRead(contract.selectNotificationList, own, listNotifications),
  handle(contract.notificationDetail, own, readNotification),
  handle(contract.saveNotification, own, saveNotification),
  handle(contract.switchNotification, own, switchNotification),
  handle(contract.removeNotification, own, removeNotification),
  handle(contract.selectRuleList, own, listRules),
  handle(contract.detailRule, own, readOneRule),
  handle(contract.saveRule, own, saveRule),
  handle(contract.removeRule, own, removeRule),
  handle(contract.rehearseNotification, own, rehearseForm, { runInSlot }),
  handleRead(contract.noticeList, everybody, listNotices),
  handle(contract.noticeRead, everybody, markRead),
  handle(contract.noticeSettings, everybody, readSettings),
  handle(contract.saveNoticeSettings, everybody, saveSettings),
  handle(delivery.mailDelivery, manage, readDelivery),
  handle(delivery.saveMailDelivery, change, saveDelivery),
  handle(delivery.liftMailBlock, change, liftBlock),
  handlePublic(contract.recipientInvitation, readInvitation, { callsPerMinute: CALLS_PER_MINUTE }),
  handlePublic(contract.confirmRecipient, agree, { callsPerMinute: CALLS_PER_MINUTE }),
  handlePublic(contract.unsubscribeTargets, readTargets, { callsPerMinute: CALLS_PER_MINUTE }),
  handlePublic(contract.unsubscribe, endTargets, { callsPerMinute: CALLS_PER_MINUTE }),
];
