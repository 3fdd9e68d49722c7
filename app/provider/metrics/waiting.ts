import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { MAIL_TRIES } from "../mail/sender.ts";

/** What waits for a job of the provider, or of another process on the same database. */
export interface Waiting {
  job: string;
  entries: number;
  /** How long the oldest has waited since it was due; 0 without one. */
  oldestSeconds: number;
}

/** Mails that are given up do not wait. */
export async function waitingOf(db: Kysely<Database>, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<{ job: string; entries: number; oldest: Date | null }>`
    select 'mail' as job, count(*)::int as entries, min(created_at) as oldest
      from mail_outbox where sent_at is null and attempts < ${MAIL_TRIES}
    union all
    select 'exports', count(*)::int, min(created_at) from export_job where state in ('queued', 'running')
    union all
    select 'notifications', count(*)::int, min(next_at) from notification where next_at <= ${now}
    union all
    select 'carrier-events', count(*)::int, min(next_at) from carrier_pull where is_on and next_at <= ${now}`.execute(
    db,
  );
  return rows.map(({ job, entries, oldest }) => ({
    job,
    entries,
    oldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0,
  }));
}
