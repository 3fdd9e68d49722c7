import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** What the security log tells of. */
export type SecurityEventKind =
  | "signIn.done"
  | "signIn.refused"
  | "signIn.locked"
  | "signOut"
  | "call.refused"
  | "reset.asked"
  | "reset.linkMade"
  | "reset.done"
  | "password.changed"
  | "password.wrong"
  | "email.asked"
  | "email.changed"
  | "member.added"
  | "member.changed"
  | "member.deleted";

/** Whose account it is about. A name that no account bears is not written down: it may be a password in the wrong field. */
export interface SecuritySubject {
  userId: string;
  userName: string;
  companyId: string;
}

/** Of a row of `app_user`. */
export function subjectOf(user: { id: string; user_name: string; company_id: string }): SecuritySubject {
  return { userId: user.id, userName: user.user_name, companyId: user.company_id };
}

/**
 * Writes who, whence and what (app/decisions/2026-11-21-security-log.md). Part of the transaction of `db` where there is
 * one: a change and its entry are there both or neither.
 * @param detail names, codes and ids, never a password, a token or what was typed
 */
export async function recordSecurity(
  { db, now, clientAddress }: { db: Kysely<Database>; now: Date; clientAddress: string },
  kind: SecurityEventKind,
  subject: SecuritySubject | null,
  detail: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  await db
    .insertInto("security_event")
    .values({
      at: now,
      kind,
      user_id: subject?.userId ?? null,
      user_name: subject?.userName ?? null,
      company_id: subject?.companyId ?? null,
      client_address: clientAddress,
      detail: JSON.stringify(detail),
    })
    .execute();
}
