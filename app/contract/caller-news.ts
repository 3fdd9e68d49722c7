import type { MenuName } from "./access.ts";

/**
 * What the answer to a signed-in person's read tells of that person besides its data, so that a page does not ask for
 * it by calls of its own. A provider need not know it: then the portal makes those calls.
 */

/** Sent with a read: asks for the three headers below. */
export const NEWS_WANTED_HEADER = "caller-news";
/** Differs whenever the answer of `portalUser.getUser` does, but for `unreadNews`. */
export const CALLER_TAG_HEADER = "caller-tag";
/** `unreadNews` of that answer. */
export const UNREAD_NEWS_HEADER = "unread-news";
/** What `message.unreadCount` answers; absent where it is refused. */
export const UNREAD_MESSAGES_HEADER = "unread-messages";
/**
 * What waits for the caller, by the menu whose list has it, such as `SHIPMENTS=3, QUOTES=2`: late shipments, quotes to decide, drafts
 * of bookings, overdue invoices. A provider may count up to 100 of each, and may leave it out.
 */
export const WAITING_HEADER = "caller-waiting";
export const waitingMenus = ["SHIPMENTS", "QUOTES", "BOOKING", "BILLING"] as const satisfies MenuName[];
export type Waiting = Partial<Record<(typeof waitingMenus)[number], number>>;
