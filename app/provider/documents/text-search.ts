import { type Kysely, type RawBuilder, sql } from "kysely";
import { documentFile } from "#app/contract/document.ts";
import type { CallerContext } from "../call/context.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";
import { madeWith, readSayings, saidIn } from "./made-text.ts";
import { spacedText } from "./spaced-text.ts";

/** Characters around the words. */
const AROUND = 60;

/**
 * Documents `d` that hold the words. Who may not save documents finds none: what they say would be read
 * piece by piece.
 */
export async function wordConditions(
  typed: string | undefined,
  { db, scope, caller }: Pick<CallerContext, "db" | "scope" | "caller">,
): Promise<RawBuilder<unknown>[]> {
  const words = spacedText(typed ?? "");
  if (words === "") return [];
  const grams = gramsOf(words);
  if (grams.length === 0 || !caller.resourceUrls.includes(documentFile.path)) return [sql`false`];
  return [
    sql`d.id in (select x.document_id from document_text x
      where x.grams @> ${arrayOf(grams)}::integer[] and x.search_text like ${containing(words)}
      union all ${await madeWith(db, scope, words)})`,
  ];
}

interface DocumentHit {
  id: string;
  shipment_id: string;
  document_type: string;
  is_uploaded: boolean;
}

/** The words in each document with what stands around them. */
export async function excerptsOf(
  db: Kysely<Database>,
  typed: string | undefined,
  documents: readonly DocumentHit[],
): Promise<Map<string, string>> {
  const words = spacedText(typed ?? "");
  if (words === "" || documents.length === 0) return new Map();
  const { rows } = await sql<{ id: string; excerpt: string }>`
    select document_id as id,
      substr(search_text, greatest(1, strpos(search_text, ${words}) - ${AROUND}::int), ${AROUND * 2 + words.length}::int) as excerpt
    from document_text where document_id = any(${documents.map(({ id }) => id)}::bigint[])`.execute(db);
  const excerpts = new Map(rows.map(({ id, excerpt }) => [id, excerpt.trim()]));
  const made = documents.filter((document) => !document.is_uploaded);
  const sayings = await readSayings(
    db,
    made.map((document) => document.shipment_id),
  );
  for (const { id, shipment_id, document_type } of made) {
    const shipmentWords = sayings.get(shipment_id);
    const text =
      shipmentWords &&
      saidIn(shipmentWords, document_type)
        .map(spacedText)
        .find((one) => one.includes(words));
    if (text) excerpts.set(id, around(text, words));
  }
  return excerpts;
}

function around(text: string, words: string): string {
  const start = Math.max(0, text.indexOf(words) - AROUND);
  return text.slice(start, start + AROUND * 2 + words.length).trim();
}
