import { type Kysely, sql } from "kysely";
import { arrayOf, gramsOf } from "../db/gram.ts";

/** Adds messages to the search index. Call it in the transaction that wrote them. */
export async function indexMessages<DB>(
  trx: Kysely<DB>,
  messages: readonly { id: string; company_id: string; search_text: string }[],
): Promise<void> {
  const grams = messages.map(({ search_text }) => arrayOf(gramsOf(search_text)));
  await sql`
    insert into message_search (message_id, company_id, grams)
    select id, company_id, grams::integer[] from unnest(
      ${messages.map(({ id }) => id)}::bigint[],
      ${messages.map(({ company_id }) => company_id)}::bigint[],
      ${grams}::text[]
    ) as x (id, company_id, grams)`.execute(trx);
}
