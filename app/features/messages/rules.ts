import { type Topic, topics } from "#app/contract/message-code.ts";

/** Rules of conversations (product 4.7). Pure. */

export type GroupsByTopic = Readonly<Record<Topic, { checked: 0 | 1 } | null>>;

/**
 * The tab to open: the requested one, else the last flagged `checked` in the order shipment, billing,
 * booking, quote, else the first. Null when there is none, or a negative index closes the conversation.
 */
export function openTopic(
  session: GroupsByTopic & { containBooking: boolean | null },
  wanted: Topic | number | null,
): Topic | null {
  if (typeof wanted === "number" && wanted < 0) return null;
  const there = shownTopics(session);
  const named = typeof wanted === "number" ? topics[wanted] : wanted;
  if (named && there.includes(named)) return named;
  return there.findLast((topic) => session[topic]?.checked === 1) ?? there[0] ?? null;
}

/** The tabs of a conversation: its channels, the booking's only when there is a booking (product 3.10). */
export function shownTopics(
  session: Readonly<Record<Topic, unknown>> & { containBooking: boolean | null },
): Topic[] {
  return topics.filter(
    (topic) => session[topic] && (topic !== "booking" || session.containBooking !== false),
  );
}

/** Messages of one page. */
export const PAGE = 30;
/** Maximum number of messages on a page, when as many are unread. */
const PAGE_MOST = 100;
/** Messages shown before the first unread one, for context. */
const READ_BEFORE = 5;

/** A reader's position in a channel: `total` messages, and the number of the first unread one or null. */
export interface Reading {
  total: number;
  firstUnread: number | null;
}

/**
 * The part with which a conversation opens when the newest page would not reach back to the first unread
 * message: from shortly before that message on.
 */
export function openingPart({ total, firstUnread }: Reading): { before: number; limit: number } | null {
  if (firstUnread === null || firstUnread > total - PAGE) return null;
  const from = Math.max(1, firstUnread - READ_BEFORE);
  const before = Math.min(total + 1, from + PAGE_MOST);
  return { before, limit: before - from };
}

/**
 * The number up to which showing the messages from `first` to `last` marks the channel as read: nothing when
 * unread ones come before them, or all were read. Without unread information, only the newest page marks
 * everything.
 */
export function readUpTo(
  { first, last }: { first: number; last: number },
  { total, firstUnread }: Reading,
): number | null {
  const hasNew = firstUnread === null ? last >= total : first <= firstUnread && firstUnread <= last;
  return hasNew ? last : null;
}

/** `tab` of a URL: a topic, an index of the tabs, or null. */
export function readTab(text: string | null): Topic | number | null {
  if (text === null) return null;
  if (/^-?\d{1,2}$/.test(text)) return Number(text);
  return topics.find((topic) => topic === text) ?? null;
}
