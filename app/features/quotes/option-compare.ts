import type { QuoteDetailData } from "#app/contract/quote.ts";
import { compare } from "#app/lib/decimal.ts";

/** Compares the options of a quote: what marks one of them, and which charges they share. */

type Option = NonNullable<QuoteDetailData["options"]>[number];

/** `tied`: so are others. */
export type Mark = "only" | "tied" | null;

/**
 * The options of the lowest total. None, when fewer than two are compared, or their totals are in different
 * currencies: the house has no rate by which to compare them.
 */
export function cheapestOf(options: readonly Option[]): ReadonlyMap<string, Mark> {
  if (!hasOneCurrency(options)) return new Map();
  return marksOf(options, (one, other) => compare(one.total.amount, other.total.amount));
}

/** The options of the shortest transit. None, when one of them does not state its days: it may be the fastest. */
export function fastestOf(options: readonly Option[]): ReadonlyMap<string, Mark> {
  if (options.some(({ transitDays }) => transitDays === null)) return new Map();
  return marksOf(options, (one, other) => (one.transitDays ?? 0) - (other.transitDays ?? 0));
}

/** Whether the totals are in one currency and so can be compared. */
export const hasOneCurrency = (options: readonly Option[]) =>
  new Set(options.map(({ total }) => total.currency)).size <= 1;

function marksOf(
  options: readonly Option[],
  difference: (one: Option, other: Option) => number,
): ReadonlyMap<string, Mark> {
  if (options.length < 2) return new Map();
  const best = options.filter((one) => options.every((other) => difference(one, other) <= 0));
  return new Map(best.map(({ id }) => [id, best.length > 1 ? "tied" : "only"]));
}

export type PriceLine = Option["lines"][number];

export interface ChargeRow {
  description: string;
  /** By option; null where the option has no such charge. */
  lines: (PriceLine | null)[];
}

/**
 * One row a charge, in the order in which the options name them. A charge that an option names twice, as for
 * two ranges of weight, has two rows.
 */
export function chargeRows(options: readonly Option[], nameOf: (description: string) => string): ChargeRow[] {
  const rows = new Map<string, ChargeRow>();
  options.forEach((option, column) => {
    const counts = new Map<string, number>();
    for (const line of option.lines) {
      const description = nameOf(line.description);
      const same = description.trim().toLowerCase();
      const count = counts.get(same) ?? 0;
      counts.set(same, count + 1);
      const key = `${count} ${same}`;
      const row = rows.get(key) ?? { description, lines: options.map(() => null) };
      row.lines[column] = line;
      rows.set(key, row);
    }
  });
  return [...rows.values()];
}
