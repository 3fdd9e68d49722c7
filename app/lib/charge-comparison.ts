/** A quote against what is billed, charge by charge: the differences add up to the difference of the sums. */
import type { ChargeReason } from "#app/contract/invoice-code.ts";
import { add, compare, subtract } from "./decimal.ts";

/** What the amount of a line is made of. */
export interface ChargeFigures {
  unit: string;
  /** Negative in a credit note; null: not known. */
  quantity: string | null;
  price: string | null;
  /** Discount percent of an invoice line; null where there is none. */
  discountPercent: string | null;
}

export interface ChargeLine extends ChargeFigures {
  /** The forwarder's charge code; null: the line has none, so that it stands for itself. */
  code: string | null;
  description: string;
  /** Net of tax; negative in a credit note. */
  amount: string;
}

interface ChargePair<Q extends ChargeLine, B extends ChargeLine> {
  code: string | null;
  quoted: Q[];
  billed: B[];
  quotedAmount: string;
  billedAmount: string;
  /** Billed less quoted. */
  difference: string;
  reason: ChargeReason | null;
}

export interface ChargeComparison<Q extends ChargeLine, B extends ChargeLine> {
  pairs: ChargePair<Q, B>[];
  quoted: string;
  billed: string;
  difference: string;
}

/** Pairs lines of one currency by charge code, in the order of the quote; what only one side has comes with none of the other. */
export function compareCharges<Q extends ChargeLine, B extends ChargeLine>(
  quoted: readonly Q[],
  billed: readonly B[],
): ChargeComparison<Q, B> {
  const sides = new Map<string, { code: string | null; quoted: Q[]; billed: B[] }>();
  const sideOf = (line: ChargeLine, single: string) => {
    const code = codeOf(line);
    const key = code ?? single;
    const known = sides.get(key);
    if (known) return known;
    const made = { code, quoted: [], billed: [] };
    sides.set(key, made);
    return made;
  };
  for (const [index, line] of quoted.entries()) sideOf(line, ` quoted ${index}`).quoted.push(line);
  for (const [index, line] of billed.entries()) sideOf(line, ` billed ${index}`).billed.push(line);
  const pairs = [...sides.values()].map((side) => pairOf(side));
  const sum = (key: "quotedAmount" | "billedAmount") => add(...pairs.map((pair) => pair[key]));
  const sums = { quoted: sum("quotedAmount"), billed: sum("billedAmount") };
  return { pairs, ...sums, difference: subtract(sums.billed, sums.quoted) };
}

/** Codes are compared as people write them: "thc" is "THC". */
const codeOf = ({ code }: ChargeLine) => code?.trim().toUpperCase() || null;

function pairOf<Q extends ChargeLine, B extends ChargeLine>(side: {
  code: string | null;
  quoted: Q[];
  billed: B[];
}): ChargePair<Q, B> {
  const quotedAmount = add(...side.quoted.map(({ amount }) => amount));
  const billedAmount = add(...side.billed.map(({ amount }) => amount));
  const difference = subtract(billedAmount, quotedAmount);
  return { ...side, quotedAmount, billedAmount, difference, reason: reasonOf(side, difference) };
}

function reasonOf(
  { quoted, billed }: { quoted: readonly ChargeLine[]; billed: readonly ChargeLine[] },
  difference: string,
): ChargeReason | null {
  if (quoted.length === 0) return "not-quoted";
  if (billed.length === 0) return "not-billed";
  if (compare(difference, 0) === 0) return null;
  const [one, other] = [sharedFigures(quoted), sharedFigures(billed)];
  if (one.unit && other.unit && one.unit !== other.unit) return "unit";
  const hasQuantity = differs(one.quantity, other.quantity);
  const hasPrice = differs(one.price, other.price);
  if (hasQuantity && hasPrice) return "quantity-and-price";
  if (hasQuantity || hasPrice) return hasQuantity ? "quantity" : "price";
  if (differs(one.discountPercent ?? "0", other.discountPercent ?? "0")) return "discount";
  const isMixed = [one, other].some(({ quantity, price }) => quantity === null || price === null);
  return isMixed && quoted.length + billed.length > 2 ? "lines" : "lump-sum";
}

/** Figures of several lines as of one: quantities of one unit are added; what the lines do not share is null. */
export function sharedFigures(
  lines: readonly ChargeFigures[],
): Omit<ChargeFigures, "unit"> & { unit: string | null } {
  const unit = shared(lines.map((line) => line.unit.trim().toLowerCase()));
  const quantities = lines.map(({ quantity }) => quantity);
  return {
    unit,
    quantity:
      unit !== null && quantities.every((quantity) => quantity !== null) ? add("0", ...quantities) : null,
    price: shared(lines.map(({ price }) => price && add(price))),
    discountPercent: shared(lines.map(({ discountPercent }) => add(discountPercent ?? "0"))),
  };
}

/** The one value that all have; null where two differ. */
const shared = <T>(values: readonly T[]): T | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

/** Two known figures that are not the same; of what is not known nothing is said. */
const differs = (a: string | null, b: string | null) => a !== null && b !== null && compare(a, b) !== 0;
