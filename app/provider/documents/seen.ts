import { sql } from "kysely";
import type { CallerContext } from "../call/context.ts";

/** Notes that the caller has opened or saved these versions; the first time stays, the last one moves. */
export async function noteSeen(
  { db, caller, now }: CallerContext,
  seen: readonly { id: string; version: number }[],
): Promise<void> {
  // Staff who see the portal as this person does are not this person.
  if (caller.session?.seenBy) return;
  await sql`
    insert into document_seen (document_id, version, user_id, first_at, last_at)
    select id, version, ${caller.userId}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ version }) => version)}::int[]) x (id, version)
    order by id
    on conflict (document_id, version, user_id) do update set last_at = excluded.last_at`.execute(db);
}
