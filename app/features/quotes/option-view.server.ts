import type { QuoteDetailData } from "#app/contract/quote.ts";
import { chargeName, unitName } from "#app/lib/charge-names.ts";
import { countText, wireToInstant } from "#app/lib/date-time.ts";
import type { MomentView } from "#app/lib/moment.ts";
import { formatMoney, formatNumber, formatUnitPrice } from "#app/lib/money.ts";
import type { QuoteAction } from "#app/lib/quote-state.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type ClockView, clockOf, type QuoteReader } from "./clock.server.ts";
import { decisionPaths, type Fact, type LinkView } from "./detail.server.ts";
import {
  chargeRows,
  cheapestOf,
  fastestOf,
  hasOneCurrency,
  type Mark,
  type PriceLine,
} from "./option-compare.ts";

/** One of the prices that the forwarder offers: a column of the matrix. */
export interface OptionView {
  id: string;
  title: string;
  /** Without the carrier. */
  shortTitle: string;
  isAccepted: boolean;
  total: string;
  /** Text of the mark, if it has one. */
  cheapest: string | null;
  transit: string | null;
  fastest: string | null;
  validUntil: MomentView | "";
  clock: ClockView | null;
  accept: LinkView | null;
  book: LinkView | null;
}

/** A charge with its amount in each option; null where an option has no such charge. */
interface ChargeView {
  description: string;
  cells: ({ amount: string; rate: string } | null)[];
}

const wordNames = [
  "total",
  "transit",
  "validUntil",
  "decision",
  "accepted",
  "notStated",
  "notCharged",
] as const;

/** Charges down, options across. */
export interface OptionsView {
  title: string;
  /** Why there are no options. */
  none: string | null;
  /** What the marks leave out. */
  note: string | null;
  /** What the actions do. */
  meanings: Fact[];
  /** Heads of the rows, and words for what a cell lacks. */
  words: Record<(typeof wordNames)[number], string>;
  list: OptionView[];
  charges: ChargeView[];
}

type Option = NonNullable<QuoteDetailData["options"]>[number];

export function optionsOf(
  quote: QuoteDetailData,
  reader: QuoteReader,
  may: ReadonlySet<QuoteAction>,
): OptionsView {
  const { t, language } = reader;
  const options = quote.options ?? [];
  const open = options.filter((option) => !isOver(option, reader));
  // Of a quote that has run out all options are compared, as they were.
  const compared = open.length > 0 ? open : options;
  const marks = { cheapest: cheapestOf(compared), fastest: fastestOf(compared) };
  const list = options.map((option, index) => optionView(quote, option, index, { reader, may, marks }));
  const means = (kind: "accept" | "book"): Fact[] =>
    list.some((option) => option[kind])
      ? [[t(`quotes:detail.${kind}`), t(`quotes:detail.means.${kind}`)]]
      : [];
  return {
    title: t("quotes:detail.options"),
    none:
      quote.options === undefined
        ? t("quotes:detail.chargesHidden")
        : list.length === 0
          ? t(quote.withdrawn ? "quotes:detail.anotherPrice" : "quotes:detail.noOptions")
          : null,
    note: hasOneCurrency(compared) ? null : t("quotes:detail.otherCurrency"),
    meanings: [...means("accept"), ...means("book")],
    words: Object.fromEntries(
      wordNames.map((name) => [name, t(`quotes:detail.${name}`)]),
    ) as OptionsView["words"],
    list,
    charges: chargeRows(options, (description) => chargeName(description, language)).map(
      ({ description, lines }) => ({
        description,
        cells: lines.map(
          (line, index) => line && chargeCell(line, options[index]?.total.currency ?? "", reader),
        ),
      }),
    ),
  };
}

const isOver = ({ validUntil }: Option, { now }: QuoteReader) => (wireToInstant(validUntil) ?? now) < now;

