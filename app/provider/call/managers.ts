import { type Kysely, sql } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import { MANAGES_MEMBERS } from "./needs.ts";

/** Enough for what concerns the whole company. */
const TOLD_MAX = 20;

/** Those of a company who manage its members, and with them its keys and webhooks, and can be reached by mail. */
export async function mailedManagers(
  db: Kysely<Database>,
  companyId: string,
): Promise<{ name: string; email: string; language: Language }[]> {
  const { role, resource } = MANAGES_MEMBERS;
  const { rows } = await sql<{ name: string; email: string; language: Language }>`
    select u.name, u.email, coalesce(u.language_preference, 'en') as language
    from app_user u join role r on r.id = u.role_id
    where u.company_id = ${companyId} and r.code = ${role} and u.status = 'ACTIVE'
      and coalesce(u.email, '') <> ''
      and exists (select from company_access a
        where a.company_id = u.company_id and a.res_code = ${resource})
    order by u.id limit ${TOLD_MAX}`.execute(db);
  return rows;
}
