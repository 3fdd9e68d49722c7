import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/** What the labels of uploaded packing lists, invoices and bills say; those that are there are read again for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- With the version of which it is, since a release before does not write it.
    alter table document_text add column paper_reading jsonb;

    update document_text t set is_pending = true from shipment_document d
    where d.id = t.document_id
      and d.document_type in ('PACKING_LIST', 'COMMERCIAL_INVOICE', 'HOUSE_BILL', 'HOUSE_WAYBILL');
  `.execute(db);
}
