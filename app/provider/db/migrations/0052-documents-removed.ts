import { type Kysely, sql } from "kysely";

/** Uploaded papers can be removed, by the side that has uploaded them; what was removed stands in the operation log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stored_file add column is_of_forwarder boolean not null default false;
    update stored_file f set is_of_forwarder = true
    from app_user u join company c on c.id = u.company_id and c.is_forwarder
    where f.subject = 'document' and u.id = f.uploaded_by;

    alter table shipment_document add column log_sequence integer not null default 0;
    alter table shipment_document add column log_hash bytea;
    alter table operation_log drop constraint operation_log_subject_check;
    alter table operation_log add constraint operation_log_subject_check
      check (subject in ('booking', 'document', 'quote'));
  `.execute(db);
}
