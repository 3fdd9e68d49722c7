import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { placeSearch } from "#app/contract/place.ts";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import { mainCode } from "../reference/main-code.ts";

const WORDS_MAX = 6;

interface MatchingPlace {
  code: string;
  kind: Database["place"]["kind"];
  name: string;
  name_zh: string;
  country_code: string;
  time_zone: string | null;
  is_exact: boolean;
}

/**
 * Places whose code the text is, or whose name in either language has words that begin with its words. The exact code comes
 * first, then exact names, well-known places before others; by code last, so that the order is always the same.
 */
export async function searchPlaces(
  db: Kysely<Database>,
  { text, kind, limit }: z.output<typeof placeSearch.request>,
  language: Language,
): Promise<z.output<typeof placeSearch.response>> {
  // "Hamburg (DEHAM)" as the portal writes it.
  const [, label, labelled] = /^(.*\S)\s*[(（]([A-Za-z0-9]{3,5})[)）]$/.exec(text) ?? [];
  const plain = (label ?? text).trim();
  const code = mainCode((labelled ?? text).replaceAll(" ", "").toUpperCase());
  const words = plain
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, WORDS_MAX);
  const query = words?.map((word) => `${word}:*`).join(" & ") ?? null;
  const isName = sql<boolean>`lower(${plain}::text) in (lower(name), lower(name_zh))`;
  // Of one name the code list has many; they are meant where nothing else has it.
  const isMeant = sql<boolean>`(not is_from_code_list or not exists (select from place p
    where place_words(p.name, p.name_zh) @@ to_tsquery('simple', ${query}) and not p.is_from_code_list
      and lower(${plain}::text) in (lower(p.name), lower(p.name_zh))))`;
  const { rows } = await sql<MatchingPlace>`
    select code, kind, name, name_zh, country_code, time_zone, (code = ${code} or coalesce(un_locode = ${code}, false)
      or ${labelled === undefined} and ${isName} and ${isMeant}) as is_exact
    from place
    where (code = ${code} or un_locode = ${code} or
        place_words(name, name_zh) @@ to_tsquery('simple', ${query}))
      and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by code = ${code} desc, un_locode = ${code} desc nulls last, ${isName} desc,
      is_well_known desc, length(name), code
    limit ${limit}`.execute(db);
  return {
    places: rows.map((row) => ({
      code: row.code,
      kind: row.kind,
      name: language === "zh" ? row.name_zh : row.name,
      countryCode: row.country_code,
      timeZone: row.time_zone,
      isExact: row.is_exact,
    })),
  };
}
