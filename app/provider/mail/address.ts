import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

/** Refusals of an address after which it gets no more news until a mail to it succeeds or the block is lifted. */
const HARD_MAX = 2;

/** What SMTP says of the recipient; a failure of the server or the connection says nothing of the address. */
function judgementOf(error: Error): "hard" | "soft" | null {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  if (command !== "RCPT TO") return null;
  return responseCode >= 500 ? "hard" : responseCode >= 400 ? "soft" : null;
}

/** Counts a refusal of the address, lasting and passing ones apart. */
export async function noteFailure(
  db: Kysely<Database>,
  recipient: string,
  error: Error,
  now: Date,
): Promise<void> {
  const judgement = judgementOf(error);
  if (!judgement) return;
  const [hard, soft] = judgement === "hard" ? [1, 0] : [0, 1];
  await sql`
    insert into mail_address as a (email, hard_failures, soft_failures, last_error, last_failed_at)
    values (${recipient.toLowerCase()}, ${hard}, ${soft}, ${error.message.slice(0, 500)}, ${now})
    on conflict (email) do update set
      hard_failures = a.hard_failures + ${hard}, soft_failures = a.soft_failures + ${soft},
      last_error = excluded.last_error, last_failed_at = excluded.last_failed_at,
      blocked_at = case when a.hard_failures + ${hard} >= ${HARD_MAX} then coalesce(a.blocked_at, ${now}::timestamptz)
        else a.blocked_at end`.execute(db);
}

/** A mail was taken: whatever was wrong with the address has been corrected. */
export async function noteSuccess(db: Kysely<Database>, recipient: string): Promise<void> {
  await db.deleteFrom("mail_address").where("email", "=", recipient.toLowerCase()).execute();
}
