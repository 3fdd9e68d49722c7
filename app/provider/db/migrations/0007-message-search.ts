import { type Kysely, sql } from "kysely";

const AT_ONCE = 2_000;

/**
 * The n-grams of a text as of this migration (messages/gram.ts): a migration calls no code that may change.
 */
function gramsOf(text: string): number[] {
  const grams = new Set<number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    if (one >= 0x80 || two >= 0x80) grams.add((1 << 30) | ((Math.imul(one, 40_503) + two) & ((1 << 30) - 1)));
    else {
      const three = text.charCodeAt(at + 2);
      if (three < 0x80) grams.add((one << 14) | (two << 7) | three);
    }
  }
  return [...grams];
}

/** N-grams of messages for search, in a table of their own so that reading messages does not read them. */
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
    await sql`
      insert into message_search (message_id, company_id, grams)
      select id, company_id, grams::integer[] from unnest(
        ${rows.map(({ id }) => id)}::bigint[],
        ${rows.map(({ company_id }) => company_id)}::bigint[],
        ${rows.map(({ search_text }) => `{${gramsOf(search_text).join()}}`)}::text[]
      ) as x (id, company_id, grams)`.execute(db);
    const next = rows.at(-1)?.id;
    if (next === undefined) break;
    last = next;
  }
  await sql`create index message_search_grams on message_search using gin (grams)`.execute(db);
  // The forwarder's people scan the messages of all companies from the newest back.
  await sql`create index message_recent on message (created_at desc, id desc)`.execute(db);
}
