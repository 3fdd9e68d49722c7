import { type RawBuilder, sql } from "kysely";
import type { ReportGroup } from "#app/contract/analytics.ts";
import { amountText } from "#app/lib/amount-text.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { levelOfRan } from "./classes.ts";
import type { Counted, Known, ReportRequest } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { acceptedQuotes, keyOf, monthsOf, populationOf } from "./question.ts";

/** What was billed, from the sums of each shipment (`shipment_billed`). `billedConditions` finds the same shipments. */

interface Row extends LevelRow {
  currency: string | null;
  is_every_currency: boolean;
  shipments: number;
  net: string | null;
  compared: number;
  quoted: string | null;
  billed: string | null;
}

/** What was billed for shipments in each currency, and of those with an accepted quote in it what was quoted. */
export async function countSpend(
  question: ReportRequest,
  context: CallerContext,
  known: Known | null,
): Promise<Counted> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(question);
  const key = (groupBy: ReportGroup | null | undefined) =>
    groupBy && groupBy !== "charge" ? keyOf(groupBy, months) : sql`null::text`;
  const people = sql`
    select ${key(question.groupBy)} as key, ${key(question.thenBy)} as key2, s.id, s.company_id, s.booking_number
    from shipment s where ${sql.join([inScope(scope), ...populationOf(question, now)], sql` and `)}`;
  const isByCharge = question.groupBy === "charge" || question.thenBy === "charge";
  const statement = isByCharge
    ? byCharge(question, known, people)
    : byCurrency(question, known, people, scope.companyIds);
  const { rows } = await sql<Row>`${statement}`.execute(db);
  return readLevels(question, rows, (own) => ({
    shipments: own.find((row) => row.is_every_currency)?.shipments ?? 0,
    spend: { sums: own.flatMap((row) => (row.is_every_currency ? [] : sumOf(row))) },
  }));
}

/** Shipments of a group with the same currency are one row. Each shipment is in the row of its first currency, or of none. */
function byCurrency(
  question: ReportRequest,
  known: Known | null,
  people: RawBuilder<unknown>,
  companyIds: readonly string[],
) {
  const shipments = sql`coalesce(sum(firsts), 0)`;
  const levels = levelsOf(question, known, shipments);
  return sql`
    with quoted as materialized (
      select distinct on (b.company_id, b.booking_number) b.company_id, b.booking_number, o.currency, o.total
      from ${acceptedQuotes} where b.company_id = any(${companyIds}::bigint[]) order by b.company_id, b.booking_number, q.id
    ), asked as materialized (
      select key, key2, b.currency, count(*) as n, count(*) filter (where b.shipment_id is null or b.every_charge is not null) as firsts,
        sum(b.net) as net, count(q.total) as compared, sum(q.total) as quoted, sum(b.net) filter (where q.total is not null) as billed
      from (${people}) s left join shipment_billed b on b.shipment_id = s.id
        left join quoted q using (company_id, booking_number, currency)
      group by key, key2, b.currency
    ), ${levels.tables}
    select ${levels.columns}, currency, grouping(currency) = 1 as is_every_currency,
      (case grouping(currency) when 1 then ${shipments} else sum(n) end)::int as shipments, sum(net)::text as net,
      sum(compared)::int as compared, sum(quoted)::text as quoted, sum(billed)::text as billed
    from ${levels.source} group by ${setsOf(levels, [[], [sql`currency`]])}
    order by ${levels.order}, currency`;
}

/**
 * A shipment is in the groups of all its charges, and once in those of them together: shipments with the same charges are one
 * class, which each level counts once. What they come to is summed beside them.
 */
function byCharge(question: ReportRequest, known: Known | null, people: RawBuilder<unknown>) {
  const isOnce = { key: question.groupBy === "charge" ? sql`true` : sql`is_first`, below: sql`true` };
  const levels = levelsOf(question, known, sql`coalesce(sum(n) filter (where currency is null), 0)`, isOnce);
  const keyOrCharge = (groupBy: ReportGroup | null | undefined, own: "key" | "key2") =>
    groupBy === "charge" ? sql`charge` : sql.ref(own);
  const keys = sql`${keyOrCharge(question.groupBy, "key")} as key, ${keyOrCharge(question.thenBy, "key2")} as key2`;
  return sql`
    with people as not materialized (${people}), class as materialized (
      select *, row_number() over () as class from (
        select key, key2, b.currency, b.charge_codes, b.every_charge, count(*) as n
        from people s join shipment_billed b on b.shipment_id = s.id group by 1, 2, 3, 4, 5) one
    ), asked as materialized (
      select ${keys}, currency, class, n, null::numeric as net, false as is_first from class cross join unnest(charge_codes) as charge
      union all
      select ${keys}, null, class, n, null, charge = every_charge[1] from class cross join unnest(every_charge) as charge
      union all
      select ${keys}, currency, null, 0, net, false from (
        select key, key2, b.currency, c.charge, sum(c.net) as net
        from people s join shipment_billed b on b.shipment_id = s.id
          cross join unnest(b.charge_codes, b.charge_nets) as c (charge, net) group by 1, 2, 3, 4) summed
    ), ${levels.tables}, levelled as (
      select ${levels.columns}, currency, class, max(n) as n, sum(net) as net
      from ${levels.source} group by ${setsOf(levels, [[sql`currency`, sql`class`]])}
    )
    select ${levelOfRan}, currency, currency is null as is_every_currency, sum(n)::int as shipments, sum(net)::text as net,
      0 as compared, null as quoted, null as billed
    from levelled group by key, key2, is_whole, is_all, currency
    order by coalesce(sum(n) filter (where currency is null), 0) desc, key, key2, currency`;
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
