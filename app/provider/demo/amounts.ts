import { add, divide, multiply, round, subtract } from "#app/lib/decimal.ts";
import type { Currency } from "#app/lib/money.ts";
import type { Cargo, OrderedProduct } from "./cargo.ts";
import type { Product } from "./goods.ts";
import { countryOf } from "./journey.ts";
import type { DemoParty } from "./parties.ts";
import { createRandom, hashOf, type Random } from "./random.ts";

const FROM_USD: Record<Currency, string> = { USD: "1", EUR: "0.91", GBP: "0.78", CNY: "7.12" };
const euroTraders = ["DE", "NL", "LU", "FR", "IT", "CZ", "PL"];
/** Countries with high prices. */
const expensiveCountries = [...euroTraders, "GB", "US"];
const EXPENSIVE_PERCENT = 170;
/** Five-layer corrugated board, in kg per square metre. */
const BOARD_KG_PER_SQM = 0.75;

/**
 * Prices at which the goods are sold. A seller and a buyer trade in one currency, and a seller has one price
 * for a SKU. Both are derived from the parties and not from the shipment's random sequence, so that the
 * shipment's other values stay as they are.
 */
export function termsOfSale(
  seller: DemoParty,
  buyer: DemoParty,
  lines: readonly OrderedProduct[],
): { currency: Currency; items: { unit_price: string; hs_code: string }[] } {
  const countries = [countryOf(seller.town), countryOf(buyer.town)] as const;
  const currency = currencyBetween(createRandom(hashOf(`${seller.code} ${buyer.code}`)), ...countries);
  const isExpensive = expensiveCountries.includes(countries[0]);
  const items = lines.map(({ product, skuNumber }) => {
    const percent =
      createRandom(hashOf(`${seller.code} ${skuNumber}`)).int(88, 114) +
      (isExpensive ? EXPENSIVE_PERCENT - 100 : 0);
    const price = multiply(product.priceUsd, divide(percent, 100), FROM_USD[currency]);
    return { unit_price: round(price, 2), hs_code: product.hsCode };
  });
  return { currency, items };
}

function currencyBetween(random: Random, from: string, to: string): Currency {
  const ends = [from, to];
  if (ends.every((country) => country === "GB")) return "GBP";
  if (ends.every((country) => euroTraders.includes(country))) return "EUR";
  if (ends.some((country) => country === "GB")) return random.pick(["GBP", "GBP", "USD"] as const);
  if (ends.some((country) => euroTraders.includes(country))) return random.pick(["EUR", "USD"] as const);
  return from === "CN" && random.chance(0.15) ? "CNY" : "USD";
}

/**
 * Gross weights of the lines, which add up to the total gross weight, pallets included. Where the total is an
 * estimate, so are the lines.
 */
export function lineWeights(
  { lines }: Cargo,
  grossKg: number | string,
): { gross_weight_kg: string; net_weight_kg: string }[] {
  const cartonsKg = lines.map(({ product, cartons }) => multiply(product.cartonKg, cartons));
  const wholeKg = add(...cartonsKg);
  /** Share of the gross weight for so many kilograms of cartons. */
  const partOf = (kg: string) => round(divide(multiply(grossKg, kg), wholeKg), 3);
  let before = "0";
  return lines.map(({ product, cartons }, index) => {
    // Differences of running sums, so that rounding errors do not add up.
    const after = add(before, cartonsKg[index]!);
    const gross = subtract(partOf(after), partOf(before));
    before = after;
    const isGuess = Number(grossKg) < Number(wholeKg);
    const goodsKg = multiply(subtract(product.cartonKg, boardKg(product)), cartons);
    return {
      gross_weight_kg: round(gross, 3),
      net_weight_kg: round(isGuess ? divide(multiply(goodsKg, grossKg), wholeKg) : goodsKg, 3),
    };
  });
}

function boardKg({ carton: [length, width, height] }: Product): string {
  const squareMetres = (2 * (length * width + length * height + width * height)) / 1e4;
  return round(multiply(squareMetres.toFixed(4), BOARD_KG_PER_SQM), 2);
}
