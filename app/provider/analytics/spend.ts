import { sql } from "kysely";
import type { ReportGroup } from "#app/contract/analytics.ts";
import { amountText } from "#app/lib/amount-text.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportAsked } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { acceptedQuote, bills, keyOf, monthsOf, populationOf } from "./question.ts";

interface Row extends LevelRow {
  currency: string | null;
  is_every_currency: boolean;
  shipments: number;
  net: string | null;
  compared: number;
  quoted: string | null;
  billed: string | null;
}

/** Net of an invoice or credit note, and of a line of one. */
const signed = (column: "i.net" | "l.net") =>
  sql`sum(case i.kind when 'CREDIT_NOTE' then -${sql.ref(column)} else ${sql.ref(column)} end)`;

/** What was billed for shipments in each currency, and of those with an accepted quote in it what was quoted. */
export async function countSpend(
  asked: ReportAsked,
  context: CallerContext,
  known: Known | null,
): Promise<Counted> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(asked);
  const isByCharge = asked.groupBy === "charge" || asked.thenBy === "charge";
  const levels = levelsOf(asked, known, sql`count(distinct id)`);
  const key = (groupBy: ReportGroup) => (groupBy === "charge" ? sql`m.charge` : keyOf(groupBy, months));
  const billed = isByCharge
    ? sql`join lateral (
        select i.currency, coalesce(l.charge_code, '') as charge, ${signed("l.net")} as net
        from ${bills} join invoice_line l on l.invoice_id = i.id group by 1, 2) m on true`
    : sql`left join lateral (
        select i.currency, ${signed("i.net")} as net from ${bills} group by 1) m on true`;
  const { rows } = await sql<Row>`
    with asked as materialized (
      select ${key(asked.groupBy)} as key, ${asked.thenBy ? key(asked.thenBy) : sql`null::text`} as key2, s.id, m.currency,
        m.net, case when q.currency = m.currency then q.total end as quoted
      from shipment s ${billed}
      left join lateral (select o.currency, o.total from ${acceptedQuote}) q on ${!isByCharge}
      where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}
    ), ${levels.tables}
    select ${levels.columns}, currency, grouping(currency) = 1 as is_every_currency,
      count(distinct id)::int as shipments, sum(net)::text as net,
      count(quoted)::int as compared, sum(quoted)::text as quoted,
      sum(net) filter (where quoted is not null)::text as billed
    from ${levels.source} group by ${setsOf(levels, [[], [sql`currency`]])}
    order by ${levels.order}, currency`.execute(db);
  return readLevels(asked, rows, (own) => ({
    shipments: own.find((row) => row.is_every_currency)?.shipments ?? 0,
    spend: { sums: own.flatMap((row) => (row.is_every_currency ? [] : sumOf(row))) },
  }));
}

function sumOf({ currency, shipments, net, compared, quoted, billed }: Row) {
  // Shipments that are not billed have none.
  if (currency === null || net === null) return [];
  const money = (amount: string | null) => (amount === null ? null : amountText(amount, currency));
  return [
    {
      currency,
      shipments,
      net: amountText(net, currency),
      compared,
      quoted: money(quoted),
      billed: money(billed),
    },
  ];
}
