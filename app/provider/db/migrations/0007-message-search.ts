import { type Kysely, sql } from "kysely";
import { indexMessages } from "../../messages/gram.ts";

const AT_ONCE = 2_000;

/** Pieces of what was said, by which a search finds it: a table of its own, so that whoever reads messages reads none of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_search (
      message_id bigint primary key references message on delete cascade,
      company_id bigint not null references company on delete cascade,
      -- See messages/gram.ts.
      grams integer[] not null
    )`.execute(db);
  for (let last = "0"; ; ) {
    const { rows } = await sql<{ id: string; company_id: string; search_text: string }>`
      select id, company_id, search_text from message where id > ${last} order by id limit ${AT_ONCE}`.execute(
      db,
    );
    await indexMessages(db, rows);
    const next = rows.at(-1)?.id;
    if (next === undefined) break;
    last = next;
  }
  await sql`create index message_search_grams on message_search using gin (grams)`.execute(db);
  // The forwarder's people go back in time over the messages of all companies.
  await sql`create index message_recent on message (created_at desc, id desc)`.execute(db);
}
