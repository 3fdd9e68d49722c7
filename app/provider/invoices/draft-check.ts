import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { DraftContent, draftCheck } from "#app/contract/invoice-draft.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { type ChargeLine, compareCharges } from "#app/lib/charge-comparison.ts";
import { add, compare } from "#app/lib/decimal.ts";
import { sumInvoice } from "#app/lib/invoice-sum.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { readBilled, readQuoted } from "./comparison.ts";
import type { DraftSubject } from "./draft-subject.ts";

type Check = z.input<typeof draftCheck>;

/** What the columns of sums hold. */
const SUM_MAX = "99999999999999";

/** A charge on either side; lines without a code are the same charge when they have the same words. */
interface Charge extends ChargeLine {
  /** Line of the draft; null for the quote, and what other invoices bill. */
  line: number | null;
}

/**
 * Counts a draft, and finds what differs from the quote of its freight with all other invoices of it. What other invoices
 * differ in is not asked of this one.
 * @throws Refusal for sums that cannot be kept
 */
export async function checkDraft(
  db: Kysely<Database>,
  subject: DraftSubject,
  content: DraftContent,
): Promise<Check> {
  const { currency, lines } = content;
  const counted = countDraft(content);
  const quote = await readQuoted(db, subject.booking_id);
  const differences =
    quote?.currency === currency
      ? await differencesOf(db, subject, content, { quote: quote.lines, nets: counted.lines })
      : [];
  const money = (amount: string) => amountText(amount, currency);
  return {
    net: money(counted.net),
    tax: money(counted.tax),
    total: money(counted.total),
    lines: lines.map((_, index) => ({
      net: money(counted.lines[index]!.net),
      tax: money(counted.lines[index]!.tax),
    })),
    differences,
  };
}

/** @throws Refusal for sums below zero, or above what the columns hold */
function countDraft({ lines, rounding, currency }: DraftContent) {
  const counted = sumInvoice(lines, { rounding, currency });
  const sums = [counted.net, counted.tax, counted.total];
  if (sums.some((sum) => compare(sum, 0) < 0)) throw new Refusal(CODE_INVALID, "invoiceBelowZero");
  const nets = counted.lines.flatMap(({ net, tax }) => [net, tax].map((sum) => sum.replace("-", "")));
  if ([...sums, ...nets].some((sum) => compare(sum, SUM_MAX) > 0))
    throw new Refusal(CODE_INVALID, "invoiceTooLarge", { values: { maximum: SUM_MAX } });
  return counted;
}

async function differencesOf(
  db: Kysely<Database>,
  subject: DraftSubject,
  { currency, lines, missing }: DraftContent,
  { quote, nets }: { quote: readonly ChargeLine[]; nets: readonly { net: string }[] },
): Promise<Check["differences"]> {
  const named = (line: ChargeLine): Charge => ({ ...line, code: line.code || line.description, line: null });
  const others = await readBilled(db, {
    id: null,
    shipment_id: subject.shipment_id,
    booking_id: subject.booking_id,
    currency,
  });
  const drafted = lines.map(
    (line, index): Charge => ({
      code: line.chargeCode || line.description,
      description: line.description,
      unit: line.unit,
      quantity: add(line.quantity),
      price: add(line.unitPrice),
      discountPercent: add(line.discountPercent),
      amount: nets[index]!.net,
      line: index,
    }),
  );
  const figures = ({ unit, quantity, price, discountPercent, amount }: Charge) => ({
    unit,
    quantity,
    price,
    discountPercent,
    amount: amountText(amount, currency),
  });
  const { pairs } = compareCharges(quote.map(named), [...others.map(named), ...drafted]);
  return pairs.flatMap((pair) => {
    const own = pair.billed.flatMap(({ line }) => (line === null ? [] : [line]));
    if (pair.reason === null || (own.length === 0 && pair.billed.length > 0)) return [];
    const charge = pair.code!;
    return [
      {
        charge,
        description: (pair.quoted[0] ?? pair.billed[0])!.description,
        quoted: amountText(pair.quotedAmount, currency),
        billed: amountText(pair.billedAmount, currency),
        difference: amountText(pair.difference, currency),
        reason: pair.reason,
        figures: { quoted: pair.quoted.map(figures), billed: pair.billed.map(figures) },
        lines: own,
        isExplained:
          own.length > 0
            ? own.some((index) => lines[index]!.reason !== "")
            : missing.some((each) => each.charge.trim().toUpperCase() === charge && each.reason !== ""),
      },
    ];
  });
}
