import { type Kysely, type RawBuilder, sql } from "kysely";
import { documentFile } from "#app/contract/document.ts";
import type { CallerContext } from "../call/context.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";

/** Characters around the words. */
const AROUND = 60;

/** What was typed, as `search_text` has it: without line breaks. */
const wordsOf = (typed: string): string => searchText(typed).replace(/\s+/g, " ").trim();

/**
 * Documents `d` that hold the words. Who may not save documents finds none: what they say would be read
 * piece by piece.
 */
export function wordConditions(
  typed: string | undefined,
  { resourceUrls }: Pick<CallerContext["caller"], "resourceUrls">,
): RawBuilder<unknown>[] {
  const words = wordsOf(typed ?? "");
  if (words === "") return [];
  const grams = gramsOf(words);
  if (grams.length === 0 || !resourceUrls.includes(documentFile.path)) return [sql`false`];
  return [
    sql`d.id in (select x.document_id from document_text x
      where x.grams @> ${arrayOf(grams)}::integer[] and x.search_text like ${containing(words)})`,
  ];
}

/** The words in each document with what stands around them. */
export async function excerptsOf(
  db: Kysely<Database>,
  typed: string | undefined,
  documents: readonly { id: string }[],
): Promise<Map<string, string>> {
  const words = wordsOf(typed ?? "");
  if (words === "" || documents.length === 0) return new Map();
  const { rows } = await sql<{ id: string; excerpt: string }>`
    select document_id as id,
      substr(search_text, greatest(1, strpos(search_text, ${words}) - ${AROUND}::int), ${AROUND * 2 + words.length}::int) as excerpt
    from document_text where document_id = any(${documents.map(({ id }) => id)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, excerpt }) => [id, excerpt.trim()]));
}
