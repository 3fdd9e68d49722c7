import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { comparedFigures } from "#app/contract/invoice.ts";
import type { ChargeReason } from "#app/contract/invoice-code.ts";
import { sharedFigures } from "#app/lib/charge-comparison.ts";
import { unitName } from "#app/lib/charge-names.ts";
import { formatMoney, formatNumber, formatUnitPrice, NO_BREAK_SPACE } from "#app/lib/money.ts";

type Figures = z.output<typeof comparedFigures>;

const LINES_SHOWN = 3;
const MOST_DECIMALS = 6;

/** Why a charge is billed otherwise than quoted: the reason, with the quantities and prices of both sides. */
export function differenceText(
  visit: Visit,
  reason: ChargeReason,
  { quoted, billed, currency }: { quoted: readonly Figures[]; billed: readonly Figures[]; currency: string },
): string {
  return visit.t(`billing:compare.reason.${reason}`, {
    quoted: sideText(visit, quoted, currency),
    billed: sideText(visit, billed, currency),
  });
}

/** "1,200 kg × US$ 4.10"; several lines that differ in unit, price or discount stand beside each other. */
function sideText(visit: Visit, lines: readonly Figures[], currency: string): string {
  const { unit, quantity, price, discountPercent } = sharedFigures(lines);
  const first = lines[0];
  if (first && unit !== null && price !== null && discountPercent !== null)
    return lineText(
      visit,
      { unit: first.unit, quantity, price, discountPercent, amount: first.amount },
      currency,
    );
  const lineTexts = lines.slice(0, LINES_SHOWN).map((line) => lineText(visit, line, currency));
  const more = lines.length - lineTexts.length;
  return [...lineTexts, ...(more > 0 ? [visit.t("billing:compare.figures.more", { lines: more })] : [])].join(
    " + ",
  );
}

function lineText(
  { t, language }: Visit,
  { unit, quantity, price, discountPercent, amount }: Figures,
  currency: string,
): string {
  if (quantity === null || price === null) return formatMoney(amount, currency, language) ?? amount;
  const product = t("billing:compare.figures.product", {
    quantity: [formatNumber(quantity, language, MOST_DECIMALS), unitName(unit, language)]
      .filter(Boolean)
      .join(NO_BREAK_SPACE),
    price: formatUnitPrice(price, currency, language) ?? price,
  });
  const percent = discountPercent && formatNumber(discountPercent, language, MOST_DECIMALS);
  return percent && percent !== "0" ? t("billing:compare.figures.discounted", { product, percent }) : product;
}
