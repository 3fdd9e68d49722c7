import { type Kysely, sql } from "kysely";

/** Saved reports that are sent on a schedule, and the name of what an export holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_mail (
      template_id bigint not null references report_template on delete cascade,
      user_id bigint not null references app_user on delete cascade,
      format text not null,
      schedule jsonb not null,
      next_at timestamptz not null,
      primary key (template_id, user_id)
    );
    create index report_mail_user on report_mail (user_id);
    create index report_mail_next on report_mail (next_at);

    -- Of a report: the name that it was saved under. Null: the list says all.
    alter table export_job add column title text;
  `.execute(db);
}
