import { type Kysely, sql } from "kysely";

/** Indexes for the activity of a company's people, and for their open invitations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index security_event_company on security_event (company_id, at desc);
    create index operation_log_at on operation_log (at desc);
    create index operation_log_actor on operation_log (actor_id, at desc);
  `.execute(db);
}
