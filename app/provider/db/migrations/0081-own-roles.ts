import { type Kysely, sql } from "kysely";

/** Roles of one company have a version, so that of two people who change one at once the second is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table role add column version integer not null default 1;
    create index role_company on role (company_id) where company_id is not null;
    create index app_user_role on app_user (role_id);
  `.execute(db);
}
