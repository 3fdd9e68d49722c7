import { type Kysely, sql } from "kysely";
import type { ButtonCode } from "#app/contract/access.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database } from "../db/schema.ts";
import { Snapshot } from "./snapshot.ts";

export interface UnreadCount {
  /** By person; people who may not use messages are left out. */
  counts: Map<string, number>;
  /** What the count saw. */
  snapshot: Snapshot | undefined;
}

const MESSAGES_BUTTON: ButtonCode = "MessageCenter";

/**
 * Counts messages of others after the last one that each person has read, over all channels, in one query.
 */
export async function unreadCountsOf(db: Kysely<Database>, userIds: readonly string[]): Promise<UnreadCount> {
  const { rows } = await sql<{ user_id: string; num: number; snapshot: string }>`
    ${cachedPlan} with person as materialized (
      select u.id, u.company_id, co.is_forwarder
      from app_user u join company co on co.id = u.company_id
      where u.id = any(${[...userIds]}::bigint[]) and exists (
        select 1 from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = u.role_id and m.menu_flag = 0 and m.name = ${MESSAGES_BUTTON}
      )
    ), unread as (
      select p.id as user_id, c.last_sequence - coalesce(r.last_read_sequence, 0) - (
        select count(*) from message m
        where m.channel_id = c.id and m.sender_id = p.id and m.sequence > coalesce(r.last_read_sequence, 0)
      ) as num
      from person p
      join channel c on c.company_id = p.company_id
      left join channel_read r on r.user_id = p.id and r.channel_id = c.id
      where not p.is_forwarder and c.last_sequence > coalesce(r.last_read_sequence, 0)
      union all
      -- Over the channels of all companies: what was said, less what was read, less what they have said since.
      select p.id, (select sum(last_sequence) from channel)
        - (select coalesce(sum(last_read_sequence), 0) from channel_read r where r.user_id = p.id)
        - (
          select count(*) from message m
          left join channel_read r on r.user_id = m.sender_id and r.channel_id = m.channel_id
          where m.sender_id = p.id and m.sequence > coalesce(r.last_read_sequence, 0)
        )
      from person p where p.is_forwarder
    )
    select p.id as user_id, coalesce(sum(n.num), 0)::int as num, pg_current_snapshot()::text as snapshot
    from person p left join unread n on n.user_id = p.id
    group by p.id`.execute(db);
  return {
    counts: new Map(rows.map(({ user_id, num }) => [user_id, num])),
    snapshot: rows[0] && new Snapshot(rows[0].snapshot),
  };
}
