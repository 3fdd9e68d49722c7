import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { QuoteRequest, quoteList } from "#app/contract/quote.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { quoteStatuses } from "#app/lib/quote-state.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { idsOf, readPage } from "../call/page.ts";
import { seenRows } from "../call/scope.ts";
import { type GivenIds, givenIds } from "../db/listed-ids.ts";
import { containing, searchText } from "../db/search-text.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { promisedAt, statusAt } from "./store.ts";

type Answer = z.input<typeof quoteList.response>;

const SORTS: Record<z.output<typeof quoteList.request>["sort"], RawBuilder<unknown>> = {
  requested: sql`requested_at`,
  validUntil: sql`valid_until`,
  quoteNumber: sql`quote_number`,
};

/** Lists quotes. The counts per status apply all filters but the status. */
export async function listQuotes(
  input: z.output<typeof quoteList.request>,
  context: CallerContext,
): Promise<Answer> {
  const { db } = context;
  const matching = matchingQuotes(input, context);
  const counted = await sql<{ status: keyof Answer["counts"]; count: number }>`
    select shown_status as status, count(*)::int as count from (${matching}) m group by 1`.execute(db);
  const counts = Object.fromEntries(quoteStatuses.map((status) => [status, 0])) as Answer["counts"];
  for (const { status, count } of counted.rows) counts[status] = count;
  const total = input.status
    ? counts[input.status]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const list = { name: "quotes", rows: quoteIds(input, context), id: sql`m.id`, order: orderOf(input) };
  const { rows, next } = await readPage(db, input, list, context.language);
  return {
    rows: await readListedQuotes(idsOf(rows), context),
    total,
    isTotalCapped: false,
    counts,
    ...next,
  };
}

type Filter = Pick<z.output<typeof quoteList.request>, "status" | "keyword" | "mode" | "sort" | "direction">;

function matchingQuotes(input: Filter, { scope, now }: CallerContext): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [seenRows(scope, "q.company_id")];
  if (input.mode) conditions.push(sql`q.freight_mode = ${input.mode}`);
  const keyword = searchText(input.keyword ?? "").trim();
  if (keyword) {
    const pattern = containing(keyword);
    conditions.push(sql`(q.search_text like ${pattern} or lower(q.quote_number) like ${pattern})`);
  }
  return sql`select q.*, ${statusAt(now)} as shown_status from quote q
    where ${sql.join(conditions, sql` and `)}`;
}

/** The ids of the filtered list in its order. */
export const selectQuotes = (input: Filter, context: CallerContext): RawBuilder<unknown> =>
  sql`${quoteIds(input, context)} order by ${orderOf(input)}`;

const quoteIds = (input: Filter, context: CallerContext) =>
  sql`select m.id from (${matchingQuotes(input, context)}) m
    where (${input.status ?? null}::text is null or shown_status = ${input.status ?? null})`;

function orderOf({ sort, direction }: Filter): RawBuilder<unknown> {
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  return sql`${SORTS[sort]} ${way} nulls last, m.id ${way}`;
}

/** The list's rows of these ids, in their order. */
export async function readListedQuotes(
  ids: GivenIds,
  { db, caller, scope, now, language }: CallerContext,
): Promise<Wire[]> {
  const { rows } = await sql<ListedRow>`
    select q.id, q.quote_number, q.request, q.totals, ${statusAt(now)} as shown_status, q.valid_until,
      q.requested_at, q.withdrawn_at, ${promisedAt} as promised_at, o.total, o.currency
    from ${givenIds(ids)} join quote q on q.id = given.id
    left join lateral (
      select total, currency from quote_option where quote_id = q.id and replaced_at is null
      order by id = q.accepted_option_id desc nulls last,
        currency = (select f.currency from quote_option f where f.quote_id = q.id and f.position = 0 and f.replaced_at is null) desc, total
      limit 1) o on true
    where ${seenRows(scope, "q.company_id")}
    order by given.place`.execute(db);
  const hasCharges = maySeeCharges(caller);
  const laneOf = await typedPlaces(db, language);
  return rows.map((row) => ({
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
    withdrawnAt: instantToWire(row.withdrawn_at),
    answerBy: instantToWire(row.promised_at),
  }));
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
  withdrawn_at: Date | null;
  promised_at: Date | null;
  total: string | null;
  currency: string;
}
