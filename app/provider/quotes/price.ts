import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { quotePrice } from "#app/contract/quote.ts";
import { instantToWire, minuteToWire, wireToInstant } from "#app/lib/date-time.ts";
import { compare, largest, round, subtract } from "#app/lib/decimal.ts";
import { lineAmount, totalOf } from "#app/lib/quote-price.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { requireVersions } from "./draft.ts";
import { type OptionRow, readOptions, requireNextStatus } from "./store.ts";
import { sayInConversation, tellRequester } from "./tell.ts";

type Input = z.output<typeof quotePrice.request>;
type Option = Input["options"][number];
type Priced = { option: Option; total: string; validUntil: Date };

/** Prices the quote, and says so in its conversation as well. */
export async function sendPrice(input: Input, context: CallerContext): Promise<null> {
  await priceQuote(input, context);
  const row = await findOwnRow(context.db, "quote", context.scope, input.id, { isLocked: true });
  await sayInConversation(context, row, {
    text: row.status === "AWAITING_AUTHORIZATION" ? "quoteToAuthorizeMessage" : "quotePricedMessage",
    values: { count: input.options.length, validUntil: minuteToWire(row.valid_until) },
  });
  return null;
}

/**
 * Stores the forwarder's answer, which replaces an earlier one, and mails it to the person who asked, in that
 * person's language.
 */
export async function priceQuote(
  { id, options, version = null, draftVersion = null }: Input,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  const { needs_quote_authorization: needsAuthorization } = await db
    .selectFrom("company")
    .select("needs_quote_authorization")
    .where("id", "=", row.company_id)
    .executeTakeFirstOrThrow();
  const status = await requireNextStatus(context, row, "price", needsAuthorization);
  await requireVersions(context, row, { version, draftVersion });
  const priced = readOffer(options, context);
  const before = await readOptions(db, id);
  await db
    .updateTable("quote_option")
    .set({ replaced_at: now })
    .where("quote_id", "=", id)
    .where("replaced_at", "is", null)
    .execute();
  const stored = await db
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
        // Customers read these.
        lines: JSON.stringify(option.lines.map(({ cost: _, ...line }) => line)),
        replaced_at: null,
      })),
    )
    .returning(["id", "position"])
    .execute();
  await storeCosts(
    context,
    stored.map((option) => ({ id: option.id, lines: options[option.position]?.lines ?? [] })),
  );
  await db.deleteFrom("quote_draft").where("quote_id", "=", id).execute();
  const validUntil = new Date(Math.max(...priced.map((option) => option.validUntil.getTime())));
  await db
    .updateTable("quote")
    .set({
      status,
      valid_until: validUntil,
      accepted_option_id: null,
      withdrawn_at: null,
      withdraw_reason: null,
      version: row.version + 1,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    subject: "quote",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "quote.priced",
    changes: changesBetween(
      { status: row.status, options: toldOptions(before) },
      { status, options: toldOptions(priced) },
    ),
  });
  await tellRequester(context, row, {
    kind: "quotePriced",
    mail: needsAuthorization ? "mailQuoteToAuthorize" : "mailQuotePriced",
    values: { validUntil: minuteToWire(validUntil) },
  });
  return null;
}

/** What the desk pays, apart from the lines that customers read. */
async function storeCosts(
  { db }: CallerContext,
  options: readonly { id: string; lines: Option["lines"] }[],
): Promise<void> {
  const costs = options.flatMap(({ id, lines }) =>
    lines.flatMap(({ cost }, position) => (cost ? [{ option_id: id, position, cost }] : [])),
  );
  if (costs.length > 0) await db.insertInto("quote_option_cost").values(costs).execute();
}

/** Limit of the database column for totals, also below zero. */
const TOTAL_MAX = "999999999999.99";

/** Amounts are rounded to the cent; an option's total is the sum of its lines, and both are checked where they are told. */
function readOffer(options: Input["options"], { now, language }: CallerContext): Priced[] {
  const fields: { path: string; message: string }[] = [];
  const fault = (path: string, key: MessageKey, values = {}) =>
    fields.push({ path, message: message(key, language, values) });
  const priced = options.map((option, index) => {
    const validUntil = wireToInstant(option.validUntil);
    if (!validUntil || validUntil <= now) fault(`options.${index}.validUntil`, "formatError");
    for (const [position, line] of option.lines.entries()) {
      const { key, field, values } = faultOfLine(line) ?? {};
      if (key) fault(`options.${index}.lines.${position}.${field}`, key, values);
    }
    const total = totalOf(option.lines.map(({ amount }) => amount));
    if (compare(largest(total, subtract(0, total)), TOTAL_MAX) > 0)
      fault(`options.${index}.lines`, "tooBig", { maximum: TOTAL_MAX });
    else if (option.total && compare(round(option.total, 2), total) !== 0)
      fault(`options.${index}.total`, "quoteTotalAmount", { total });
    return { option, total, validUntil: validUntil ?? now };
  });
  if (fields.length > 0) throw new Refusal(CODE_INVALID, "invalid", { data: { fields } });
  return priced;
}

const COST_MAX = "999999999999";

function faultOfLine({ quantity, price, amount, cost }: Option["lines"][number]) {
  if (cost && compare(cost, 0) < 0) return { field: "cost", key: "quoteBelowZero" as const, values: {} };
  if (cost && compare(cost, COST_MAX) > 0)
    return { field: "cost", key: "tooBig" as const, values: { maximum: COST_MAX } };
  if (!quantity) return null;
  const right = lineAmount(quantity, price);
  if (compare(round(amount, 2), right) === 0) return null;
  return { field: "amount", key: "quoteLineAmount" as const, values: { quantity, price, amount: right } };
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

/** Options as the log tells them. */
export const toldOptions = (options: readonly (Priced | OptionRow)[]) => options.map(toldOf);
