import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { CODE_LOCKED } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

const FAILURES_TO_LOCK = 5;
const LOCK_MS = 15 * 60_000;
/** Delay of the answer to the first, second, ... failure in a row. */
const DELAYS_MS = [0, 250, 500, 1_000, 1_000];

export type Attempt =
  | { outcome: "right" }
  | { outcome: "wrong"; delayMs: number }
  | { outcome: "locked"; minutes: number };

/** The key by which failures are counted: the typed name, whether or not it has an account. */
export function nameKeyOf(typedName: string): string {
  return typedName.normalize("NFKC").trim().toLowerCase().slice(0, 200);
}

/** The key for codes of a person: a typed name is in lower case and cannot be it. */
const factorKeyOf = (userId: string) => `FACTOR ${userId}`;

/** `attemptPassword` for one-time codes, which are counted by themselves. */
export function attemptCode(
  trx: Kysely<Database>,
  userId: string,
  now: Date,
  isRight: () => Promise<boolean>,
): Promise<Attempt> {
  return attempt(trx, factorKeyOf(userId), now, isRight);
}

/**
 * Checks a password for a name, unless the name is locked, and counts a failure. A row lock serializes
 * attempts on one name, so that parallel guesses are all counted. `isRight` must take as long for an unknown
 * name as for a known one.
 * @param trx a transaction; the count holds only if it commits
 */
export function attemptPassword(
  trx: Kysely<Database>,
  typedName: string,
  now: Date,
  isRight: () => Promise<boolean>,
): Promise<Attempt> {
  return attempt(trx, nameKeyOf(typedName), now, isRight);
}

async function attempt(
  trx: Kysely<Database>,
  key: string,
  now: Date,
  isRight: () => Promise<boolean>,
): Promise<Attempt> {
  const { rows } = await sql<{ failures: number; last_failed_at: Date; locked_until: Date | null }>`
    insert into sign_in_failure (user_name_key, failures, last_failed_at) values (${key}, 0, ${now})
    on conflict (user_name_key) do update set failures = sign_in_failure.failures
    returning failures, last_failed_at, locked_until`.execute(trx);
  const { failures, last_failed_at, locked_until } = rows[0]!;
  if (locked_until && locked_until > now)
    return { outcome: "locked", minutes: Math.ceil((locked_until.getTime() - now.getTime()) / 60_000) };
  if (await isRight()) {
    await trx.deleteFrom("sign_in_failure").where("user_name_key", "=", key).execute();
    return { outcome: "right" };
  }
  // The count starts again after LOCK_MS without a failure, and after a lock has expired.
  const isStale = locked_until !== null || now.getTime() - last_failed_at.getTime() > LOCK_MS;
  const count = (isStale ? 0 : failures) + 1;
  const isLocked = count >= FAILURES_TO_LOCK;
  await trx
    .updateTable("sign_in_failure")
    .set({
      failures: count,
      last_failed_at: now,
      locked_until: isLocked ? new Date(now.getTime() + LOCK_MS) : null,
    })
    .where("user_name_key", "=", key)
    .execute();
  if (isLocked) return { outcome: "locked", minutes: LOCK_MS / 60_000 };
  return { outcome: "wrong", delayMs: DELAYS_MS[count - 1]! };
}

/** Unlocks a name whose owner has proved their identity by other means. */
export async function unlock(trx: Kysely<Database>, userName: string): Promise<void> {
  await trx.deleteFrom("sign_in_failure").where("user_name_key", "=", nameKeyOf(userName)).execute();
}

/** `unlock` for codes: their owner has got another secret. */
export async function unlockCodes(trx: Kysely<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("sign_in_failure").where("user_name_key", "=", factorKeyOf(userId)).execute();
}

/**
 * Refuses the call when the name is locked, and delays the answer to a failure. @returns whether the password
 * was right
 */
export async function finishAttempt(attempt: Attempt): Promise<boolean> {
  if (attempt.outcome === "locked")
    throw new Refusal(CODE_LOCKED, "locked", {
      values: { minutes: attempt.minutes },
      data: { minutes: attempt.minutes },
      keepsChanges: true,
    });
  if (attempt.outcome === "wrong") await sleep(attempt.delayMs);
  return attempt.outcome === "right";
}
