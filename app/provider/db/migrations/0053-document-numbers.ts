import { type Kysely, sql } from "kysely";

/** Documents are found by the beginning of their number, written as references are compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shipment_document_number on shipment_document
      ((upper(regexp_replace(number, '[\\s-]', '', 'g'))) text_pattern_ops)
  `.execute(db);
}
