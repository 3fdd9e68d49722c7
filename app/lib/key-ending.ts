import { DAY_MS } from "./date-time.ts";

/** Days before its end at which those are told who can make a new key. */
const TOLD_DAYS = [14, 2] as const;
/** No key is told earlier before its end. */
export const KEY_END_TOLD_MS = TOLD_DAYS[0] * DAY_MS;
/** A mail that was late stands for the next one where that would follow within this time. */
const APART_MS = DAY_MS;

interface KeyLife {
  createdAt: Date;
  expiresAt: Date;
}

/** In the second half of a key's life only: whoever makes one for a week knows its end for the first days. */
function toldMoments({ createdAt, expiresAt }: KeyLife): number[] {
  const lifeMs = expiresAt.getTime() - createdAt.getTime();
  return TOLD_DAYS.map((days) => days * DAY_MS)
    .filter((ms) => lifeMs >= 2 * ms)
    .map((ms) => expiresAt.getTime() - ms);
}

const passedMoments = (key: KeyLife, now: Date) =>
  key.expiresAt > now ? toldMoments(key).filter((moment) => moment <= now.getTime()) : [];

/** Whether a key that works ends so soon that it is told: the one rule of mails and of the list of keys. */
export const endsSoon = (key: KeyLife, now: Date): boolean => passedMoments(key, now).length > 0;

/** Whether the end of a key has to be told now. `toldAt`: when it last was; of several that were missed only the last is due. */
export function isEndToTell(key: KeyLife & { toldAt: Date | null }, now: Date): boolean {
  const moment = passedMoments(key, now).at(-1);
  return moment !== undefined && (key.toldAt === null || key.toldAt.getTime() < moment - APART_MS);
}
