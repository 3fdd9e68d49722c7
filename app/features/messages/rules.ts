import { type Topic, topics } from "#app/contract/message-code.ts";

/** Rules of conversations (product 4.7). Pure. */

export type GroupsByTopic = Readonly<Record<Topic, { checked: 0 | 1 } | null>>;

/**
 * Which tab a conversation opens: the one that is wanted, else the last flagged `checked` in the order shipment, billing,
 * booking, quote, else the first that is there. Null when there is none, or a negative index closes it.
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

/** The tabs of a conversation: its channels, and a booking's only with a booking (product 3.10). */
export function shownTopics(
  session: Readonly<Record<Topic, unknown>> & { containBooking: boolean | null },
): Topic[] {
  return topics.filter(
    (topic) => session[topic] && (topic !== "booking" || session.containBooking !== false),
  );
}

/** Messages of one page. */
export const PAGE = 30;
/** The most of them that a page shows, where as many are unread. */
const PAGE_MOST = 100;
/** Messages that stand before the first unread one, to know what was talked about. */
const READ_BEFORE = 5;

/** Where a reader stands in a channel: `total` messages, and the number of the first unread one or null. */
export interface Reading {
  total: number;
  firstUnread: number | null;
}

/**
 * The part of a channel that a conversation opens with, when it is not the newest page: from shortly before the first
 * unread message on, for that page would not reach back to it.
 */
export function openingPart({ total, firstUnread }: Reading): { before: number; limit: number } | null {
  if (firstUnread === null || firstUnread > total - PAGE) return null;
  const from = Math.max(1, firstUnread - READ_BEFORE);
  const before = Math.min(total + 1, from + PAGE_MOST);
  return { before, limit: before - from };
}

/**
 * The number up to which a channel is read by who sees its messages from `first` to `last`: nothing when unread ones
 * stand before them, or all of them were read. Where nobody says what is unread, the newest page is everything.
 */
export function readUpTo(
  { first, last }: { first: number; last: number },
  { total, firstUnread }: Reading,
): number | null {
  const hasNew = firstUnread === null ? last >= total : first <= firstUnread && firstUnread <= last;
  return hasNew ? last : null;
}

/** `tab` of an address: a topic, an index of the strip, or nothing that says which. */
export function readTab(text: string | null): Topic | number | null {
  if (text === null) return null;
  if (/^-?\d{1,2}$/.test(text)) return Number(text);
  return topics.find((topic) => topic === text) ?? null;
}
