import { sql } from "kysely";
import type { ReportGroup } from "#app/contract/analytics.ts";
import { amountText } from "#app/lib/amount-text.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportAsked } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { keyOf, monthsOf, populationOf } from "./question.ts";

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
  sql`case i.kind when 'CREDIT_NOTE' then -${sql.ref(column)} else ${sql.ref(column)} end`;

/**
 * Rows of `asked` for the shipments `s` of `people`: what was billed for them in each currency (by `charge` where it is asked for),
 * and what their accepted quote in it says. Joined at once: a question for each shipment takes most of the time.
 * `billedConditions` finds the same rows.
 */
function billedRows(isByCharge: boolean) {
  const columns = isByCharge
    ? sql`s.id, i.currency, coalesce(l.charge_code, '') as charge`
    : sql`s.id, i.currency`;
  const lines = isByCharge ? sql`join invoice_line l on l.invoice_id = i.id` : sql``;
  const net = isByCharge ? signed("l.net") : signed("i.net");
  return sql`bill as (
      select ${columns}, ${net} as net from people s
      join invoice i on i.shipment_id = s.id and i.company_id = s.company_id ${lines}
      union all
      -- A credit note that names no shipment is of its invoice's.
      select ${columns}, ${net} from people s
      join invoice c on c.shipment_id = s.id and c.company_id = s.company_id
      join invoice i on i.credited_id = c.id and i.shipment_id is null ${lines}
    ), billed as (
      select id, currency${isByCharge ? sql`, charge` : sql``}, sum(net) as net from bill group by id, currency${isByCharge ? sql`, charge` : sql``}
    )`;
}

/** The first accepted quote of each shipment's booking. */
const quotes = sql`quoted as (
  select distinct on (s.id) s.id, o.currency, o.total
  from people s join booking b on b.company_id = s.company_id and b.booking_number = s.booking_number
  join quote q on q.booking_id = b.id join quote_option o on o.id = q.accepted_option_id
  order by s.id, q.id)`;

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
  // By charge a shipment is in several groups; else it is one row for each currency, the first of which is marked.
  const shipments = isByCharge ? sql`count(distinct id)` : sql`count(*) filter (where is_first)`;
  const levels = levelsOf(asked, known, shipments);
  const key = (groupBy: ReportGroup | null | undefined) =>
    groupBy && groupBy !== "charge" ? keyOf(groupBy, months) : sql`null::text`;
  const shown = (groupBy: ReportGroup | null | undefined, own: "key" | "key2") =>
    groupBy === "charge" ? sql`m.charge` : sql`s.${sql.ref(own)}`;
  const { rows } = await sql<Row>`
    with people as materialized (
      select ${key(asked.groupBy)} as key, ${key(asked.thenBy)} as key2, s.id, s.company_id, s.booking_number
      from shipment s where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}
    ), ${billedRows(isByCharge)}, ${quotes},
    asked as materialized (
      select ${shown(asked.groupBy, "key")} as key, ${shown(asked.thenBy, "key2")} as key2, s.id, m.currency, m.net,
        ${isByCharge ? sql`null::numeric` : sql`case when q.currency = m.currency then q.total end`} as quoted,
        ${isByCharge ? sql`false` : sql`row_number() over (partition by s.id order by m.currency) = 1`} as is_first
      from people s ${isByCharge ? sql`join billed m using (id)` : sql`left join billed m using (id) left join quoted q using (id)`}
    ), ${levels.tables}
    select ${levels.columns}, currency, grouping(currency) = 1 as is_every_currency,
      ${isByCharge ? shipments : sql`case grouping(currency) when 1 then ${shipments} else count(*) end`}::int as shipments,
      sum(net)::text as net,
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
