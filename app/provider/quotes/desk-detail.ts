import { sql } from "kysely";
import type { z } from "zod";
import { draftOptions, type QuoteDeskDetail, type quoteDeskDetail } from "#app/contract/quote-desk.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { seenRows } from "../call/scope.ts";
import { spellingsOf } from "../reference/place-names.ts";
import { personName } from "../texts/message.ts";
import { readQuote, wireOption } from "./detail.ts";
import { readDraft } from "./draft.ts";
import { type OptionRow, type QuoteRow, readOptions } from "./store.ts";

/** The quote as customers see it, and beside it what only the desk sees. */
export async function readForDesk(
  { id }: z.output<typeof quoteDeskDetail.request>,
  context: CallerContext,
): Promise<QuoteDeskDetail> {
  const { db, scope, language } = context;
  const row = await findOwnRow(db, "quote", scope, id);
  const [quote, options, draft, company] = await Promise.all([
    readQuote({ id }, context),
    readOptions(db, id),
    readDraft(db, id),
    db
      .selectFrom("company")
      .select(["id", "name"])
      .where("id", "=", row.company_id)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    quote: { ...quote, options: options.map((option) => wireOption(option, row)) },
    company,
    costs: await costsOf(context, options),
    draft: draft
      ? {
          version: draft.version,
          options: draftOptions.parse(draft.options),
          savedBy: personName(draft.saved_by_name, language),
          savedAt: instantToWire(draft.saved_at)!,
        }
      : null,
    earlier: await earlierOf(context, row),
  };
}

async function costsOf(
  { db }: CallerContext,
  options: readonly OptionRow[],
): Promise<QuoteDeskDetail["costs"]> {
  if (options.length === 0) return [];
  const rows = await db
    .selectFrom("quote_option_cost")
    .selectAll()
    .where(
      "option_id",
      "in",
      options.map(({ id }) => id),
    )
    .execute();
  const costs = new Map(rows.map(({ option_id, position, cost }) => [`${option_id} ${position}`, cost]));
  return options.map(({ id, lines }) => ({
    optionId: id,
    lines: lines.map((_, position) => costs.get(`${id} ${position}`) ?? null),
  }));
}

const EARLIER_SHOWN = 10;

/** Priced quotes of the same mode and lane, of any company. */
async function earlierOf(
  { db, scope }: CallerContext,
  { id, freight_mode, request }: QuoteRow,
): Promise<QuoteDeskDetail["earlier"]> {
  const [origins, destinations] = await Promise.all([
    spellingsOf(db, request.origin),
    spellingsOf(db, request.destination),
  ]);
  const { rows } = await sql<EarlierRow>`
    select q.id, q.quote_number, c.name as company_name, q.requested_at, q.totals,
      array_agg(o.carrier_name order by o.position) as carriers,
      (array_agg(o.total order by o.position))[1] as total,
      (array_agg(o.currency order by o.position))[1] as currency
    from quote q join company c on c.id = q.company_id
    join quote_option o on o.quote_id = q.id and o.replaced_at is null
    where q.freight_mode = ${freight_mode} and q.id <> ${id} and ${seenRows(scope, "q.company_id")}
      and lower(btrim(q.request ->> 'origin')) in (${sql.join(origins)})
      and lower(btrim(q.request ->> 'destination')) in (${sql.join(destinations)})
    group by q.id, c.name order by q.requested_at desc, q.id desc limit ${EARLIER_SHOWN}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    quoteNumber: row.quote_number,
    companyName: row.company_name,
    requestedAt: instantToWire(row.requested_at)!,
    chargeable: row.totals.chargeable,
    chargeableUnit: row.totals.chargeableUnit,
    carriers: row.carriers,
    total: { amount: row.total, currency: row.currency },
  }));
}

interface EarlierRow extends Pick<QuoteRow, "id" | "quote_number" | "requested_at" | "totals"> {
  company_name: string;
  carriers: string[];
  total: string;
  currency: string;
}
