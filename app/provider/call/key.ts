import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { hashToken } from "./caller.ts";

/** How often what a key was refused is noted in the security log: a program may ask ten times a second for days. */
export const REFUSAL_NOTED_MS: number = 60 * MINUTE_MS;
const HINT_LENGTH = 4;

/**
 * A key for a program: 32 random bytes. Only the hash is stored, and the last characters, by which people recognise it.
 * @param prefix by which scanners of source code recognise a key that was published by mistake
 */
export function makeKey(prefix: string): { key: string; keyHash: Buffer; hint: string } {
  const key = prefix + randomBytes(32).toString("base64url");
  return { key, keyHash: hashToken(key), hint: key.slice(-HINT_LENGTH) };
}

/** The minute for which calls are counted now, and the seconds until the next one. */
export function countedMinute(now: Date): { minute: Date; secondsLeft: number } {
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return { minute: new Date(start), secondsLeft: Math.ceil((start + MINUTE_MS - now.getTime()) / 1_000) };
}
