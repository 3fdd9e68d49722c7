/** Amounts of a price that is being made: lines, total, cost and margin, also while it is typed. */
import { add, compare, divide, multiply, parseDecimal, round, subtract } from "./decimal.ts";

const MONEY_DECIMALS = 2;
const PERCENT_DECIMALS = 1;

/** Price times quantity, to the cent. */
export function lineAmount(quantity: string, price: string): string {
  return round(multiply(quantity, price), MONEY_DECIMALS);
}

/** The sum of a price's lines, each of which counts to the cent. */
export function totalOf(amounts: readonly string[]): string {
  return round(add(...amounts.map((amount) => round(amount, MONEY_DECIMALS))), MONEY_DECIMALS);
}

/** A line as typed. */
export interface TypedLine {
  quantity?: string | undefined;
  price?: string | undefined;
  /** Of one unit. */
  cost?: string | undefined;
}

export interface Figures {
  /** Null where quantity or price is no number yet. */
  amounts: (string | null)[];
  total: string;
  /** Null when no line states its cost. */
  cost: string | null;
  /** Margin of the lines that state their cost: what the others bring would count as won. */
  margin: string | null;
  /** Of what those lines bring; null as well when that is not above zero. */
  percent: string | null;
  /** Lines that count to the total, and not to the margin. */
  linesWithoutCost: number;
}

/** What lines add up to. Lines that cannot be read yet count nothing. */
export function figuresOf(lines: readonly TypedLine[]): Figures {
  const read = lines.map(({ quantity, price, cost }) => {
    const [count, each, paid] = [parseDecimal(quantity), parseDecimal(price), parseDecimal(cost)];
    return {
      amount: count === null || each === null ? null : lineAmount(count, each),
      cost: count === null || paid === null ? null : lineAmount(count, paid),
    };
  });
  const amounts = read.map(({ amount }) => amount);
  const total = totalOf(amounts.filter((amount) => amount !== null));
  const costs = read.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length > 0 ? totalOf(costs) : null;
  const brought = totalOf(read.flatMap((line) => (line.cost === null ? [] : (line.amount ?? []))));
  const margin = cost === null ? null : subtractMoney(brought, cost);
  const percent =
    margin === null || compare(brought, 0) <= 0
      ? null
      : round(divide(multiply(margin, 100), brought), PERCENT_DECIMALS);
  const linesWithoutCost =
    cost === null ? 0 : read.filter((line) => line.amount !== null && line.cost === null).length;
  return { amounts, total, cost, margin, percent, linesWithoutCost };
}

const subtractMoney = (from: string, value: string) => round(subtract(from, value), MONEY_DECIMALS);
