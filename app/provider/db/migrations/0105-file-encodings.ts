import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** A file that is no Unicode waits with its import until somebody says in which encoding it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["address_import", "desk_import", "rate_import"])
    await sql`
      alter table ${sql.table(table)}
        add column content bytea,
        -- How it looks in the likely encodings; null where there is nothing to choose.
        add column previews jsonb`.execute(db);
}
