import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

const MESSAGES_BUTTON = "MessageCenter";

export function mayUseMessages({ buttons }: { buttons: readonly string[] }): boolean {
  return buttons.includes(MESSAGES_BUTTON);
}

/** Messages of others after the last that the person has read, over all channels; by person, in one query. */
export async function unreadCountsOf(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; num: number }>`
    select u.id as user_id, coalesce(sum(
      c.last_sequence - coalesce(r.last_read_sequence, 0) - (
        select count(*) from message m
        where m.channel_id = c.id and m.sender_id = u.id and m.sequence > coalesce(r.last_read_sequence, 0)
      )
    ), 0)::int as num
    from app_user u
    join company co on co.id = u.company_id
    left join channel c on (co.is_forwarder or c.company_id = co.id)
    left join channel_read r on r.user_id = u.id and r.channel_id = c.id
    where u.id = any(${userIds}::bigint[]) and exists (
      select 1 from role_menu rm join menu m on m.id = rm.menu_id
      where rm.role_id = u.role_id and m.menu_flag = 0 and m.name = ${MESSAGES_BUTTON}
    )
    group by u.id`.execute(db);
  return new Map(rows.map(({ user_id, num }) => [user_id, num]));
}
