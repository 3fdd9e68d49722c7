import { sql } from "kysely";
import type { z } from "zod";
import {
  type QuoteDetailData,
  type quoteDetail,
  quoteRequest,
  type quoteVersion,
} from "#app/contract/quote.ts";
import { HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import {
  QUOTE_ANSWER_BY_HOURS,
  QUOTE_ANSWER_FROM_HOURS,
  quoteActionsAt,
  quoteStatusAt,
} from "#app/lib/quote-state.ts";
import { maySeeCharges } from "../access/charges.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { readLog } from "../operation-log/log.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { personName } from "../texts/message.ts";
import { mayTake } from "./permission.ts";
import {
  bookingOf,
  type OptionRow,
  promisedAt,
  type QuoteRow,
  readOptions,
  readReplacedOption,
  stateOf,
} from "./store.ts";

export async function readQuote(
  { id, optionId }: z.output<typeof quoteDetail.request>,
  { db, caller, scope, now, language }: CallerContext,
): Promise<QuoteDetailData> {
  const row = await findOwnRow(db, "quote", scope, id);
  const hasCharges = maySeeCharges(caller);
  const options = await readOptions(db, id);
  const replaced = optionId ? await readReplacedOption(db, id, optionId) : null;
  const status = quoteStatusAt(stateOf(row), now);
  const booking = await bookingOf(db, scope, row.booking_id);
  const waitsSince = row.withdrawn_at ?? row.requested_at;
  const { rows: promised } = await sql<{ at: Date | null }>`
    select ${promisedAt} as at from quote q where q.id = ${id}`.execute(db);
  const by = promised[0]?.at ?? new Date(waitsSince.getTime() + QUOTE_ANSWER_BY_HOURS * HOUR_MS);
  const from = new Date(Math.max(waitsSince.getTime(), by.getTime() - QUOTE_ANSWER_FROM_HOURS * HOUR_MS));
  return {
    id: row.id,
    quoteNumber: row.quote_number,
    version: row.version,
    status,
    actions: quoteActionsAt(stateOf(row), now).filter((action) =>
      mayTake(caller, action, { companyId: row.company_id, status }),
    ),
    request: quoteRequest.parse(row.request),
    lane: (await typedPlaces(db, language))(row.request),
    totals: row.totals,
    requestedAt: instantToWire(row.requested_at)!,
    requestedBy: personName(row.requested_by_name, language),
    answerFrom: instantToWire(from)!,
    answerBy: instantToWire(by)!,
    validUntil: instantToWire(row.valid_until),
    ...(hasCharges
      ? {
          options: options.map((option) => wireOption(option, row)),
          replacedOption: replaced && wireOption(replaced, row),
        }
      : {}),
    booking,
    withdrawn: row.withdrawn_at && {
      at: instantToWire(row.withdrawn_at)!,
      reason: row.withdraw_reason ?? "",
    },
    rejectReason: row.reject_reason,
    log: await readLog(db, "quote", id, { hasCharges, hasBooking: booking !== null, language }),
  };
}

export function wireOption(
  option: OptionRow,
  quote: QuoteRow,
): NonNullable<QuoteDetailData["replacedOption"]> {
  return {
    id: option.id,
    carrierName: option.carrier_name,
    transitDays: option.transit_days,
    validUntil: instantToWire(option.valid_until)!,
    lines: option.lines,
    total: { amount: option.total, currency: option.currency },
    isAccepted: option.id === quote.accepted_option_id,
  };
}

/** Open pages poll this. */
export async function readVersion(
  { id }: z.output<typeof quoteVersion.request>,
  { db, scope }: CallerContext,
): Promise<z.input<typeof quoteVersion.response>> {
  const { version } = await findOwnRow(db, "quote", scope, id);
  return { version };
}
