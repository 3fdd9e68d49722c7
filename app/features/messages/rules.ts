import { type Topic, topics } from "#app/contract/message-code.ts";

/** Rules of conversations (spec 4 "Message center"). Pure. */

export type GroupsByTopic = Readonly<Record<Topic, { checked: 0 | 1 } | null>>;

/**
 * Which tab a conversation opens: the one that is wanted, else the last flagged `checked` in the order shipment, billing,
 * booking, quote, else the first that is there. Null when there is none, or a negative index closes it.
 */
export function openTopic(
  session: GroupsByTopic & { containBooking: boolean },
  wanted: Topic | number | null,
): Topic | null {
  if (typeof wanted === "number" && wanted < 0) return null;
  const there = shownTopics(session);
  const named = typeof wanted === "number" ? topics[wanted] : wanted;
  if (named && there.includes(named)) return named;
  return there.findLast((topic) => session[topic]?.checked === 1) ?? there[0] ?? null;
}

/** The tabs of a conversation: its channels, and a booking's only with a booking (settled, "Messages"). */
export function shownTopics(
  session: Readonly<Record<Topic, unknown>> & { containBooking: boolean },
): Topic[] {
  return topics.filter((topic) => session[topic] && (topic !== "booking" || session.containBooking));
}

/** `tab` of an address: a topic, an index of the strip, or nothing that says which. */
export function readTab(text: string | null): Topic | number | null {
  if (text === null) return null;
  if (/^-?\d{1,2}$/.test(text)) return Number(text);
  return topics.find((topic) => topic === text) ?? null;
}
