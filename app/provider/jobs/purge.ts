import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { purgeRemoved, purgeUnnamed } from "../files/purge.ts";

const EVERY_MS = 15 * 60_000;
/** Longer than any retry of a client, and than a form that was left open over night. */
const ANSWER_KEPT_MS = 26 * 60 * 60_000;
/** So long a session is still called expired, and not unknown. */
const TOKEN_KEPT_MS = 7 * DAY_MS;
/** A download that began before the removal may still run. */
const FILE_KEPT_MS = DAY_MS;
const MAIL_KEPT_MS = 30 * DAY_MS;
/** So long a form may stand open: after it two who have changed different fields choose between two versions. */
const CONTENT_KEPT_MS = 30 * DAY_MS;
/** A year and a month: what is looked into is often found late. */
const SECURITY_KEPT_MS = 400 * DAY_MS;
/** Longer than a process that lost its connection may be away (`realtime/listener.ts`). */
const EVENT_KEPT_MS = 60 * 60_000;

/**
 * Removes what has served its time: kept answers and replaced contents, dead tokens and links, counts of failures, sent mail, tickets of
 * sockets that were never opened, and events that every process has read.
 */
export async function purge(db: Kysely<Database>, files: FileStore, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom("idempotency_key").where("created_at", "<", before(ANSWER_KEPT_MS)).execute();
  await db.deleteFrom("auth_token").where("expires_at", "<", before(TOKEN_KEPT_MS)).execute();
  await db.deleteFrom("password_reset").where("expires_at", "<", before(TOKEN_KEPT_MS)).execute();
  await db.deleteFrom("email_change").where("expires_at", "<", before(TOKEN_KEPT_MS)).execute();
  await db.deleteFrom("security_event").where("at", "<", before(SECURITY_KEPT_MS)).execute();
  await db.deleteFrom("sign_in_failure").where("last_failed_at", "<", before(DAY_MS)).execute();
  await db.deleteFrom("realtime_ticket").where("expires_at", "<", now).execute();
  await db.deleteFrom("realtime_outbox").where("created_at", "<", before(EVENT_KEPT_MS)).execute();
  await db.deleteFrom("content_save").where("kept_at", "<", before(CONTENT_KEPT_MS)).execute();
  await purgeRemoved(db, files, before(FILE_KEPT_MS));
  await purgeUnnamed(db, files, before(FILE_KEPT_MS));
  await db.deleteFrom("mail_outbox").where("created_at", "<", before(MAIL_KEPT_MS)).execute();
}

/** Purges now and every quarter of an hour, in any number of processes. */
export function startPurge(
  db: Kysely<Database>,
  files: FileStore,
  log: Logger,
  now: () => Date = () => new Date(),
): { stop(): void } {
  const run = () =>
    purge(db, files, now()).catch((error) => log.warn({ err: error }, "Old rows could not be removed"));
  void run();
  const timer = setInterval(run, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
