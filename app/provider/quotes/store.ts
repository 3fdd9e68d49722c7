import { type Kysely, type Selectable, sql } from "kysely";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type { StateConflict } from "#app/contract/quote.ts";
import { minuteToWire } from "#app/lib/date-time.ts";
import { type QuoteAction, type QuoteState, quoteAfter, quoteStatusAt } from "#app/lib/quote-state.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { lastEntry } from "../operation-log/log.ts";
import type { MessageKey } from "../texts/message.ts";

export type QuoteRow = Selectable<Database["quote"]>;
export type OptionRow = Selectable<Database["quote_option"]>;

export function stateOf(row: QuoteRow): QuoteState {
  return { status: row.status, validUntil: row.valid_until, isBooked: row.booking_id !== null };
}

export function readOptions(db: Kysely<Database>, quoteId: string): Promise<OptionRow[]> {
  return db
    .selectFrom("quote_option")
    .selectAll()
    .where("quote_id", "=", quoteId)
    .where("replaced_at", "is", null)
    .orderBy("position")
    .execute();
}

/** A replaced price of the quote; null when the quote never had it. */
export async function readReplacedOption(
  db: Kysely<Database>,
  quoteId: string,
  optionId: string,
): Promise<OptionRow | null> {
  const row = await db
    .selectFrom("quote_option")
    .selectAll()
    .where("quote_id", "=", quoteId)
    .where("id", "=", optionId)
    .where("replaced_at", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}

/** The status to which the action leads. Writes nothing. @throws Refusal 409 with the present state when the action is not allowed. */
export async function requireNextStatus(
  context: CallerContext,
  row: QuoteRow,
  action: QuoteAction,
  needsAuthorization = false,
): Promise<NonNullable<ReturnType<typeof quoteAfter>>> {
  const next = quoteAfter(stateOf(row), action, context.now, needsAuthorization);
  if (next === null) throw await refusalOf(context, row);
  return next;
}

/** Makes the 409 for a quote that was changed or whose price has expired. */
export async function refusalOf(
  { db, scope, now, language }: Pick<CallerContext, "db" | "scope" | "now" | "language">,
  row: QuoteRow,
  key?: MessageKey,
  values: Record<string, string> = {},
  data: object = {},
): Promise<Refusal> {
  const status = quoteStatusAt(stateOf(row), now);
  const last = await lastEntry(db, "quote", row.id, language);
  const booking = await bookingOf(db, scope, row.booking_id);
  return new Refusal(CODE_CONFLICT, key ?? (booking ? "quoteBooked" : `quoteNow${status}`), {
    values: {
      actor: last?.actor ?? "",
      validUntil: minuteToWire(row.valid_until),
      bookingNumber: booking?.bookingNumber ?? "",
      ...values,
    },
    data: { ...({ status, last, booking } satisfies StateConflict), ...data },
  });
}

/** The booking made from a quote; null when there is none that the scope sees. */
export async function bookingOf(db: Kysely<Database>, scope: Scope, id: string | null) {
  if (id === null) return null;
  const row = await db
    .selectFrom("booking")
    .select(["id", "booking_number as bookingNumber"])
    .where("id", "=", id)
    .where(seenBookings(scope, "booking"))
    .executeTakeFirst();
  return row ?? null;
}

/** The status that people see, as SQL; `quoteStatusAt` is the same for one row. */
export function statusAt(now: Date) {
  return sql<string>`case when q.booking_id is null and q.valid_until < ${now}
    and q.status not in ('NEW', 'REJECTED') then 'EXPIRED' else q.status end`;
}

/** When the answer to a quote `q` is promised by the desk's clock, as SQL; null without a promise. */
export const promisedAt = sql<Date | null>`(
  select d.due_at from desk_item d where d.kind = 'QUOTE' and d.subject_id = q.id and d.done_at is null limit 1)`;
