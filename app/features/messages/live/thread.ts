/**
 * The known messages of one channel. Sequence numbers start at 1 and have no gaps (contract/message.ts), so a
 * missing message is detected and can be fetched.
 */

export interface Sequenced {
  sequence: number;
  clientId: string;
}
export interface Thread<M extends Sequenced> {
  channelId: string;
  /** Without duplicates, by ascending sequence. */
  messages: readonly M[];
  /** Number of all messages of the channel, known or not. */
  total: number;
}

/**
 * Adds messages, in any order and with duplicates. Known ones stay, because a message never changes. One without a number
 * is left out: a provider that answers a sent message with nothing tells its number with the next update.
 */
export function mergeMessages<M extends Sequenced>(
  thread: Thread<M>,
  rows: readonly M[],
  total = thread.total,
): Thread<M> {
  const known = new Set(thread.messages.map(({ sequence }) => sequence));
  const fresh = rows.filter(({ sequence }) => sequence > 0 && !known.has(sequence) && known.add(sequence));
  const messages = fresh.length > 0 ? [...thread.messages, ...fresh].sort(bySequence) : thread.messages;
  const highest = Math.max(thread.total, total, messages.at(-1)?.sequence ?? 0);
  if (messages === thread.messages && highest === thread.total) return thread;
  return { ...thread, messages, total: highest };
}

const bySequence = (a: Sequenced, b: Sequenced) => a.sequence - b.sequence;

/**
 * The last sequence number before the first gap, after which messages are fetched; 0 when nothing is known.
 */
export function unbrokenEnd(thread: Thread<Sequenced>): number {
  let end = thread.messages[0]?.sequence ?? 0;
  for (const { sequence } of thread.messages) {
    if (sequence > end + 1) break;
    end = sequence;
  }
  return end;
}

/** Whether messages after the known ones are missing. Earlier ones do not count. */
export function isBehind(thread: Thread<Sequenced>): boolean {
  return unbrokenEnd(thread) < thread.total;
}

/** Product 4.7: more exist while the loaded count is below the total. */
export function hasOlder(thread: Thread<Sequenced>): boolean {
  return (thread.messages[0]?.sequence ?? 1) > 1;
}

/** Outbox entries that are not among the messages yet, so that after a lost answer nothing is shown twice. */
export function stillOutgoing<E extends { clientId: string; channelId: string }>(
  thread: Thread<Sequenced>,
  entries: readonly E[],
): E[] {
  const arrived = new Set(thread.messages.map(({ clientId }) => clientId));
  return entries.filter((entry) => entry.channelId === thread.channelId && !arrived.has(entry.clientId));
}
