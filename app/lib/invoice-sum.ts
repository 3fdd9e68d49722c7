/** How the sums of an invoice follow from its lines, by the rule of rounding that is kept with it. */
import { currencyDecimals } from "./currency-decimals.ts";
import { add, compare, divide, multiply, round, subtract } from "./decimal.ts";

/** LINE: each line's net and tax are rounded, then added. DOCUMENT: the sums are rounded, per tax rate. */
export type RoundingRule = "LINE" | "DOCUMENT";

export interface CountedLine {
  quantity: string;
  unitPrice: string;
  /** Percent taken off the line; negative for a surcharge. */
  discountPercent: string;
  taxPercent: string;
}

interface TaxSum {
  percent: string;
  /** Net of the lines with this rate. */
  base: string;
  tax: string;
}

export interface InvoiceSum {
  /** Of each line, rounded for show. */
  lines: { net: string; tax: string }[];
  taxes: TaxSum[];
  net: string;
  tax: string;
  total: string;
}

export interface InvoiceForm {
  rounding: RoundingRule;
  currency: string;
}

/** Counts an invoice again from quantities, prices, discounts and tax rates. */
export function sumInvoice(lines: readonly CountedLine[], { rounding, currency }: InvoiceForm): InvoiceSum {
  const places = currencyDecimals(currency);
  const counted = lines.map((line) => {
    const net = netOf(line);
    const taxable = rounding === "LINE" ? round(net, places) : net;
    const tax = percentOf(taxable, line.taxPercent);
    return {
      percent: plainPercent(line.taxPercent),
      net: taxable,
      tax: rounding === "LINE" ? round(tax, places) : tax,
    };
  });
  const byRate = Map.groupBy(counted, ({ percent }) => percent);
  const taxes = [...byRate]
    .sort(([a], [b]) => compare(a, b))
    .map(([percent, same]) => ({
      percent,
      base: round(add(...same.map(({ net }) => net)), places),
      tax: round(add(...same.map(({ tax }) => tax)), places),
    }));
  const net = round(add(...counted.map((line) => line.net)), places);
  const tax = round(add(...taxes.map((rate) => rate.tax)), places);
  return {
    lines: counted.map((line) => ({ net: round(line.net, places), tax: round(line.tax, places) })),
    taxes,
    net,
    tax,
    total: round(add(net, tax), places),
  };
}

function netOf({ quantity, unitPrice, discountPercent }: CountedLine): string {
  const gross = multiply(quantity, unitPrice);
  return subtract(gross, percentOf(gross, discountPercent));
}

const percentOf = (amount: string, percent: string) => divide(multiply(amount, percent), 100);
/** "22.00" and "22" are one rate. */
const plainPercent = (percent: string) => add(percent);

/** Which of the issuer's sums a recount does not give; none for an invoice that adds up. */
export function sumFaults(
  statedSums: Pick<InvoiceSum, "net" | "tax" | "total">,
  counted: Pick<InvoiceSum, "net" | "tax" | "total">,
): ("net" | "tax" | "total")[] {
  return (["net", "tax", "total"] as const).filter((sum) => compare(statedSums[sum], counted[sum]) !== 0);
}
