import { type Kysely, sql } from "kysely";

/** Marks of the keys that have encrypted secrets of this database; no key can be computed from its mark. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secrets_key (mark bytea primary key, used_since timestamptz not null)`.execute(db);
}
