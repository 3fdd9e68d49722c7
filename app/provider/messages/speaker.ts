import { type Kysely, sql } from "kysely";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";

/** Messages `m` in channels `c` of the caller's scope, written by a person whose name contains the keyword. */
const spoken = (keyword: string, scope: Scope) => sql`channel c join message m on m.channel_id = c.id
  where ${seenRows(scope, "c.company_id")} and m.sender_id in
    (select id from app_user where lower(name) like ${containing(searchText(keyword).trim())})`;

/** Condition on a team `t`: a person of that name has written in it. */
export const isSpokenIn = (keyword: string, scope: Scope) =>
  sql`t.id in (select c.team_id from ${spoken(keyword, scope)})`;

/** For each of the teams in which a person of that name has written, the name as it stands there. */
export async function speakersOf(
  db: Kysely<Database>,
  scope: Scope,
  teamIds: readonly string[],
  keyword: string,
): Promise<Map<string, string>> {
  if (searchText(keyword).trim() === "") return new Map();
  const { rows } = await sql<{ team_id: string; sender_name: string }>`
    select distinct on (c.team_id) c.team_id, m.sender_name from ${spoken(keyword, scope)}
      and c.team_id = any(${[...teamIds]}::bigint[]) order by c.team_id, m.id desc`.execute(db);
  return new Map(rows.map(({ team_id, sender_name }) => [team_id, sender_name]));
}
