import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { QuoteRequest, quoteList } from "#app/contract/quote.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { quoteStatuses } from "#app/lib/quote-state.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { seenRows } from "../call/scope.ts";
import { containing, searchText } from "../db/search-text.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { statusAt } from "./store.ts";

type Answer = z.input<typeof quoteList.response>;

const SORTS: Record<z.output<typeof quoteList.request>["sort"], RawBuilder<unknown>> = {
  requested: sql`requested_at`,
  validUntil: sql`valid_until`,
  quoteNumber: sql`quote_number`,
};

/** Lists quotes. The counts per status apply all filters but the status. */
export async function listQuotes(
  input: z.output<typeof quoteList.request>,
  { db, caller, scope, now, language }: CallerContext,
): Promise<Answer> {
  const conditions: RawBuilder<unknown>[] = [seenRows(scope, "q.company_id")];
  if (input.mode) conditions.push(sql`q.freight_mode = ${input.mode}`);
  const keyword = searchText(input.keyword ?? "").trim();
  if (keyword) {
    const pattern = containing(keyword);
    conditions.push(sql`(q.search_text like ${pattern} or lower(q.quote_number) like ${pattern})`);
  }
  const matching = sql`select q.*, ${statusAt(now)} as shown_status from quote q
    where ${sql.join(conditions, sql` and `)}`;

  const counted = await sql<{ status: keyof Answer["counts"]; count: number }>`
    select shown_status as status, count(*)::int as count from (${matching}) m group by 1`.execute(db);
  const counts = Object.fromEntries(quoteStatuses.map((status) => [status, 0])) as Answer["counts"];
  for (const { status, count } of counted.rows) counts[status] = count;
  const total = input.status
    ? counts[input.status]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);

  const way = input.direction === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await sql<ListedRow>`
    select m.id, m.quote_number, m.request, m.totals, m.shown_status, m.valid_until, m.requested_at,
      o.total, o.currency
    from (${matching}) m
    left join lateral (
      select total, currency from quote_option where quote_id = m.id and replaced_at is null
      order by id = m.accepted_option_id desc nulls last,
        currency = (select f.currency from quote_option f where f.quote_id = m.id and f.position = 0 and f.replaced_at is null) desc, total
      limit 1) o on true
    where ${input.status ?? null}::text is null or shown_status = ${input.status ?? null}
    order by ${SORTS[input.sort]} ${way} nulls last, m.id ${way}
    limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`.execute(db);
  const hasCharges = maySeeCharges(caller);
  const laneOf = await typedPlaces(db, language);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      quoteNumber: row.quote_number,
      tag: row.request.tag,
      status: row.shown_status,
      freightMode: row.request.freightMode,
      service: row.request.service,
      ...laneOf(row.request),
      totals: row.totals,
      ...(hasCharges
        ? { totalCharges: row.total === null ? null : { amount: row.total, currency: row.currency } }
        : {}),
      validUntil: instantToWire(row.valid_until),
      requestedAt: instantToWire(row.requested_at)!,
    })),
    total,
    isTotalCapped: false,
    counts,
  };
}

type Wire = Answer["rows"][number];
interface ListedRow {
  id: string;
  quote_number: string;
  request: QuoteRequest;
  totals: Wire["totals"];
  shown_status: Wire["status"];
  valid_until: Date | null;
  requested_at: Date;
  total: string | null;
  currency: string;
}
