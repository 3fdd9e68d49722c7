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
  return Object.keys(storage).filter((key) =>
    prefixes.some((prefix) => key.startsWith(`${prefix}${userId}:`)),
  ).length;
}

/**
 * Empties what is kept of people who left by will. What another person has not sent waits for them, since a session may
 * also end in the middle of a sentence.
 */
export function forgetWriting(storage: Storage, userIds: readonly string[]): void {
  for (const key of Object.keys(storage))
    if (PREFIXES.some((prefix) => userIds.some((userId) => key.startsWith(`${prefix}${userId}:`))))
      storage.removeItem(key);
}

const MARK_PREFIX = "signed-out.";

/** The name of a cookie that a sign-out by will leaves: the next signed-in page forgets this person's writing (spec 4). */
export const signedOutMark = (userId: string): string => MARK_PREFIX + encodeURIComponent(userId);

/** Who has left by will, by the cookies of a page. */
export function signedOutIn(cookies: string): string[] {
  return cookies.split(/;\s*/).flatMap((pair) => {
    const name = pair.split("=", 1)[0] ?? "";
    return name.startsWith(MARK_PREFIX) ? [decodeURIComponent(name.slice(MARK_PREFIX.length))] : [];
  });
}
