import type { Visit } from "#app/access/visit.server.ts";
import { unreadCount } from "#app/contract/message.ts";
import { call } from "#app/upstream/client.server.ts";

/** A page waits no longer for a number beside a button. */
const COUNT_WITHIN_MS = 1_500;

/**
 * Messages that the person has not read, over all channels; null when nobody says so in time, and the badge stays away.
 * Begun before the user is known, so that it costs no page any time: whoever may not ask is told nothing.
 */
export async function countUnread({ caller, session, signal }: Visit): Promise<number | null> {
  if (!session.token) return null;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(COUNT_WITHIN_MS)]);
  return call(unreadCount, {}, { ...caller, signal: inTime }).catch(() => null);
}
