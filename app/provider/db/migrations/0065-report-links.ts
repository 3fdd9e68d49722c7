import { type Kysely, sql } from "kysely";

/** Short addresses of reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_link (
      code text primary key,
      company_id bigint not null references company on delete cascade,
      -- Of the question: the same report has one address.
      digest text not null,
      question jsonb not null,
      opened_at timestamptz not null,
      unique (company_id, digest)
    );
    create index report_link_opened on report_link (opened_at);
  `.execute(db);
}
