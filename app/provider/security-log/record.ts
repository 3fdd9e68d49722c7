import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Kinds of entries in the security log. The texts `members:action` name each. */
export const securityEventKinds = [
  "signIn.done",
  "signIn.refused",
  "signIn.locked",
  "signOut",
  "session.ended",
  "seeAs.begun",
  "seeAs.ended",
  "call.refused",
  "reset.asked",
  "reset.linkMade",
  "reset.done",
  "password.changed",
  "password.wrong",
  "factor.added",
  "factor.removed",
  "factor.codesRenewed",
  "factor.recoveryUsed",
  "factor.wrong",
  "factor.required",
  "factor.notRequired",
  "factor.reset",
  "passkey.added",
  "passkey.removed",
  "passkey.counter",
  "data.exported",
  "email.asked",
  "email.changed",
  "member.added",
  "member.changed",
  "member.invited",
  "member.deleted",
  "member.expired",
  "export.shipments",
  "export.members",
  "export.quotes",
  "export.bookings",
  "export.deliveries",
  "export.invoices",
  "export.addresses",
  "export.report",
  "export.emissions",
  "export.fetched",
  "registration.confirmed",
  "registration.approved",
  "registration.declined",
  "mail.lifted",
  "mail.bared",
  "mail.filled",
  "carrierKey.made",
  "carrierKey.revoked",
  "carrierKey.refused",
  "carrierPull.saved",
  "apiKey.made",
  "apiKey.revoked",
  "apiKey.refused",
  "webhook.added",
  "webhook.changed",
  "webhook.rotated",
  "webhook.on",
  "webhook.off",
  "webhook.removed",
  "companySignIn.linked",
  "companySignIn.roleKept",
  "companySignIn.changed",
  "companySignIn.on",
  "companySignIn.off",
  "companySignIn.loggedOut",
  "share.made",
  "share.renewed",
  "share.revoked",
  "share.handedOver",
  "calendar.made",
  "calendar.revoked",
  "domain.claimed",
  "domain.proved",
  "domain.removed",
  "passwords.off",
  "passwords.on",
  "company.made",
  "company.changed",
  "company.closed",
  "company.opened",
  "company.access",
  "department.changed",
  "role.made",
  "role.changed",
  "role.removed",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/**
 * The account concerned. A name without an account is not stored, because it may be a password typed in the
 * wrong field.
 */
export interface SecuritySubject {
  userId: string;
  userName: string;
  companyId: string;
}

/** The subject for a row of `app_user`. */
export function subjectOf(user: { id: string; user_name: string; company_id: string }): SecuritySubject {
  return { userId: user.id, userName: user.user_name, companyId: user.company_id };
}

/**
 * Adds an entry with person, address and event (app/decisions/security.md). It is part of the
 * transaction of `db`, if there is one, so that a change and its entry are stored together.
 * @param detail names, codes and ids, never a password, a token or typed text
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
