import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { quotePrice } from "#app/contract/quote.ts";
import { instantToWire, wireToInstant } from "#app/lib/date-time.ts";
import { add, compare, largest, round, subtract } from "#app/lib/decimal.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { tellOwn } from "../notifications/own-news.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { mailTexts, message } from "../texts/message.ts";
import { type OptionRow, type QuoteRow, readOptions, requireNextStatus } from "./store.ts";

type Input = z.output<typeof quotePrice.request>;
type Priced = { option: Input["options"][number]; total: string; validUntil: Date };

/**
 * Stores the forwarder's answer, which replaces an earlier one, and mails it to the person who asked, in that
 * person's language.
 */
export async function priceQuote({ id, options }: Input, context: CallerContext): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  const { needs_quote_authorization: needsAuthorization } = await db
    .selectFrom("company")
    .select("needs_quote_authorization")
    .where("id", "=", row.company_id)
    .executeTakeFirstOrThrow();
  const status = await requireNextStatus(context, row, "price", needsAuthorization);
  const priced = readOffer(options, context);
  const before = await readOptions(db, id);
  await db
    .updateTable("quote_option")
    .set({ replaced_at: now })
    .where("quote_id", "=", id)
    .where("replaced_at", "is", null)
    .execute();
  await db
    .insertInto("quote_option")
    .values(
      priced.map(({ option, total, validUntil }, position) => ({
        quote_id: id,
        position,
        carrier_name: option.carrierName,
        transit_days: option.transitDays,
        valid_until: validUntil,
        currency: option.currency,
        total,
        lines: JSON.stringify(option.lines),
        replaced_at: null,
      })),
    )
    .execute();
  const validUntil = new Date(Math.max(...priced.map((option) => option.validUntil.getTime())));
  await db
    .updateTable("quote")
    .set({
      status,
      valid_until: validUntil,
      accepted_option_id: null,
      version: row.version + 1,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    ...{ subject: "quote", subjectId: id, actor: actorOf(caller), at: now },
    action: "quote.priced",
    changes: changesBetween(
      { status: row.status, options: before.map(toldOf) },
      { status, options: priced.map(toldOf) },
    ),
  });
  await tellRequester(context, row, { validUntil, needsAuthorization });
  return null;
}

/** Limit of the database column for totals, also below zero. */
const TOTAL_MAX = "999999999999.99";

/** Amounts are rounded to the cent; an option's total is the sum of its lines. */
function readOffer(options: Input["options"], { now, language }: CallerContext): Priced[] {
  const fields: { path: string; message: string }[] = [];
  const priced = options.map((option, index) => {
    const validUntil = wireToInstant(option.validUntil);
    if (!validUntil || validUntil <= now)
      fields.push({ path: `options.${index}.validUntil`, message: message("formatError", language) });
    const total = round(add(...option.lines.map((line) => round(line.amount, 2))), 2);
    if (compare(largest(total, subtract(0, total)), TOTAL_MAX) > 0)
      fields.push({
        path: `options.${index}.lines`,
        message: message("tooBig", language, { maximum: TOTAL_MAX }),
      });
    return {
      option,
      total,
      validUntil: validUntil ?? now,
    };
  });
  if (fields.length > 0) throw new Refusal(CODE_INVALID, "invalid", { data: { fields } });
  return priced;
}

function toldOf(priced: Priced | OptionRow) {
  const isStored = "position" in priced;
  const { carrier_name, transit_days, currency, total, lines, valid_until } = isStored
    ? priced
    : {
        carrier_name: priced.option.carrierName,
        transit_days: priced.option.transitDays,
        currency: priced.option.currency,
        total: priced.total,
        lines: priced.option.lines,
        valid_until: priced.validUntil,
      };
  return {
    carrierName: carrier_name,
    transitDays: transit_days,
    validUntil: instantToWire(valid_until),
    total: `${total} ${currency}`,
    lines: lines.map(({ description, unit, price, amount }) => ({ description, unit, price, amount })),
  };
}

async function tellRequester(
  { db, now, publicUrl }: CallerContext,
  row: QuoteRow,
  { validUntil, needsAuthorization }: { validUntil: Date; needsAuthorization: boolean },
): Promise<void> {
  if (row.requested_by === null) return;
  const person = await db
    .selectFrom("app_user")
    .select(["id", "company_id", "name", "email", "language_preference", "status"])
    .where("id", "=", row.requested_by)
    .executeTakeFirst();
  if (!person?.email || person.status !== "ACTIVE") return;
  const language = person.language_preference ?? "en";
  const kind = needsAuthorization ? "mailQuoteToAuthorize" : "mailQuotePriced";
  const path = `/quote/detail?id=${row.id}`;
  const values = {
    name: person.name,
    quoteNumber: row.quote_number,
    origin: row.request.origin,
    destination: row.request.destination,
    validUntil: instantToWire(validUntil)!,
    link: `${publicUrl}${path}`,
  };
  const { id, company_id: companyId, email } = person;
  await tellOwn(
    db,
    {
      kind: "quotePriced",
      person: { id, companyId, email, language },
      ...{ number: row.quote_number, path, newsKey: `quotePriced-${row.id}-${now.getTime()}` },
      mail: mailTexts(kind, language, values),
    },
    { now, publicUrl },
  );
}
