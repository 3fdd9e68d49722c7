import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** Files with the statuses of air waybills are imports too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table system_import drop constraint system_import_kind_check`.execute(db);
  await sql`
    alter table system_import add constraint system_import_kind_check
      check (kind in ('SHIPMENT', 'MILESTONE', 'INVOICE', 'STATUS')) not valid`.execute(db);
  await sql`alter table system_import validate constraint system_import_kind_check`.execute(db);
}
