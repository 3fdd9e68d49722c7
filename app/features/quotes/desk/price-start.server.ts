import type { QuoteDetailData } from "#app/contract/quote.ts";
import type { DraftOption, QuoteDeskDetail } from "#app/contract/quote-desk.ts";
import { compare, divide, round } from "#app/lib/decimal.ts";
import { lineAmount } from "#app/lib/quote-price.ts";
import { emptyLine, emptyOption } from "./price-fields.ts";

type Option = NonNullable<QuoteDetailData["options"]>[number];

const QUANTITY_DECIMALS = 3;

/** The price that stands, as the form has it, with its costs. */
export function presentOptions({ quote, costs }: QuoteDeskDetail): DraftOption[] {
  return (quote.options ?? []).map((option) => ({
    carrierName: option.carrierName,
    transitDays: option.transitDays === null ? "" : String(option.transitDays),
    validUntil: option.validUntil.slice(0, 10),
    currency: option.total.currency,
    total: "",
    lines: option.lines.map((line, position) => ({
      ...emptyLine,
      chargeCode: line.chargeCode ?? "",
      description: line.description,
      unit: line.unit,
      ...countedLine(line),
      cost: plain(costs.find(({ optionId }) => optionId === option.id)?.lines[position] ?? ""),
    })),
  }));
}

/** Quantity and price of a line; of an older one that tells no quantity, those that give its amount. */
function countedLine({ quantity, price, amount }: Option["lines"][number]) {
  if (quantity) return { quantity, price };
  if (compare(price, 0) !== 0) {
    const count = plain(round(divide(amount, price), QUANTITY_DECIMALS));
    if (compare(lineAmount(count, price), amount) === 0) return { quantity: count, price };
  }
  return { quantity: "1", price: amount };
}

const plain = (decimal: string) =>
  decimal.includes(".") ? decimal.replace(/0+$/, "").replace(/\.$/, "") : decimal;

/** The price of an earlier quote for another one: charged by weight where it was, and with a new last day. */
export function copiedOptions(earlier: QuoteDeskDetail, quote: QuoteDetailData): DraftOption[] {
  const [before, now] = [earlier.quote.totals, quote.totals];
  const isWeighed = (quantity: string) =>
    before.chargeable !== null &&
    now.chargeable !== null &&
    before.chargeableUnit === now.chargeableUnit &&
    compare(quantity, before.chargeable) === 0;
  return presentOptions(earlier).map((option) => ({
    ...option,
    validUntil: "",
    lines: option.lines.map((line) =>
      /^(\/|per )?(kg|w\/m)$/i.test(line.unit.trim()) && isWeighed(line.quantity)
        ? { ...line, quantity: plain(now.chargeable ?? "") }
        : line,
    ),
  }));
}

/** At least one row of each kind, which is what the form needs. */
export const shownOptions = (options: readonly DraftOption[]): DraftOption[] =>
  options.length === 0
    ? [emptyOption]
    : options.map((option) => ({ ...option, lines: option.lines.length > 0 ? option.lines : [emptyLine] }));
