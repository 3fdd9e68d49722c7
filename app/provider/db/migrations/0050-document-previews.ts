import { type Kysely, sql } from "kysely";

/** Pictures of documents' pages, and what they say, each gone with its document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_preview (
      document_id bigint not null references shipment_document on delete cascade,
      -- The version, or the digest of a document that is made.
      source text not null,
      page integer not null,
      state text not null check (state in ('ready', 'encrypted', 'broken', 'tooMuch')),
      pages integer,
      content bytea,
      drawn_at timestamptz not null,
      primary key (document_id, source, page)
    );
    create index document_preview_drawn on document_preview (drawn_at);

    create table document_text (
      document_id bigint primary key references shipment_document on delete cascade,
      version integer not null,
      -- Normalized for searching; empty when nothing could be read.
      search_text text not null,
      grams integer[] not null,
      -- A version that is not read yet.
      is_pending boolean not null
    );
    create index document_text_pending on document_text (document_id) where is_pending;
    create index document_text_grams on document_text using gin (grams);

    select grant_once(role, '/documents/preview')
    from unnest(array['admin', 'operator', 'finance', 'booker', 'desk']) as role;
  `.execute(db);
}
