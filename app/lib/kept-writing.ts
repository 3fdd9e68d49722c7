/**
 * Unsent text of a person that a browser keeps, and when it is deleted. Each key is one of these prefixes,
 * the person's id and a colon, so that people who share a browser do not see each other's.
 */
export const OUTBOX_PREFIX = "fairlead-outbox:";
export const MESSAGE_DRAFT_PREFIX = "fairlead-message-draft:";
export const BOOKING_DRAFT_PREFIX = "fairlead-draft:";
/**
 * Prefixes deleted by a deliberate sign-out. A booking draft that exists only in this browser is kept for its
 * author.
 */
const PREFIXES = [OUTBOX_PREFIX, MESSAGE_DRAFT_PREFIX];

/** Number of texts of this person that a sign-out would delete: unsent messages and message drafts. */
export function countUnsent(storage: Storage, userId: string, prefixes = PREFIXES): number {
  return keysOf(storage).filter((key) => prefixes.some((prefix) => key.startsWith(`${prefix}${userId}:`)))
    .length;
}

/** A person who has signed out deliberately, and when: milliseconds since 1970. */
export interface SignedOut {
  userId: string;
  at: number;
}

/**
 * Deletes what people who signed out deliberately had written until then. Unsent text of other people is
 * kept, because a session may also expire in the middle of a sentence; so is text typed later, in a page that
 * had not noticed the sign-out.
 */
export function forgetWriting(storage: Storage, left: readonly SignedOut[]): void {
  for (const key of keysOf(storage)) {
    const by = left.find(({ userId }) => PREFIXES.some((prefix) => key.startsWith(`${prefix}${userId}:`)));
    if (by && writtenAt(storage.getItem(key) ?? "") <= by.at) storage.removeItem(key);
  }
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");

/** Time of an outbox entry or a message draft. */
function writtenAt(entry: string): number {
  return Number(/^(\d+) |"writtenAt":(\d+)/.exec(entry)?.slice(1).find(Boolean) ?? 0);
}

const MARK_PREFIX = "signed-out.";

/**
 * Name of a cookie set by a deliberate sign-out: the next signed-in page deletes this person's text (product
 * 4.4).
 */
export const signedOutMark = (userId: string): string => MARK_PREFIX + encodeURIComponent(userId);

const JUST_NOW_MS = 60_000;

/** Whether somebody has signed out of this browser within the last minute, from a page's cookies. */
export function hasJustSignedOut(cookies: string, now: number): boolean {
  return cookies.split(/;\s*/).some((pair) => {
    const age = now - Number(pair.split("=")[1]);
    return pair.startsWith(MARK_PREFIX) && age >= 0 && age < JUST_NOW_MS;
  });
}

/** The people who have signed out, from a page's cookies. */
export function signedOutIn(cookies: string): SignedOut[] {
  return cookies.split(/;\s*/).flatMap((pair) => {
    const [name = "", at] = pair.split("=");
    if (!name.startsWith(MARK_PREFIX)) return [];
    return [{ userId: decodeURIComponent(name.slice(MARK_PREFIX.length)), at: Number(at) }];
  });
}
