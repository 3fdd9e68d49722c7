import { type Kysely, sql } from "kysely";
import { instantToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { type Change, changesBetween, leavesOf } from "./changes.ts";
import type { LogSubject } from "./log.ts";

/** What a log says that its quote or booking holds, field by field; null is a field that holds nothing any more. */
export type Replayed = Map<string, string | null>;

/** Goes on with one entry. */
export function replay(state: Replayed, action: string, changes: readonly Change[]): void {
  // A new price takes the accepted one away, which the entry does not name.
  if (action === "quote.priced") {
    for (const path of state.keys()) if (path.startsWith("acceptedOption.")) state.delete(path);
  }
  for (const { path, after } of changes) state.set(path, after);
}

/** A field that is not what the log says. */
export interface RowDifference {
  subjectId: string;
  path: string;
  logged: string | null;
  stored: string | null;
}

/** What the rows of attachments, change requests and bookings tell themselves. */
const NOT_OF_THE_ROW = /^(attachment$|changeRequest\.|decline\.|askBack\.|bookingNumber$|withdrawReason$)/;

/** The first field in which a row differs from its replayed log, in the order of `logs`; null when none does. */
export async function firstDifference(
  db: Kysely<Database>,
  subject: LogSubject,
  logs: ReadonlyMap<string, Replayed>,
): Promise<RowDifference | null> {
  const ids = [...logs.keys()];
  const rows = subject === "quote" ? await quotesAsTold(db, ids) : await bookingsAsTold(db, ids);
  for (const [subjectId, state] of logs) {
    const logged = Object.fromEntries([...state].filter(([path]) => !NOT_OF_THE_ROW.test(path)));
    const stored = Object.fromEntries(leavesOf(rows.get(subjectId)));
    const [change] = changesBetween(logged, stored);
    if (change) return { subjectId, path: change.path, logged: change.before, stored: change.after };
  }
  return null;
}

async function bookingsAsTold(db: Kysely<Database>, ids: string[]): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom("booking")
    .select(["id", "status", "content", "price_amount", "price_currency", "carrier_booking_number"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, status, content, price_amount, price_currency, carrier_booking_number }) => [
      id,
      {
        status,
        carrierBookingNumber: carrier_booking_number,
        ...content,
        ...(price_amount === null ? {} : { bookingPrice: { total: `${price_amount} ${price_currency}` } }),
      },
    ]),
  );
}

async function quotesAsTold(db: Kysely<Database>, ids: string[]): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom("quote")
    .select(["id", "status", "request", "reject_reason", "accepted_option_id", "valid_until"])
    .where("id", "in", ids)
    .execute();
  const options = await db
    .selectFrom("quote_option")
    .selectAll()
    .where(sql<boolean>`quote_id in (${sql.join(ids)}) and replaced_at is null`)
    .orderBy("position")
    .execute();
  return new Map(
    rows.map((row) => {
      const own = options.filter((option) => option.quote_id === row.id);
      const accepted = own.find((option) => option.id === row.accepted_option_id);
      return [
        row.id,
        {
          status: row.status,
          ...row.request,
          rejectReason: row.reject_reason,
          options: own.map(({ carrier_name, transit_days, valid_until, total, currency, lines }) => ({
            carrierName: carrier_name,
            transitDays: transit_days,
            validUntil: instantToWire(valid_until),
            total: `${total} ${currency}`,
            lines: lines.map(({ description, unit, price, amount }) => ({
              description,
              unit,
              price,
              amount,
            })),
          })),
          ...(accepted
            ? {
                acceptedOption: {
                  carrierName: accepted.carrier_name,
                  total: `${accepted.total} ${accepted.currency}`,
                  validUntil: instantToWire(row.valid_until),
                },
              }
            : {}),
        },
      ];
    }),
  );
}
