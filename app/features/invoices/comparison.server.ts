import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type InvoiceDetailData, invoiceComparison } from "#app/contract/invoice.ts";
import { chargeName } from "#app/lib/charge-names.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { Sheet } from "./detail.server.ts";
import { differenceText } from "./difference-text.server.ts";

export interface ComparisonView {
  title: string;
  about: string;
  /** The quote, as a link where the reader may open it. */
  quote: { text: string; href: string | null } | null;
  /** Null when there is nothing to compare with. */
  sheet: (Sheet & { sum: string[] }) | null;
  clocks: { title: string; rows: { key: string; text: string; why: string | null; differs: boolean }[] };
}

type Compared = z.output<typeof invoiceComparison.response>;
const columns = ["charge", "quoted", "billed", "difference", "reason"] as const;

/**
 * What was quoted against what is billed; null without the right to prices, or without an answer.
 * `quoteHref`: the address of a quote; null where the reader may not open quotes.
 */
export async function comparisonView(
  visit: Visit,
  invoice: InvoiceDetailData,
  { maySeePrices, quoteHref }: { maySeePrices: boolean; quoteHref: ((id: string) => string) | null },
): Promise<ComparisonView | null> {
  if (invoice.kind === "CREDIT_NOTE" || !maySeePrices) return null;
  const compared = await visit.readOptional(invoiceComparison, { id: invoice.id });
  if (!compared) return null;
  const { t } = visit;
  const { quote, currency } = compared;
  const isComparable = quote !== null && quote.currency === currency;
  return {
    title: t("billing:compare.title"),
    about: !quote
      ? t("billing:compare.noQuote")
      : isComparable
        ? t("billing:compare.about", { currency })
        : t("billing:compare.otherCurrency", { quoted: quote.currency, billed: currency }),
    quote: quote && {
      text: t("billing:compare.open", { number: quote.quoteNumber }),
      href: quoteHref?.(quote.id) ?? null,
    },
    sheet: isComparable ? sheetOf(visit, compared, invoice.id) : null,
    clocks: clocksOf(visit, compared),
  };
}

function sheetOf(visit: Visit, compared: Compared, id: string): NonNullable<ComparisonView["sheet"]> {
  const { t, language } = visit;
  const { currency } = compared;
  const money = (amount: string) => formatMoney(amount, currency, language) ?? amount;
  return {
    heads: columns.map((column) => t(`billing:compare.column.${column}`)),
    rows: compared.pairs.map((pair, index) => {
      const named = pair.quoted[0] ?? pair.billed[0];
      // Lines of other invoices of the shipment say which.
      const others = [
        ...new Set(pair.billed.filter((line) => line.invoiceId !== id).map((line) => line.invoiceNumber)),
      ];
      return {
        key: String(index),
        cells: [
          [pair.chargeCode, named && chargeName(named.description, language), ...others]
            .filter(Boolean)
            .join(", "),
          pair.quoted.length > 0 ? money(pair.quotedAmount) : "",
          pair.billed.length > 0 ? money(pair.billedAmount) : "",
          money(pair.difference),
          pair.reason ? differenceText(visit, pair.reason, { ...pair, currency }) : t("billing:compare.same"),
        ],
      };
    }),
    sum: [
      t("billing:compare.sum"),
      money(compared.quoted),
      money(compared.billed),
      money(compared.difference),
      "",
    ],
  };
}

function clocksOf({ t }: Visit, { clocks }: Compared): ComparisonView["clocks"] {
  return {
    title: t("billing:compare.clock.title"),
    rows: clocks.map((clock) => {
      const values = { container: clock.containerNumber, billed: clock.billedDays };
      const differs = clock.days !== null && clock.days !== clock.billedDays;
      return {
        key: clock.lineId,
        differs,
        text:
          clock.days === null
            ? t("billing:compare.clock.unknown", values)
            : differs
              ? t("billing:compare.clock.differs", { ...values, days: clock.days })
              : t("billing:compare.clock.fits", values),
        why:
          clock.startEvent && clock.startDay && clock.lastFreeDay && clock.tariffCode
            ? t("billing:compare.clock.from", {
                event: t(`billing:compare.clock.${clock.startEvent}`),
                day: clock.startDay,
                last: clock.lastFreeDay,
                tariff: clock.tariffCode,
              })
            : null,
      };
    }),
  };
}
