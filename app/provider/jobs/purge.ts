import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { purgeRemoved, purgeUnattached } from "../files/purge.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";

const EVERY_MS = 15 * 60_000;
/** Longer than any client retries, and than a form that was left open overnight. */
const ANSWER_KEPT_MS = 26 * 60 * 60_000;
/** For this time an ended session is reported as expired instead of unknown. */
const TOKEN_KEPT_MS = 7 * DAY_MS;
/** A download that started before the removal may still be running. */
const FILE_KEPT_MS = DAY_MS;
const MAIL_KEPT_MS = 30 * DAY_MS;
/** What somebody was told. */
const NOTICE_KEPT_MS = 90 * DAY_MS;
/** Mails are found again after months, and their unsubscribe links have to work. */
const UNSUBSCRIBE_KEPT_MS = 400 * DAY_MS;
/**
 * Maximum age of an open form: after it, changes by two people cannot be merged and one version has to be
 * chosen.
 */
const CONTENT_KEPT_MS = 30 * DAY_MS;
/** A year and a month, because incidents are often discovered late. */
const SECURITY_KEPT_MS = 400 * DAY_MS;
/** A file of addresses that was read and waits to be imported; contract `address.import`. */
const IMPORT_KEPT_MS = DAY_MS;
/** An invitation that nobody took up holds a name and an address. */
const INVITATION_KEPT_MS = 90 * DAY_MS;
/** What an applicant gave is of no use after the decision; the account has what it needs. */
const DECISION_KEPT_MS = 90 * DAY_MS;
/** Longer than a process may be disconnected and catch up (`realtime/listener.ts`). */
const EVENT_KEPT_MS = 60 * 60_000;

/**
 * Deletes what is out of date: stored answers, replaced contents, expired tokens and links, failure counts,
 * sent mail, unused socket tickets, and events that every process has read.
 */
export async function purge(db: Kysely<Database>, files: FileStore, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom("idempotency_key").where("created_at", "<", before(ANSWER_KEPT_MS)).execute();
  await db.deleteFrom("auth_token").where("expires_at", "<", before(TOKEN_KEPT_MS)).execute();
  await db.deleteFrom("password_reset").where("expires_at", "<", before(TOKEN_KEPT_MS)).execute();
  await db.deleteFrom("email_change").where("expires_at", "<", before(TOKEN_KEPT_MS)).execute();
  await db
    .deleteFrom("registration")
    .where("status", "=", "UNCONFIRMED")
    .where("expires_at", "<", before(TOKEN_KEPT_MS))
    .execute();
  await db.deleteFrom("registration").where("decided_at", "<", before(DECISION_KEPT_MS)).execute();
  await purgeInvitations(db, before(INVITATION_KEPT_MS), now);
  await db.deleteFrom("security_event").where("at", "<", before(SECURITY_KEPT_MS)).execute();
  await db.deleteFrom("sign_in_failure").where("last_failed_at", "<", before(DAY_MS)).execute();
  await db.deleteFrom("realtime_ticket").where("expires_at", "<", now).execute();
  await db.deleteFrom("realtime_outbox").where("created_at", "<", before(EVENT_KEPT_MS)).execute();
  await db.deleteFrom("content_save").where("kept_at", "<", before(CONTENT_KEPT_MS)).execute();
  await db.deleteFrom("address_import").where("created_at", "<", before(IMPORT_KEPT_MS)).execute();
  await purgeRemoved(db, files, before(FILE_KEPT_MS));
  await purgeUnattached(db, files, before(FILE_KEPT_MS));
  await db.deleteFrom("notice").where("created_at", "<", before(NOTICE_KEPT_MS)).execute();
  await db.deleteFrom("unsubscribe_link").where("created_at", "<", before(UNSUBSCRIBE_KEPT_MS)).execute();
  await db.deleteFrom("mail_outbox").where("created_at", "<", before(MAIL_KEPT_MS)).execute();
}

/** Ends invitations that are old and have no link that still works; the log of the company tells of it. */
async function purgeInvitations(db: Kysely<Database>, before: Date, now: Date): Promise<void> {
  const ended = await db
    .deleteFrom("app_user as u")
    .where("u.status", "=", "AWAITING_CONFIRMATION")
    .where("u.password_hash", "is", null)
    .where("u.created_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("password_reset as l")
            .select("l.user_id")
            .whereRef("l.user_id", "=", "u.id")
            .where("l.expires_at", ">", now),
        ),
      ),
    )
    .returning(["u.id", "u.user_name", "u.company_id"])
    .execute();
  for (const user of ended)
    await recordSecurity({ db, now, clientAddress: "" }, "member.expired", subjectOf(user), { by: null });
}

/** Purges now and every 15 minutes; any number of processes may do so. */
export function startPurge(
  db: Kysely<Database>,
  files: FileStore,
  log: Logger,
  now: () => Date = () => new Date(),
): { stop(): void } {
  const run = () =>
    purge(db, files, now()).catch((error) => log.warn({ err: error }, "The purge of expired rows failed"));
  void run();
  const timer = setInterval(run, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
