import { type Kysely, sql } from "kysely";

/** When a document came to its shipment; null for those of before, which are not told about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipment_document add column added_at timestamptz;
    alter table shipment_document alter column added_at set default now();
    create index shipment_document_added on shipment_document (added_at) where added_at is not null;
  `.execute(db);
}
