import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

/** Counting stops here: badges end at 99 (product 9). */
const COUNTED = 100;

/** Counts each person's unread news, up to 100; from the index `notice_unread` alone. */
export async function unreadNewsOf(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; num: number }>`
    select u.id, n.num from app_user u cross join lateral (
      select count(*)::int as num from (
        select from notice
        where user_id = u.id and company_id = u.company_id and read_at is null and state <> 'DROPPED'
        limit ${COUNTED}
      ) x
    ) n
    where u.id = any(${[...userIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, num }) => [id, num]));
}
