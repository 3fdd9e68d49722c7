import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { CODE_LOCKED } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

const FAILURES_TO_LOCK = 5;
const LOCK_MS = 15 * 60_000;
/** How long the answer to the first, second, ... failure in a row is held back. */
const DELAYS_MS = [0, 250, 500, 1_000, 1_000];

export type Attempt =
  | { outcome: "right" }
  | { outcome: "wrong"; delayMs: number }
  | { outcome: "locked"; minutes: number };

/** What failures are counted by: the name as it was typed, whether or not an account bears it. */
export function nameKeyOf(typedName: string): string {
  return typedName.normalize("NFKC").trim().toLowerCase().slice(0, 200);
}

/**
 * Tries a password for a name, unless the name is locked, and counts the failure. Attempts on one name run one after
 * another, by a row lock, so that a crowd of guesses is counted one by one. `isRight` must take as long for an unknown
 * name as for a known one.
 * @param trx a transaction: the count holds if it commits
 */
export async function attemptPassword(
  trx: Kysely<Database>,
  typedName: string,
  now: Date,
  isRight: () => Promise<boolean>,
): Promise<Attempt> {
  const key = nameKeyOf(typedName);
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
  // A quiet spell as long as a lock starts the count anew, and so does a lock that has run out.
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

/** Frees a name whose owner has proved who they are by other means. */
export async function unlock(trx: Kysely<Database>, userName: string): Promise<void> {
  await trx.deleteFrom("sign_in_failure").where("user_name_key", "=", nameKeyOf(userName)).execute();
}

/**
 * Ends the call when the name is locked, and holds back the answer to a failure.
 * @returns whether the password was right
 */
export async function settleAttempt(attempt: Attempt): Promise<boolean> {
  if (attempt.outcome === "locked")
    throw new Refusal(CODE_LOCKED, "locked", {
      values: { minutes: attempt.minutes },
      data: { minutes: attempt.minutes },
      keepsChanges: true,
    });
  if (attempt.outcome === "wrong") await sleep(attempt.delayMs);
  return attempt.outcome === "right";
}
