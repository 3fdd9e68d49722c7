import { href } from "react-router";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { priceCurrencies } from "#app/contract/freight-code.ts";
import type { QuoteDetailData } from "#app/contract/quote.ts";
import { type QuoteDeskDetail, quoteDeskDetail } from "#app/contract/quote-desk.ts";
import { rateOffer } from "#app/contract/rate.ts";
import { usualCharges, usualUnits } from "#app/lib/charge-names.ts";
import type { Line } from "#app/lib/moment.ts";
import { formatMoney, formatNumber } from "#app/lib/money.ts";
import { figuresOf } from "#app/lib/quote-price.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type QuoteDetailView, quoteDetailView } from "../detail.server.ts";
import type { PriceFields } from "./price-fields.ts";
import { requiredInPrice } from "./price-schema.server.ts";
import { copiedOptions, presentOptions, shownOptions } from "./price-start.server.ts";

export const deskQuoteHref = (id: string) => href("/freightForwarder/quote/:id", { id });

export interface DeskQuoteView {
  title: string;
  /** The page that takes the price back. */
  isWithdrawing: boolean;
  company: string;
  quote: QuoteDetailView;
  /** What the forwarder earns by each price that was sent. */
  margins: { option: string; total: string; cost: string; margin: string }[];
  form: PriceFormView | null;
  withdrawHref: string | null;
  /** The page with the form filled from the rates; null where there are none to ask. */
  ratesHref: string | null;
  earlier: EarlierView[];
}

export interface EarlierView {
  id: string;
  number: string;
  company: string;
  requested: Line;
  cargo: string;
  carriers: string;
  total: string;
  /** The page with the form filled from it. */
  use: string;
  href: string;
}

export interface PriceFormView {
  start: { fields: PriceFields; required: string[] };
  version: number;
  draftVersion: number;
  /** Where the form was filled from, or whose draft it is. */
  note: Line | null;
  currencies: (readonly [string, string])[];
  /** Usual names of charges and units, as stored and as the person calls them. */
  charges: (readonly [string, string])[];
  units: (readonly [string, string])[];
}

/** A quote as the forwarder's desk sees it; the form can be filled from an earlier quote (`?from=`) or the rates (`?rates=1`). */
export async function loadDeskQuote(
  visit: Visit,
  rights: Rights,
  id: string,
  { now, step, ...filling }: { now: Date; step: string | null } & Filling,
): Promise<DeskQuoteView> {
  const detail = await visit.read(quoteDeskDetail, { id });
  const { quote, company } = detail;
  const { t } = visit;
  const isWithdrawing = step === "withdraw" && quote.actions.includes("withdraw");
  return {
    title: t(isWithdrawing ? "desk-quote:withdrawTitle" : "desk-quote:title", {
      quoteNumber: quote.quoteNumber,
    }),
    isWithdrawing,
    company: company.name,
    quote: quoteDetailView(visit, rights, quote, { now, bookingHref: () => null }),
    margins: marginsOf(detail, visit),
    form: quote.actions.includes("price") ? await priceForm(visit, detail, filling) : null,
    withdrawHref: quote.actions.includes("withdraw")
      ? withQuery(deskQuoteHref(id), { step: "withdraw" })
      : null,
    ratesHref: visit.offers(rateOffer) ? `${withQuery(deskQuoteHref(id), { rates: "1" })}#price` : null,
    earlier: detail.earlier.map((each) => ({
      id: each.id,
      number: each.quoteNumber,
      company: each.companyName,
      requested: visit.time(each.requestedAt),
      cargo: each.chargeable
        ? `${formatNumber(each.chargeable, visit.language)} ${each.chargeableUnit === "kg" ? "kg" : "R/T"}`
        : "",
      carriers: each.carriers.join(", "),
      total: formatMoney(each.total.amount, each.total.currency, visit.language) ?? each.total.amount,
      use: `${withQuery(deskQuoteHref(id), { from: each.id })}#price`,
      href: deskQuoteHref(each.id),
    })),
  };
}

function marginsOf(detail: QuoteDeskDetail, { t, language }: Visit): DeskQuoteView["margins"] {
  const options = detail.quote.options ?? [];
  return presentOptions(detail).map(({ carrierName, currency, lines }, index) => {
    const figures = figuresOf(lines);
    const money = (amount: string) => formatMoney(amount, currency, language) ?? amount;
    const { amount } = options[index]!.total;
    return {
      option: `${index + 1}. ${carrierName}`,
      total: money(amount),
      cost: figures.cost === null ? t("desk-quote:noCost") : money(figures.cost),
      margin: [
        figures.margin === null
          ? ""
          : `${money(figures.margin)}${figures.percent === null ? "" : ` (${figures.percent} %)`}`,
        figures.linesWithoutCost > 0
          ? t("desk-quote:linesWithoutCost", { lines: figures.linesWithoutCost })
          : "",
      ]
        .filter(Boolean)
        .join(" "),
    };
  });
}

/** What the form is filled from, besides draft and present price. */
interface Filling {
  from: string | null;
  hasRates: boolean;
}

async function priceForm(
  visit: Visit,
  detail: QuoteDeskDetail,
  { from, hasRates }: Filling,
): Promise<PriceFormView> {
  const { t } = visit;
  const { quote, draft } = detail;
  const filled = from
    ? await copyOf(visit, quote, from)
    : hasRates
      ? await ratedOptions(visit, quote.id)
      : null;
  const options = filled?.options ?? draft?.options ?? presentOptions(detail);
  return {
    start: { fields: { options: shownOptions(options) }, required: requiredInPrice },
    version: quote.version,
    draftVersion: draft?.version ?? 0,
    note:
      filled?.note ??
      (draft
        ? visit.dated(draft.savedAt, (time) => t("desk-quote:draftOf", { person: draft.savedBy, time }))
        : null),
    currencies: priceCurrencies.map((code) => [code, code] as const),
    charges: usualCharges.map((names) => [names[visit.language], names.en] as const),
    units: usualUnits.map((names) => [names[visit.language], names.en] as const),
  };
}

async function copyOf(visit: Visit, quote: QuoteDetailData, from: string) {
  const earlierQuote = await visit.readOrRefusal(quoteDeskDetail, { id: from });
  if (!earlierQuote.isDone || !earlierQuote.data.quote.options?.length) return null;
  const quoteNumber = earlierQuote.data.quote.quoteNumber;
  return {
    options: copiedOptions(earlierQuote.data, quote),
    note: visit.t("desk-quote:copiedFrom", { quoteNumber }),
  };
}

async function ratedOptions(visit: Visit, quoteId: string) {
  const offer = await visit.readOrRefusal(rateOffer, { quoteId });
  if (!offer.isDone) return { options: undefined, note: offer.fault.message };
  const { options, sheets } = offer.data;
  if (options.length === 0) return { options: undefined, note: visit.t("desk-quote:noRates") };
  return { options, note: visit.t("desk-quote:ratedFrom", { sheets: sheets.join(", ") }) };
}
