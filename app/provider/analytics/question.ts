import { type RawBuilder, sql } from "kysely";
import type { MenuName } from "#app/contract/access.ts";
import type { EtaResult, ReportGroup, ReportKind, ReportQuestion } from "#app/contract/analytics.ts";
import { REPORT_MONTHS_MAX } from "#app/contract/analytics.ts";
import { CODE_FORBIDDEN, CODE_INVALID } from "#app/contract/code.ts";
import { monthNumber, monthText } from "#app/lib/month.ts";
import type { Caller, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { departedIn, type Months, monthsFrom } from "../shipments/departure.ts";
import { arrivalPlace, punctualityOf } from "../shipments/punctuality.ts";

type Question = ReportQuestion & {
  clock?: string | undefined;
  billedIn?: string | undefined;
  daysOf?: "transit" | "eta" | undefined;
};
type Condition = RawBuilder<unknown>;

/** The months of a question. Throws a Refusal when they run backwards or are too many. */
export function monthsOf({ monthFrom, monthTo, clock }: Question): Months & { names: string[] } {
  const [first, last] = [monthNumber(monthFrom), monthNumber(monthTo)];
  const count = last - first + 1;
  if (count < 1) throw new Refusal(CODE_INVALID, "monthsBackwards");
  if (count > REPORT_MONTHS_MAX)
    throw new Refusal(CODE_INVALID, "tooManyMonths", { values: { most: REPORT_MONTHS_MAX } });
  return {
    ...monthsFrom(Math.floor(first / 12), (first % 12) + 1, count, clock),
    names: Array.from({ length: count }, (_, index) => monthText(first + index)),
  };
}

/** The same question about as many months right before. */
export function periodBefore<Q extends ReportQuestion>(question: Q): Q {
  const first = monthNumber(question.monthFrom);
  const count = monthNumber(question.monthTo) - first + 1;
  return { ...question, monthFrom: monthText(first - count), monthTo: monthText(first - 1) };
}

/** The key of the group of the period before that a group is compared with: months by their place in the period. */
export function keyBefore(key: string, groupBy: ReportGroup, { monthFrom, monthTo }: ReportQuestion): string {
  if (groupBy !== "month") return key;
  return monthText(monthNumber(key) - monthNumber(monthTo) + monthNumber(monthFrom) - 1);
}

/** Conditions on the shipment `s`, without the company. */
export function populationOf(question: Question, now: Date): Condition[] {
  return [
    ...departedIn(monthsOf(question), now),
    ...(question.mode ? [sql`s.job_mode = ${question.mode}`] : []),
    ...(question.from ? [sql`s.port_of_departure = ${question.from}`] : []),
    ...(question.to ? [sql`s.port_of_arrival = ${question.to}`] : []),
    ...(question.carrierCode ? [sql`s.carrier_code = ${question.carrierCode}`] : []),
    ...(question.shipperId ? [sql`s.shipper_id = ${question.shipperId}`] : []),
    ...(question.consigneeId ? [sql`s.consignee_id = ${question.consigneeId}`] : []),
  ];
}

/** The key of the shipment's group, as text. */
export function keyOf(
  groupBy: Exclude<ReportGroup, "charge">,
  { date, type, starts, names }: ReturnType<typeof monthsOf>,
  days: RawBuilder<number | null> = transitDays,
) {
  const keys: Record<typeof groupBy, RawBuilder<string>> = {
    month: sql`(${names}::text[])[width_bucket(${date}, ${starts}::${type}[])]`,
    mode: sql`s.job_mode`,
    lane: sql`s.port_of_departure || '-' || s.port_of_arrival`,
    carrier: sql`coalesce(s.carrier_code, '')`,
    shipper: sql`s.shipper_id::text`,
    consignee: sql`s.consignee_id::text`,
    days: sql`coalesce(${days}::text, '')`,
    // Of milestones `m`, which the shipment is joined with.
    milestone: sql`m.kind`,
    reason: sql`coalesce(s.reported_code, '')`,
  };
  return keys[groupBy];
}

/** Conditions on the shipment `s` for one group of the question; null when there is no such group. */
export function groupConditions(
  question: Question,
  groupBy: ReportGroup,
  key: string,
  now: Date,
): Condition[] | null {
  if (groupBy === "month") {
    if (!/^\d{4}-\d\d$/.test(key) || key < question.monthFrom || key > question.monthTo) return null;
    return departedIn(monthsOf({ ...question, monthFrom: key, monthTo: key }), now);
  }
  if (groupBy === "mode") return [sql`s.job_mode = ${key}`];
  if (groupBy === "carrier") return [key ? sql`s.carrier_code = ${key}` : sql`s.carrier_code is null`];
  if (groupBy === "reason") return [sql`coalesce(s.reported_code, '') = ${key}`];
  if (groupBy === "days") {
    const days = question.daysOf === "eta" ? etaDays(question, now) : transitDays;
    return [sql`coalesce(${days}::text, '') = ${key}`];
  }
  if (groupBy === "lane") {
    const [from = "", to = ""] = key.split("-");
    return [sql`s.port_of_departure = ${from}`, sql`s.port_of_arrival = ${to}`];
  }
  if (groupBy === "charge")
    return [
      wasBilled(
        sql`${key} = any(b.charge_codes) ${question.billedIn ? sql`and b.currency = ${question.billedIn}` : sql``}`,
      ),
    ];
  if (!/^\d{1,18}$/.test(key)) return null;
  return [sql`${sql.ref(groupBy === "shipper" ? "s.shipper_id" : "s.consignee_id")} = ${key}`];
}

/** An `EtaResult` by the days that the ETA was off. */
export const etaResultOf = (
  { toleranceDays }: Pick<Question, "toleranceDays">,
  daysOff: RawBuilder<number | null>,
): RawBuilder<EtaResult> =>
  sql`case when ${daysOff} is null then 'unknown' when ${daysOff} < -${toleranceDays}::int then 'early'
    when ${daysOff} > ${toleranceDays}::int then 'late' else 'within' end`;

/** Whether the shipment `s` has both ends of its journey confirmed by events, in their order. */
export const hasTransit = sql`(s.reached @> '{atd,ata}' and s.ata >= s.atd)`;

/** Whole days of the shipment `s` on the way; null when they are not known. */
const transitDays = sql<
  number | null
>`(case when ${hasTransit} then floor(extract(epoch from s.ata - s.atd) / 86400)::int end)`;

/** Days that the ETA of the shipment `s` was off; null when they are not known. */
const etaDays = (question: Parameters<typeof punctualityOf>[0], now: Date) =>
  sql<number | null>`(select ${punctualityOf(question, now).daysOver} from (select) one ${arrivalPlace})`;

/** What a report by days counts them from; that of ETAs is joined with `arrivalPlace`. */
export const daysOf = (question: Question & { report: ReportKind }, now: Date): RawBuilder<number | null> =>
  question.report === "eta" ? punctualityOf(question, now).daysOver : transitDays;

/** Conditions on the shipment `s`: billed in the currency, and with an accepted quote in it. */
export function billedConditions(currency: string, hasQuote: boolean | undefined): Condition[] {
  return [
    wasBilled(sql`b.currency = ${currency}`),
    ...(hasQuote
      ? [
          sql`(select o.currency from ${acceptedQuotes} where b.company_id = s.company_id and b.booking_number = s.booking_number order by q.id limit 1) = ${currency}`,
        ]
      : []),
  ];
}

/** Whether of what was billed for the shipment `s` a row `b` of a currency meets the condition. */
export const wasBilled = (condition: Condition): Condition =>
  sql`exists (select from shipment_billed b where b.shipment_id = s.id and ${condition})`;

/** Bookings `b` with the option `o` of their quote `q` that was accepted. The first one of the shipment's booking counts. */
export const acceptedQuotes = sql`booking b join quote q on q.booking_id = b.id
  join quote_option o on o.id = q.accepted_option_id`;

export const seesBills = ({ menus }: Pick<Caller, "menus">): boolean =>
  menus.includes("BILLING" satisfies MenuName);

/** @throws Refusal for who may not see bills */
export function refuseBills({ caller }: Pick<CallerContext, "caller">): void {
  if (!seesBills(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
