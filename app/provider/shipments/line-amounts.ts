import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { add, multiply, round } from "#app/lib/decimal.ts";

type OrderLine = ShipmentDetailData["orderLines"][number];
interface Money {
  amount: string;
  currency: string;
}

/** An order line with the amounts of the seller's documents, if they are known. */
export interface PaperLine extends OrderLine {
  pieces: number;
  cartons: number;
  hsCode: string | null;
  price: { unit: string; currency: string } | null;
  grossWeightKg: string | null;
  netWeightKg: string | null;
}

type Priced = Pick<PaperLine, "pieces" | "price">;

/** Amount of a line: pieces times price, rounded to the cent. */
export function amountOf({ pieces, price }: Priced): Money | null {
  return price && { amount: round(multiply(pieces, price.unit), 2), currency: price.currency };
}

/** The sum of the rounded amounts; null unless every line has one, all in one currency. */
export function invoiceTotal(lines: readonly Priced[]): Money | null {
  const amounts = lines.map(amountOf);
  const [first] = amounts;
  if (!first) return null;
  const known = amounts.filter((each) => each?.currency === first.currency) as Money[];
  if (known.length < lines.length) return null;
  return { amount: round(add(...known.map(({ amount }) => amount)), 2), currency: first.currency };
}

/** The sum of the weights; null unless every line has one. */
export function weightTotal(
  lines: readonly PaperLine[],
  key: "grossWeightKg" | "netWeightKg",
): string | null {
  const known = lines.flatMap((line) => line[key] ?? []);
  return known.length > 0 && known.length === lines.length ? round(add(...known), 3) : null;
}
