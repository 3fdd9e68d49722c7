import type { QuoteDetailData } from "#app/contract/quote.ts";
import { wireToInstant } from "#app/lib/date-time.ts";
import { formatMoney, formatNumber } from "#app/lib/money.ts";
import type { QuoteAction } from "#app/lib/quote-state.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type ClockView, clockOf, countText, type QuoteReader } from "./clock.server.ts";
import { decisionPaths, type Fact, type LinkView } from "./detail.server.ts";
import { priceLineLabel, priceUnitLabel } from "./labels.server.ts";

/** One of the prices that the forwarder offers. */
export interface OptionView {
  id: string;
  title: string;
  isAccepted: boolean;
  facts: Fact[];
  clock: ClockView | null;
  /** Description, unit, price, volume and weight range, amount. */
  lines: string[][];
  total: Fact;
  accept: LinkView | null;
  book: LinkView | null;
}

export function optionsOf(
  { id, options, status, booking }: QuoteDetailData,
  reader: QuoteReader,
  may: ReadonlySet<QuoteAction>,
) {
  const { t, language, now } = reader;
  const column = (name: "description" | "unit" | "price" | "volumeRange" | "weightRange" | "amount") =>
    t(`quotes:detail.line.${name}`);
  const list = (options ?? []).map((option, index): OptionView => {
    const { currency, amount } = option.total;
    const money = (value: string) => formatMoney(value, currency, language) ?? value;
    const isOver = (wireToInstant(option.validUntil) ?? now) < now;
    const canBook = may.has("book") && !isOver && (status !== "ACCEPTED" || option.isAccepted);
    const names = { number: index + 1, carrier: option.carrierName };
    const title =
      options?.length === 1 ? t("quotes:detail.optionAlone", names) : t("quotes:detail.option", names);
    const link = (kind: "accept" | "book"): LinkView => ({
      label: t(`quotes:detail.${kind}`),
      name: t("quotes:detail.actionOf", { action: t(`quotes:detail.${kind}`), option: title }),
      href: withQuery(decisionPaths[kind], { id, option: option.id }),
    });
    return {
      id: option.id,
      title,
      isAccepted: option.isAccepted,
      facts: optionFacts(option, reader),
      clock: clockOf(
        {
          status: isOver && !booking ? "EXPIRED" : status,
          requestedAt: "",
          validUntil: option.validUntil,
          isBooked: booking !== null,
        },
        reader,
      ),
      lines: option.lines.map((line) => [
        priceLineLabel(t, line.description),
        priceUnitLabel(t, line.unit),
        money(line.price),
        rangeText(line.volumeMin, line.volumeMax, reader),
        rangeText(line.weightMin, line.weightMax, reader),
        money(line.amount),
      ]),
      total: [t("quotes:detail.total"), money(amount)],
      accept: may.has("accept") && !isOver ? link("accept") : null,
      book: canBook ? link("book") : null,
    };
  });
  const none =
    options === undefined
      ? t("quotes:detail.chargesHidden")
      : list.length === 0
        ? t("quotes:detail.noOptions")
        : null;
  return {
    title: t("quotes:detail.options"),
    none,
    columns: [
      column("description"),
      column("unit"),
      column("price"),
      column("volumeRange"),
      column("weightRange"),
      column("amount"),
    ],
    accepted: t("quotes:detail.accepted"),
    list,
  };
}

/** Transit time and valid-until of an option. */
export function optionFacts(
  option: NonNullable<QuoteDetailData["options"]>[number],
  { t, language, stamp }: Pick<QuoteReader, "t" | "language" | "stamp">,
): Fact[] {
  return [
    ...(option.transitDays === null
      ? []
      : [[t("quotes:detail.transit"), countText(option.transitDays, "day", language)] satisfies Fact]),
    [t("quotes:detail.validUntil"), stamp(option.validUntil)],
  ];
}

function rangeText(min: string | null, max: string | null, { t, language }: QuoteReader): string {
  const number = (value: string) => formatNumber(value, language) ?? value;
  if (min !== null && max !== null) return t("quotes:detail.range", { min: number(min), max: number(max) });
  if (min !== null) return t("quotes:detail.from", { min: number(min) });
  return max === null ? "" : t("quotes:detail.upTo", { max: number(max) });
}
