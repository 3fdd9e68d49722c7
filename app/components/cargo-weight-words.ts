/**
 * The explanation shown with every chargeable weight (trade 4), from typed rows. Shared by server and
 * browser, where it is a chunk of its own because it loads the decimal arithmetic.
 */
import { type TransportMode, transportModes } from "#app/contract/freight-code.ts";
import type { WeightExplanation } from "#app/lib/chargeable-weight.ts";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { compare, divide, multiply, parseDecimal, round, subtract } from "#app/lib/decimal.ts";
import { hasContainers } from "#app/lib/freight-needs.ts";
import { formatMoney, formatNumber, formatVolume, formatWeight } from "#app/lib/money.ts";
import { type MeasuredPackage, weighPackages } from "#app/lib/package-weight.ts";
import { airChargeOf, type RateBreak } from "#app/lib/rate-break.ts";
import type { Translate } from "#app/locales/translation.ts";
import type { MeasuredRow } from "./measure-fields.tsx";

export interface WeightView {
  headline: string;
  rows: [label: string, text: string][];
  notes: string[];
}

/** Common weight breaks of air rates; a tariff may have others. */
const usualBreaksKg = ["45", "100", "300", "500", "1000"] as const;
/** The weight breaks for which the form has rate fields. */
const rateFields = {
  rateNormal: "0",
  rate45: "45",
  rate100: "100",
  rate300: "300",
  rate500: "500",
} as const;
export type RateField = keyof typeof rateFields | "rateMinimum";
export type TypedRates = Partial<Record<RateField, string>>;

/** Null while no row has pieces and weight, or the mode is not chosen. Invalid values are skipped. */
export function weightView(
  cargo: { mode: unknown; rows: readonly MeasuredRow[]; rates?: TypedRates },
  t: Translate,
  language: DisplayLanguage,
): WeightView | null {
  const mode = transportModes.find((known) => known === cargo.mode);
  const rows = cargo.rows.flatMap((row) => measured(row) ?? []);
  if (!mode || rows.length === 0) return null;
  const { explanation } = weighPackages(mode, rows);
  const notes = weightNotes(mode, rows, explanation, cargo.rates ?? {}, t, language);
  return { ...explain(mode, explanation, t, language), notes };
}

/** Notes beside the figure: rate breaks, full containers, rows without a volume. */
export function weightNotes(
  mode: TransportMode,
  rows: readonly Pick<MeasuredPackage, "length" | "volume">[],
  explanation: WeightExplanation,
  rates: TypedRates,
  t: Translate,
  language: DisplayLanguage,
): string[] {
  const notes: (string | null)[] = [];
  if (mode === "AIR") notes.push(rateNote(explanation, rates, t, language));
  if (hasContainers(mode)) notes.push(t("freight:weight.container"));
  if (rows.some((row) => row.length === null && !row.volume))
    notes.push(t("freight:weight.someWithoutDimensions"));
  return notes.filter((note) => note !== null);
}

/** The figure with its explanation. */
export function explain(
  mode: TransportMode,
  explanation: WeightExplanation,
  t: Translate,
  language: DisplayLanguage,
): Omit<WeightView, "notes"> {
  const { chargeable, unit, wonBy, grossKg, volumeCbm, volumeWeight, divisor } = explanation;
  const number = (value: string) => formatNumber(value, language) ?? value;
  const winner = t(`freight:weight.winner.${wonBy}`);
  const kind = mode === "AIR" ? "air" : mode === "TRUCK" ? "road" : "sea";
  const { roundedUpTo, minimum } = explanation;
  const rows: [string, string][] = [
    [t("freight:weight.gross"), formatWeight(grossKg, language) ?? ""],
    [t("freight:weight.volume"), formatVolume(volumeCbm, language) ?? ""],
    kind === "sea"
      ? [t("freight:weight.tons"), number(divide(grossKg, divisor))]
      : [t("freight:weight.volumeWeight"), formatWeight(volumeWeight, language) ?? ""],
    [t("freight:weight.divisor"), t(`freight:weight.divisorText.${kind}`, { divisor: number(divisor) })],
    [
      t("freight:weight.rounding"),
      roundedUpTo === null
        ? t("freight:weight.notRounded")
        : t("freight:weight.roundedUp", { step: roundedUpTo }),
    ],
  ];
  if (minimum !== null) {
    rows.push([
      t("freight:weight.minimum"),
      unit === "kg" ? (formatWeight(minimum, language) ?? "") : t("freight:weight.minimumTons", { minimum }),
    ]);
  }
  const headline =
    unit === "kg"
      ? t("freight:weight.kilograms", { weight: number(chargeable), winner })
      : t("freight:weight.revenueTons", { weight: number(chargeable), winner });
  return { headline, rows };
}

/** With known rates, the weight to declare; without them, when declaring the next break would be cheaper. */
function rateNote(
  { chargeable }: WeightExplanation,
  rates: TypedRates,
  t: Translate,
  language: DisplayLanguage,
): string | null {
  const breaks = Object.entries(rateFields).flatMap(([name, fromKg]): RateBreak[] => {
    const ratePerKg = positive(rates[name as RateField]);
    return ratePerKg ? [{ fromKg, ratePerKg }] : [];
  });
  if (breaks.some(({ fromKg }) => fromKg === "0")) {
    return chargeNote(chargeable, breaks, positive(rates.rateMinimum) ?? "0", t, language);
  }
  const next = usualBreaksKg.find((from) => compare(from, chargeable) > 0);
  if (!next) return null;
  return t("freight:weight.nextBreak", {
    next,
    missing: formatNumber(subtract(next, chargeable), language) ?? "",
    percent: round(multiply(divide(chargeable, next), 100), 0),
  });
}

/** The charge by an air tariff, and whether declaring more would cost less. */
function chargeNote(
  chargeableKg: string,
  breaks: readonly RateBreak[],
  minimumCharge: string,
  t: Translate,
  language: DisplayLanguage,
): string {
  const charge = airChargeOf(chargeableKg, { minimumCharge, breaks });
  // Typed rates have no currency, but are formatted as amounts.
  const money = (amount: string) => formatMoney(amount, "", language)?.trim() ?? amount;
  const amount = money(charge.amount);
  if (charge.advice) {
    const { declareKg, insteadOf, saves } = charge.advice;
    return t("freight:weight.advice", {
      declare: declareKg,
      rate: money(charge.ratePerKg),
      amount,
      insteadOf: money(insteadOf),
      saves: money(saves),
    });
  }
  if (charge.isMinimum) return t("freight:weight.chargeMinimum", { amount });
  return t("freight:weight.charge", { rate: money(charge.ratePerKg), amount });
}

function positive(typed: string | undefined): string | null {
  const value = parseDecimal(typed);
  return value !== null && compare(value, 0) > 0 ? value : null;
}

function measured(row: MeasuredRow): MeasuredPackage | null {
  const pieces = positive(row.pieces);
  const weight = positive(row.weight);
  if (!pieces || !weight || !/^\d{1,6}$/.test(pieces)) return null;
  const sides = [positive(row.length), positive(row.width), positive(row.height)] as const;
  const [length, width, height] = sides.includes(null) ? [null, null, null] : sides;
  return {
    pieces: Number(pieces),
    length,
    width,
    height,
    weight,
    volume: positive(row.volume),
    dimensionUnit: row.dimensionUnit === "in" ? "in" : "cm",
    weightUnit: row.weightUnit === "lb" ? "lb" : "kg",
  };
}
