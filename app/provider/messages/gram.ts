import { type Kysely, sql } from "kysely";

const ASCII_END = 0x80;
/** Distinguishes the codes of pairs from those of triples, which are below. */
const PAIR = 1 << 30;

/**
 * The n-grams of a text for the search index, each as one number: three neighbouring characters, or two where
 * one of them is outside ASCII, because Chinese words are often that short. A text that contains a keyword
 * has all n-grams of the keyword; the reverse has to be checked on the text. A keyword that is too short has
 * none.
 * @param text normalized by `searchText`
 */
export function gramsOf(text: string): number[] {
  const grams = new Set<number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    if (one >= ASCII_END || two >= ASCII_END) grams.add(PAIR | ((Math.imul(one, 40_503) + two) & (PAIR - 1)));
    else {
      const three = text.charCodeAt(at + 2);
      if (three < ASCII_END) grams.add((one << 14) | (two << 7) | three);
    }
  }
  return [...grams];
}

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

/** As a literal of a PostgreSQL array. */
export const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;
