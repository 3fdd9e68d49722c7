import { sql } from "kysely";
import type { QuoteRequest } from "#app/contract/quote.ts";
import type { SearchHit } from "#app/contract/search.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { byNumber, type FoundRow, hitOf, type RecordSearch, type Sought } from "../access/searched.ts";
import type { CallerContext } from "../call/context.ts";
import { seenRows } from "../call/scope.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { readNeeds } from "./permission.ts";
import { statusAt } from "./store.ts";

/** Quotes by their number. */
export const quoteSearch: RecordSearch = { needs: readNeeds, find };

async function find(sought: Sought, { db, scope, now, language }: CallerContext): Promise<SearchHit[]> {
  const seen = seenRows(scope, "t.company_id");
  const { rows } = await sql<FoundRow & { quote_number: string; status: QuoteStatus; request: QuoteRequest }>`
    select q.id, f.is_whole, q.quote_number, q.request, ${statusAt(now)} as status, c.name as company
    from ${byNumber(sought, scope, "quote", ["quote_number"], seen)} f
    join quote q on q.id = f.id join company c on c.id = q.company_id
    order by f.is_whole desc, q.id desc`.execute(db);
  const laneOf = await typedPlaces(db, language);
  return rows.map((row) =>
    hitOf(row, scope, {
      kind: "quote",
      id: row.id,
      title: row.quote_number,
      status: row.status,
      ...laneOf(row.request),
    }),
  );
}
