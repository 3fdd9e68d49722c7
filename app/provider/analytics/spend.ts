import { sql } from "kysely";
import { REPORT_GROUPS_MAX, type ReportMeasures } from "#app/contract/analytics.ts";
import { amountText } from "#app/lib/amount-text.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, ReportAsked } from "./counted.ts";
import { acceptedQuote, bills, keyOf, monthsOf, populationOf } from "./question.ts";

interface Row {
  key: string | null;
  currency: string | null;
  is_all: boolean;
  is_every_currency: boolean;
  group_total: number;
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
  keys: string[] | null,
): Promise<Counted> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(asked);
  const isByMonth = asked.groupBy === "month";
  const isByCharge = asked.groupBy === "charge";
  const known = isByMonth ? months.names : keys;
  const shownKeys = known
    ? sql`select unnest(${known}::text[]) as key`
    : sql`select key from counted order by shipments desc, key limit ${REPORT_GROUPS_MAX}`;
  const billed = isByCharge
    ? sql`join lateral (
        select i.currency, coalesce(l.charge_code, '') as charge, ${signed("l.net")} as net
        from ${bills} join invoice_line l on l.invoice_id = i.id group by 1, 2) m on true`
    : sql`left join lateral (
        select i.currency, ${signed("i.net")} as net from ${bills} group by 1) m on true`;
  const { rows } = await sql<Row>`
    with asked as materialized (
      select ${asked.groupBy === "charge" ? sql`m.charge` : keyOf(asked.groupBy, months)} as key, s.id, m.currency, m.net,
        case when q.currency = m.currency then q.total end as quoted
      from shipment s ${billed}
      left join lateral (select o.currency, o.total from ${acceptedQuote}) q on ${!isByCharge}
      where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}
    ), counted as (select key, count(distinct id) as shipments from asked group by key),
    shown as (${shownKeys})
    select shown.key, currency, grouping(shown.key) = 1 as is_all, grouping(currency) = 1 as is_every_currency,
      (select count(*)::int from counted) as group_total, count(distinct id)::int as shipments, sum(net)::text as net,
      count(quoted)::int as compared, sum(quoted)::text as quoted,
      sum(net) filter (where quoted is not null)::text as billed
    from asked left join shown using (key)
    group by grouping sets ((), (currency), (shown.key), (shown.key, currency))
    order by is_all desc, count(distinct id) desc, shown.key, currency`.execute(db);
  const every = rows.filter((row) => row.is_every_currency);
  const ofGroup = (key: string | null, isAll: boolean): ReportMeasures => {
    const own = rows.filter((row) => row.key === key && row.is_all === isAll);
    return {
      shipments: own.find((row) => row.is_every_currency)?.shipments ?? 0,
      spend: { sums: own.flatMap((row) => (row.is_every_currency ? [] : sumOf(row))) },
    };
  };
  const order = isByMonth
    ? months.names
    : every.flatMap(({ key, is_all }) => (is_all || key === null ? [] : [key]));
  const hasRest = every.some(({ key, is_all }) => !is_all && key === null);
  return {
    all: ofGroup(null, true),
    groups: order.map((key) => ({ key, measures: ofGroup(key, false) })),
    rest: hasRest ? ofGroup(null, false) : null,
    groupTotal: isByMonth ? months.names.length : (every[0]?.group_total ?? 0),
  };
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
