/**
 * What a browser keeps of a person's writing until it is sent, and how that ends. Each key begins with one of these
 * prefixes, the person's id and a colon: people who share a browser do not see each other's.
 */
export const OUTBOX_PREFIX = "fairlead-outbox:";
export const MESSAGE_DRAFT_PREFIX = "fairlead-message-draft:";
export const BOOKING_DRAFT_PREFIX = "fairlead-draft:";
/** What ends with a sign-out by will. A booking that this browser alone has waits for its person all the same. */
const PREFIXES = [OUTBOX_PREFIX, MESSAGE_DRAFT_PREFIX];

/** How many texts of this person a sign-out would end: messages that wait, and those that are half written. */
export function countUnsent(storage: Storage, userId: string, prefixes = PREFIXES): number {
  return keysOf(storage).filter((key) => prefixes.some((prefix) => key.startsWith(`${prefix}${userId}:`)))
    .length;
}

/** Who has left by will, and when: milliseconds since 1970. */
export interface SignedOut {
  userId: string;
  at: number;
}

/**
 * Empties what people who left by will had written until then. What another person has not sent waits for them, since a
 * session may also end in the middle of a sentence; so does what was typed later, into a page that had not noticed.
 */
export function forgetWriting(storage: Storage, left: readonly SignedOut[]): void {
  for (const key of keysOf(storage)) {
    const by = left.find(({ userId }) => PREFIXES.some((prefix) => key.startsWith(`${prefix}${userId}:`)));
    if (by && writtenAt(storage.getItem(key) ?? "") <= by.at) storage.removeItem(key);
  }
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");

/** By the entry of the outbox, or the draft of a message. */
function writtenAt(kept: string): number {
  return Number(/^(\d+) |"writtenAt":(\d+)/.exec(kept)?.slice(1).find(Boolean) ?? 0);
}

const MARK_PREFIX = "signed-out.";

/** The name of a cookie that a sign-out by will leaves: the next signed-in page forgets this person's writing (product 4.4). */
export const signedOutMark = (userId: string): string => MARK_PREFIX + encodeURIComponent(userId);

/** Who has left, by the cookies of a page. */
export function signedOutIn(cookies: string): SignedOut[] {
  return cookies.split(/;\s*/).flatMap((pair) => {
    const [name = "", at] = pair.split("=");
    if (!name.startsWith(MARK_PREFIX)) return [];
    return [{ userId: decodeURIComponent(name.slice(MARK_PREFIX.length)), at: Number(at) }];
  });
}
