import { type Kysely, sql } from "kysely";

/** Lists that are too long to be streamed and are saved as files by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table export_job (
      id bigint generated always as identity primary key,
      -- Null: the account is gone, and the purge takes the file.
      user_id bigint references app_user on delete set null,
      company_id bigint references company on delete set null,
      list text not null,
      call text not null,
      request jsonb not null,
      language text not null,
      state text not null default 'queued'
        check (state in ('queued', 'running', 'ready', 'failed', 'expired', 'removed')),
      reason text check (reason in ('refused', 'broken')),
      attempts integer not null default 0,
      -- Of a running job: another process takes it from then on. Of a waiting one: it is not taken before.
      leased_until timestamptz,
      file_key text,
      file_name text,
      content_type text,
      rows integer,
      bytes bigint,
      -- The company's resources that the file was made with.
      rights text[] not null default '{}',
      created_at timestamptz not null,
      finished_at timestamptz,
      expires_at timestamptz
    );
    create index export_job_user on export_job (user_id, id desc);
    create index export_job_company on export_job (company_id);
    create index export_job_due on export_job (id) where state in ('queued', 'running');
  `.execute(db);
}