function optionView(
  { id, options, status, booking }: QuoteDetailData,
  option: Option,
  index: number,
  {
    reader,
    may,
    marks,
  }: {
    reader: QuoteReader;
    may: ReadonlySet<QuoteAction>;
    marks: Record<"cheapest" | "fastest", ReadonlyMap<string, Mark>>;
  },
): OptionView {
  const { t, language, time } = reader;
  const { currency, amount } = option.total;
  const isClosed = isOver(option, reader);
  const canBook = may.has("book") && !isClosed && (status !== "ACCEPTED" || option.isAccepted);
  const names = { number: index + 1, carrier: option.carrierName };
  const title =
    options?.length === 1 ? t("quotes:detail.optionAlone", names) : t("quotes:detail.option", names);
  const link = (kind: "accept" | "book"): LinkView => ({
    label: t(`quotes:detail.${kind}`),
    name: t("quotes:detail.actionOf", { action: t(`quotes:detail.${kind}`), option: title }),
    href: withQuery(decisionPaths[kind], { id, option: option.id }),
  });
  const mark = (kind: "cheapest" | "fastest") => {
    const optionMark = marks[kind].get(option.id);
    if (!optionMark) return null;
    return optionMark === "tied" ? t(`quotes:detail.mark.${kind}Tied`) : t(`quotes:detail.mark.${kind}`);
  };
  return {
    id: option.id,
    title,
    shortTitle: t("quotes:detail.optionShort", names),
    isAccepted: option.isAccepted,
    total: formatMoney(amount, currency, language) ?? amount,
    cheapest: mark("cheapest"),
    transit: transitText(option, reader),
    fastest: mark("fastest"),
    validUntil: time(option.validUntil),
    clock: clockOf(
      {
        status: isClosed && !booking ? "EXPIRED" : status,
        requestedAt: "",
        validUntil: option.validUntil,
        isBooked: booking !== null,
      },
      reader,
    ),
    accept: may.has("accept") && !isClosed ? link("accept") : null,
    book: canBook ? link("book") : null,
  };
}

/** "USD 246.40", and how it comes about: "USD 3.85 per kg, 45 to 100 kg". */
function chargeCell(line: PriceLine, currency: string, reader: QuoteReader) {
  const { t, language } = reader;
  const money = (value: string) => formatMoney(value, currency, language) ?? value;
  const weight = rangeText(line.weightMin, line.weightMax, reader);
  const volume = rangeText(line.volumeMin, line.volumeMax, reader);
  const parts = [
    rateText(line, currency, reader),
    ...(weight ? [`${weight} ${t("freight:unit.kg")}`] : []),
    ...(volume ? [`${volume} CBM`] : []),
  ];
  return { amount: money(line.amount), rate: parts.join(t("quotes:conflict.and")) };
}

/** "64 × USD 3.85 per kg"; an older line does not tell how many. */
function rateText({ price, unit, quantity }: PriceLine, currency: string, { t, language }: QuoteReader) {
  const priceText = formatUnitPrice(price, currency, language) ?? price;
  const rate = t("quotes:detail.rate", { price: priceText, unit: unitName(unit, language) });
  return quantity ? `${formatNumber(quantity, language) ?? quantity} × ${rate}` : rate;
}

const transitText = ({ transitDays }: Option, { language }: Pick<QuoteReader, "language">) =>
  transitDays === null ? null : countText(transitDays, "day", language);

/** Transit time and valid-until of an option. */
export function optionFacts(
  option: Option,
  { t, language, time }: Pick<QuoteReader, "t" | "language" | "time">,
): Fact[] {
  const transit = transitText(option, { language });
  return [
    ...(transit === null ? [] : [[t("quotes:detail.transit"), transit] satisfies Fact]),
    [t("quotes:detail.validUntil"), time(option.validUntil)],
  ];
}

function rangeText(min: string | null, max: string | null, { t, language }: QuoteReader): string {
  const number = (value: string) => formatNumber(value, language) ?? value;
  if (min !== null && max !== null) return t("quotes:detail.range", { min: number(min), max: number(max) });
  if (min !== null) return t("quotes:detail.from", { min: number(min) });
  return max === null ? "" : t("quotes:detail.upTo", { max: number(max) });
}
