import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { QuoteRequest, quoteList } from "#app/contract/quote.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { quoteStatuses } from "#app/lib/quote-state.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { listOf, statusViews } from "../call/list-of.ts";
import { seenRows } from "../call/scope.ts";
import { givenIds, type ListedRowIds } from "../db/listed-ids.ts";
import { containing, searchText } from "../db/search-text.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { promisedAt, statusAt } from "./store.ts";

type Answer = z.input<typeof quoteList.response>;

type Filter = Pick<z.output<typeof quoteList.request>, "status" | "keyword" | "mode">;

export const quotes = listOf({
  name: "quotes",
  from: sql`quote q`,
  id: sql`q.id`,
  where({ mode, keyword: typed = "" }: Filter, { scope }) {
    const conditions: RawBuilder<unknown>[] = [seenRows(scope, "q.company_id")];
    if (mode) conditions.push(sql`q.freight_mode = ${mode}`);
    const keyword = searchText(typed).trim();
    if (keyword) {
      const pattern = containing(keyword);
      conditions.push(sql`(q.search_text like ${pattern} or lower(q.quote_number) like ${pattern})`);
    }
    return conditions;
  },
  sorts: {
    requested: sql`q.requested_at`,
    validUntil: { by: sql`q.valid_until`, isNullable: true },
    quoteNumber: sql`q.quote_number`,
  },
  views: statusViews(
    quoteStatuses,
    ({ status }: Filter) => status,
    ({ now }) => statusAt(now),
  ),
  read: readListed,
});

async function readListed(
  ids: ListedRowIds,
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
