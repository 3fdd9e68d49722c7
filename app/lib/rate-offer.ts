/** What rates make of a request: lines with quantity, price and cost (trade 4 for weight breaks). */
import type { RateUnit } from "#app/contract/rate.ts";
import { add, compare, divide, largest, multiply, round, subtract } from "./decimal.ts";
import { lineAmount, totalOf } from "./quote-price.ts";
import { airChargeOf, type RateBreak } from "./rate-break.ts";

/** A rate in force. Decimals are text. */
export interface Rate {
  chargeCode: string;
  charge: string;
  unit: RateUnit;
  /** Of rates by container; empty: of any type. */
  container: string;
  /** Null where there are weight breaks. */
  price: string | null;
  minimum: string | null;
  breaks: RateBreak[];
  /** What the forwarder pays: for one unit, or less by the margin in percent than what it takes. */
  cost: string | null;
  margin: string | null;
}

export interface RatedCargo {
  chargeable: string;
  chargeableUnit: "kg" | "revenue-ton";
  grossKg: string;
  volumeCbm: string;
  containers: readonly { containerType: string; count: number }[];
}

export interface RatedLine {
  chargeCode: string;
  description: string;
  unit: string;
  quantity: string;
  price: string;
  cost: string | null;
}

const MONEY_DECIMALS = 2;
const COST_DECIMALS = 4;
const UNIT_NAMES = { kg: "kg", rt: "W/M", cbm: "CBM", shipment: "shipment" } as const;

/**
 * The lines of one sheet, in its order; null when it does not cover the request: no freight comes about, or a
 * container has no rate. The freight is what has the code of the sheet's first charge, else its name.
 * @param first that charge, also where its rate is not in force that day
 */
export function linesOf(
  rates: readonly Rate[],
  cargo: RatedCargo,
  first: Rate | undefined = rates[0],
): RatedLine[] | null {
  const freightKey = first && keyOf(first);
  const ofFreight = rates.filter((rate) => keyOf(rate) === freightKey && rate.unit !== "percent");
  const covers = ({ containerType }: { containerType: string }) =>
    ofFreight.some(({ container }) => container === "" || container === containerType);
  if (ofFreight.some(({ unit }) => unit === "container") && !cargo.containers.every(covers)) return null;
  const counted = rates.map((rate) => (rate.unit === "percent" ? [] : countedLines(rate, cargo)));
  const freight = counted.filter((_, index) => keyOf(rates[index]!) === freightKey).flat();
  if (freight.length === 0) return null;
  const base = totalOf(freight.map(({ quantity, price }) => lineAmount(quantity, price)));
  return rates.flatMap((rate, index) =>
    rate.unit === "percent" ? [shareLine(rate, base)] : counted[index]!,
  );
}

const keyOf = ({ chargeCode, charge }: Rate) => chargeCode || charge;

function countedLines(rate: Rate, cargo: RatedCargo): RatedLine[] {
  if (rate.unit === "container") {
    return cargo.containers
      .filter(({ containerType }) => rate.container === "" || rate.container === containerType)
      .map(({ containerType, count }) => lineOf(rate, containerType, String(count), rate.price ?? "0"));
  }
  const quantity = quantityOf(rate.unit, cargo);
  if (compare(quantity, 0) <= 0) return [];
  if (rate.breaks.length === 0) {
    const price = rate.price ?? "0";
    const isBelow = rate.minimum !== null && compare(lineAmount(quantity, price), rate.minimum) < 0;
    return [
      isBelow ? minimumLine(rate, quantity) : lineOf(rate, UNIT_NAMES[rate.unit as "kg"], quantity, price),
    ];
  }
  const charge = airChargeOf(quantity, { minimumCharge: rate.minimum ?? "0", breaks: rate.breaks });
  return [
    charge.isMinimum ? minimumLine(rate, quantity) : lineOf(rate, "kg", charge.billedKg, charge.ratePerKg),
  ];
}

/** Kilograms are the chargeable ones, where the mode charges by them. */
function quantityOf(unit: RateUnit, { chargeable, chargeableUnit, grossKg, volumeCbm }: RatedCargo): string {
  if (unit === "kg") return plain(chargeableUnit === "kg" ? chargeable : grossKg);
  if (unit === "cbm") return plain(volumeCbm);
  if (unit === "shipment") return "1";
  return plain(
    chargeableUnit === "revenue-ton" ? chargeable : largest(divide(grossKg, 1000), volumeCbm, "1"),
  );
}

const plain = (decimal: string) => add(decimal);

function lineOf(rate: Rate, unit: string, quantity: string, price: string): RatedLine {
  const { chargeCode, charge: description } = rate;
  const plainPrice = plain(price);
  return { chargeCode, description, unit, quantity, price: plainPrice, cost: costOf(rate, plainPrice) };
}

/** Billed by the minimum, whatever the quantity is; the forwarder pays for the quantity. */
function minimumLine(rate: Rate, quantity: string): RatedLine {
  const line = lineOf(rate, "shipment", "1", rate.minimum ?? "0");
  return rate.cost === null ? line : { ...line, cost: round(multiply(rate.cost, quantity), MONEY_DECIMALS) };
}

function shareLine(rate: Rate, freight: string): RatedLine {
  const share = (percent: string) => round(divide(multiply(freight, percent), 100), MONEY_DECIMALS);
  const price = round(largest(share(rate.price ?? "0"), rate.minimum ?? "0"), MONEY_DECIMALS);
  const line = lineOf(rate, "shipment", "1", price);
  return rate.cost === null ? line : { ...line, cost: share(rate.cost) };
}

function costOf({ cost, margin }: Rate, price: string): string | null {
  if (cost !== null) return plain(cost);
  if (margin === null) return null;
  return plain(round(divide(multiply(price, subtract(100, margin)), 100), COST_DECIMALS));
}
