import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { DAY_MS } from "#app/lib/date-time.ts";
import { tellWork } from "#app/lib/observed.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import { purgeReports } from "../analytics/purge.ts";
import type { Database } from "../db/schema.ts";
import { purgeExports } from "../exports/purge.ts";
import type { FileStore } from "../file-store/store.ts";
import { purgeRemoved, purgeUnattached } from "../files/purge.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { setAsideWaiting } from "../shipments/waiting.ts";
import { purgeWebhooks } from "../webhooks/purge.ts";

const EVERY_MS = 15 * 60_000;
/** Pictures of documents' pages. */
const PREVIEW_KEPT_MS = 30 * DAY_MS;
/** Longer than a process may be disconnected and catch up (`realtime/listener.ts`). */
const EVENT_KEPT_MS = 60 * 60_000;

/**
 * Deletes what is out of date: stored answers, replaced contents, expired tokens and links, shared links that ended long ago,
 * failure counts, sent mail, exported files, unused socket tickets, counts of calls, and events that every process has read. Sets aside events that have waited too long.
 */
export async function purge(db: Kysely<Database>, files: FileStore, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom("idempotency_key").where("created_at", "<", before(KEPT_MS.answers)).execute();
  await db.deleteFrom("auth_token").where("expires_at", "<", before(KEPT_MS.sessions)).execute();
  await db.deleteFrom("password_reset").where("expires_at", "<", before(KEPT_MS.links)).execute();
  await db.deleteFrom("email_change").where("expires_at", "<", before(KEPT_MS.links)).execute();
  await db
    .deleteFrom("registration")
    .where("status", "=", "UNCONFIRMED")
    .where("expires_at", "<", before(KEPT_MS.links))
    .execute();
  await db.deleteFrom("registration").where("decided_at", "<", before(KEPT_MS.registrations)).execute();
  await purgeInvitations(db, before(KEPT_MS.invitations), now);
  await db.deleteFrom("address_import").where("created_at", "<", before(KEPT_MS.addressFiles)).execute();
  await db
    .deleteFrom("rate_import")
    .where("done", "is", null)
    .where("created_at", "<", before(KEPT_MS.addressFiles))
    .execute();
  await db.deleteFrom("desk_item").where("done_at", "<", before(KEPT_MS.deskItems)).execute();
  // One that was carried out stays: it says what shipments came from.
  await db
    .deleteFrom("desk_import")
    .where("done_at", "is", null)
    .where("created_at", "<", before(KEPT_MS.addressFiles))
    .execute();
  await db.deleteFrom("security_event").where("at", "<", before(KEPT_MS.securityLog)).execute();
  await db
    .deleteFrom("sign_in_failure")
    .where("last_failed_at", "<", before(KEPT_MS.failedSignIns))
    .execute();
  await db.deleteFrom("sign_in_challenge").where("expires_at", "<", now).execute();
  await db.deleteFrom("passkey_challenge").where("expires_at", "<", now).execute();
  await db.deleteFrom("company_errand").where("expires_at", "<", now).execute();
  await db.deleteFrom("spent_logout_token").where("expires_at", "<", now).execute();
  // The token of the identity provider goes with the session that it opened, which stays known for a while.
  await db
    .deleteFrom("company_session")
    .where("token_hash", "in", (eb) =>
      eb.selectFrom("auth_token").select("token_hash").where("expires_at", "<", now),
    )
    .execute();
  // A set-up that was not finished.
  await db
    .deleteFrom("second_factor")
    .where("confirmed_at", "is", null)
    .where("created_at", "<", before(KEPT_MS.failedSignIns))
    .execute();
  await db.deleteFrom("call_count").where("ends_at", "<", now).execute();
  await db.deleteFrom("realtime_ticket").where("expires_at", "<", now).execute();
  await db.deleteFrom("realtime_outbox").where("created_at", "<", before(EVENT_KEPT_MS)).execute();
  await db.deleteFrom("content_save").where("kept_at", "<", before(KEPT_MS.replacedContents)).execute();
  await purgeRemoved(db, files, before(KEPT_MS.removedFiles));
  await purgeUnattached(db, files, before(KEPT_MS.removedFiles));
  // Drawn again when somebody looks.
  await db.deleteFrom("document_preview").where("drawn_at", "<", before(PREVIEW_KEPT_MS)).execute();
  // Who looked at a record is told for minutes.
  await db.deleteFrom("desk_watch").where("seen_at", "<", before(DAY_MS)).execute();
  await purgeWebhooks(db, before(KEPT_MS.webhookEvents));
  await purgeExports(db, files, now);
  await purgeReports(db, files, now);
  await db.deleteFrom("notice").where("created_at", "<", before(KEPT_MS.news)).execute();
  await db
    .deleteFrom("unsubscribe_link")
    .where("created_at", "<", before(KEPT_MS.unsubscribeLinks))
    .execute();
  // What a link showed and how often it was seen go with it.
  await sql`
    delete from share_link where least(revoked_at, expires_at) < ${before(KEPT_MS.sharedLinks)}`.execute(db);
  // Of a corrected or removed address nothing is kept.
  await sql`
    delete from mail_address m
    where not exists (select from app_user u where lower(u.email) = m.email)
      and not exists (select from notification n where m.email = any(n.recipients))`.execute(db);
  await setAsideWaiting(db, now);
  await db.deleteFrom("mail_outbox").where("created_at", "<", before(KEPT_MS.mails)).execute();
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
export function startPurge(db: Kysely<Database>, files: FileStore, log: Logger): { stop(): void } {
  const run = () =>
    purge(db, files, new Date()).then(
      () => tellWork("job", { name: "purge", outcome: "worked" }),
      (error) => {
        tellWork("job", { name: "purge", outcome: "failed" });
        log.warn({ err: error }, "The purge of expired rows failed");
      },
    );
  void run();
  const timer = setInterval(run, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
