/**
 * Formats amounts, weights and volumes (product 3.4). Stored codes are ISO 4217; CNY is shown as RMB. Intl
 * reads decimal text digit by digit, so no value passes through a binary fraction.
 */
import { currencyDecimals } from "./currency-decimals.ts";
import type { DisplayLanguage } from "./date-time.ts";

const currencies = ["CNY", "USD", "GBP", "EUR"] as const;
export type Currency = (typeof currencies)[number];

const SYMBOL: Record<Currency, string> = { CNY: "RMB", USD: "USD", GBP: "GBP", EUR: "EUR" };
const PRICE_DECIMALS = 6;
const MEASURE_DECIMALS = 3;
const LOCALE_OF: Record<DisplayLanguage, string> = { en: "en", zh: "zh-CN" };
const DECIMAL_TEXT = /^-?(\d+(\.\d*)?|\.\d+)$/;
/** Between an amount and its currency or unit, so that no line breaks there. */
export const NO_BREAK_SPACE = "\u00a0";

const formatters = new Map<string, Intl.NumberFormat>();

function formatDecimals(
  value: string | number | null | undefined,
  language: DisplayLanguage,
  least: number,
  most: number,
): string | null {
  // Uses a number's shortest text, not its binary value: 1.005 is shown as 1.01.
  const text = typeof value === "number" ? plainText(value) : (value?.trim() ?? "");
  if (!DECIMAL_TEXT.test(text)) return null;
  const key = `${language} ${least} ${most}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(LOCALE_OF[language], {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      numberingSystem: "latn",
      signDisplay: "negative",
    });
    formatters.set(key, formatter);
  }
  return formatter.format(text as Intl.StringNumericLiteral);
}

function plainText(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(MEASURE_DECIMALS) : text;
}

/** The stored code of a currency as people write it: "rmb" gives CNY. Null for an unsupported currency. */
export function currencyOf(text: unknown): Currency | null {
  if (typeof text !== "string") return null;
  const code = text.trim().toUpperCase();
  if (code === "RMB") return "CNY";
  return currencies.find((currency) => currency === code) ?? null;
}

/** The displayed name of a currency: RMB for CNY; an unsupported code is shown as it is. */
function currencySymbol(currency: string): string {
  const known = currencyOf(currency);
  return known ? SYMBOL[known] : currency;
}

/** "RMB 1,234.50", with a no-break space: the decimals of its currency, half up, thousands separated. Null when the amount is no number. */
export function formatMoney(
  amount: string | number | null | undefined,
  currency: string,
  language: DisplayLanguage,
): string | null {
  const decimals = currencyDecimals(currency);
  const amountText = formatDecimals(amount, language, decimals, decimals);
  return amountText === null ? null : `${currencySymbol(currency)}${NO_BREAK_SPACE}${amountText}`;
}

/**
 * `formatMoney` with the additional decimals of a price below a cent: "USD 0.0345", so that computed
 * amounts agree with it.
 */
export function formatUnitPrice(
  price: string | number | null | undefined,
  currency: string,
  language: DisplayLanguage,
): string | null {
  const priceText = formatDecimals(price, language, currencyDecimals(currency), PRICE_DECIMALS);
  return priceText === null ? null : `${currencySymbol(currency)}${NO_BREAK_SPACE}${priceText}`;
}

/** "1,234.5": thousands separated, at most so many decimals. Null when it is no number. */
export function formatNumber(
  value: string | number | null | undefined,
  language: DisplayLanguage,
  mostDecimals = MEASURE_DECIMALS,
): string | null {
  return formatDecimals(value, language, 0, mostDecimals);
}

/** "1,234.5 kg", up to 3 decimals, with a no-break space. */
export function formatWeight(
  kg: string | number | null | undefined,
  language: DisplayLanguage,
): string | null {
  const weightText = formatNumber(kg, language);
  return weightText === null ? null : `${weightText}${NO_BREAK_SPACE}kg`;
}

/** "12.345 CBM", up to 3 decimals, with a no-break space. */
export function formatVolume(
  cbm: string | number | null | undefined,
  language: DisplayLanguage,
): string | null {
  const volumeText = formatNumber(cbm, language);
  return volumeText === null ? null : `${volumeText}${NO_BREAK_SPACE}CBM`;
}
