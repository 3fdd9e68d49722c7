import type { Visit } from "#app/access/visit.server.ts";
import { unreadCount } from "#app/contract/message.ts";
import { call } from "#app/upstream/client.server.ts";
import { messagesHref } from "./address.ts";

/** Maximum time that a page waits for the badge's count. */
const COUNT_WITHIN_MS = 1_500;

/**
 * Unread messages over all channels; null when the count does not arrive in time, and then there is no badge.
 * Started before the user is loaded, so that it adds no time; people without the right are not shown it.
 */
export async function countUnread({ caller, session, signal }: Visit): Promise<number | null> {
  if (!session.token) return null;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(COUNT_WITHIN_MS)]);
  return call(unreadCount, {}, { ...caller, signal: inTime }).catch(() => null);
}

const counts = new WeakMap<Visit, Promise<number | null>>();

/**
 * The count as it was when the request came: told with the answer to another call where the provider does, else asked
 * for once, by the frame and by the page in it.
 */
export function unreadAtStart(visit: Visit): Promise<number | null> {
  const count = counts.get(visit) ?? toldOrCounted(visit);
  counts.set(visit, count);
  return count;
}

async function toldOrCounted(visit: Visit): Promise<number | null> {
  return (await visit.news?.counts())?.messages ?? countUnread(visit);
}

/** The same for the dashboard; null where nothing is unread. */
export async function unreadToRead(visit: Visit) {
  const count = await unreadAtStart(visit);
  if (!count) return null;
  return {
    text: visit.t("messages:toRead", { count, number: count.toLocaleString(visit.language) }),
    href: messagesHref({ isUnreadOnly: true }),
    tone: null,
  };
}
