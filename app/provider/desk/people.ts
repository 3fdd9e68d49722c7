import { type Kysely, sql } from "kysely";
import { ADMIN_ROLE, DESK_ROLE } from "#app/contract/access.ts";
import type { Database } from "../db/schema.ts";
import { deskDay } from "./standing.ts";

/** A person of the desk, with the last day on which they are away. */
export interface Colleague {
  userId: string;
  name: string;
  awayUntil: string | null;
}

/** The people who do the forwarder's work, by name. */
export async function readColleagues(db: Kysely<Database>, now: Date): Promise<Colleague[]> {
  const { rows } = await sql<{ id: string; name: string; away_until: string | null }>`
    select u.id, u.name, p.away_until
    from app_user u join company c on c.id = u.company_id join role r on r.id = u.role_id
    left join desk_person p on p.user_id = u.id and ${deskDay(now)} between p.away_from and p.away_until
    where c.is_forwarder and u.status = 'ACTIVE' and r.code in (${DESK_ROLE}, ${ADMIN_ROLE})
    order by u.name, u.id`.execute(db);
  return rows.map(({ id, name, away_until }) => ({ userId: id, name, awayUntil: away_until }));
}
