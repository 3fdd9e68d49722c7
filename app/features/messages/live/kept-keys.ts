/** Keys of what a browser keeps of one person's writing; the person's id and a colon follow. */
export const OUTBOX_PREFIX = "fairlead-outbox:";
export const DRAFT_PREFIX = "fairlead-message-draft:";
const PREFIXES = [OUTBOX_PREFIX, DRAFT_PREFIX];

/** Whether messages wait that were written in an earlier page. */
export function hasUnsent(storage: Storage, userId: string): boolean {
  return Object.keys(storage).some((key) => key.startsWith(`${OUTBOX_PREFIX}${userId}:`));
}

/** Whoever left by will, or is another, has left nothing. */
export function forgetWriting(storage: Storage, keptFor: string | null): void {
  for (const key of Object.keys(storage))
    for (const prefix of PREFIXES)
      if (key.startsWith(prefix) && (keptFor === null || !key.startsWith(`${prefix}${keptFor}:`)))
        storage.removeItem(key);
}
