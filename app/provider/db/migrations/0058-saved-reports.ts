import { type Kysely, sql } from "kysely";

/** Reports that people save, and the log of those that they run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_template (
      id bigint generated always as identity primary key,
      company_id bigint not null references company on delete cascade,
      -- Null: the account is gone, and what it shared belongs to the company's administrators.
      owner_id bigint references app_user on delete set null,
      name text not null,
      is_shared boolean not null,
      question jsonb not null,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index report_template_company on report_template (company_id, name, id);
    create index report_template_owner on report_template (owner_id);

    create table report_run (
      id bigint generated always as identity primary key,
      company_id bigint not null references company on delete cascade,
      -- Null: the account is gone, and the purge takes row and file.
      user_id bigint references app_user on delete set null,
      ran_at timestamptz not null,
      question jsonb not null,
      shipments integer not null,
      format text,
      file_key text,
      file_name text,
      content_type text,
      expires_at timestamptz
    );
    create index report_run_user on report_run (user_id, ran_at desc, id desc);
    create index report_run_company on report_run (company_id);
    create index report_run_ran on report_run (ran_at);
  `.execute(db);
}
