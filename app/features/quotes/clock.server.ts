import type { Visit } from "#app/access/visit.server.ts";
import {
  DAY_MS,
  type DisplayLanguage,
  HOUR_MS,
  MINUTE_MS,
  relativeTime,
  SECOND_MS,
  spanText,
  spanUnit,
  wireToInstant,
  writeTime,
} from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { QUOTE_ANSWER_BY_HOURS, type QuoteStatus } from "#app/lib/quote-state.ts";
import type { Translate } from "#app/locales/translation.ts";

/** The deadline of a quote (product 4.3, trade 10). */
export interface ClockView {
  text: Line;
  /** Less than a day is left. */
  isSoon: boolean;
  isLate: boolean;
}

export interface ClockReader {
  t: Translate;
  language: DisplayLanguage;
  /** Zone in which times are shown. */
  zone: string;
  now: Date;
}

/** A reader of quotes, who formats wire stamps in their zone. */
export interface QuoteReader extends ClockReader {
  time: Visit["time"];
  stamp: Visit["stamp"];
}

export const readerOf = ({ t, language, zone, time, stamp }: Visit, now: Date): QuoteReader => ({
  t,
  language,
  zone,
  time,
  stamp,
  now,
});

interface Timed {
  status: QuoteStatus;
  requestedAt: string;
  validUntil: string | null;
  /** When the price was taken back, from which on another is promised. */
  withdrawnAt?: string | null | undefined;
  /** When the answer is promised; else 48 hours after the request. */
  answerBy?: string | null | undefined;
  isBooked?: boolean;
}

/** Time until the promised answer, or until the price expires; null when there is no deadline. */
export function clockOf(quote: Timed, { t, language, zone, now }: ClockReader): ClockView | null {
  if (quote.status === "NEW") {
    const promised = endOf(quote);
    if (!promised) return null;
    if (promised < now) {
      const time = writeTime({ at: promised, isDayOnly: false }, { language, zone, now }, "spoken") ?? "";
      const text = aroundTime(time, (since) => t("quotes:clock.answerOverdue", { time: since }));
      return { text, isSoon: false, isLate: true };
    }
    const span = spanText(promised.getTime() - now.getTime(), language);
    return { text: t("quotes:clock.answerIn", { span }), isSoon: false, isLate: false };
  }
  const until = wireToInstant(quote.validUntil);
  if (!until || quote.isBooked || quote.status === "REJECTED") return null;
  if (quote.status === "EXPIRED") {
    // The provider's clock decides; the portal's may be slow.
    const time = relativeTime(until, now, language) ?? "";
    const isJustOver = now.getTime() - until.getTime() < MINUTE_MS;
    const text = isJustOver ? t("quotes:clock.justExpired") : t("quotes:clock.expired", { time });
    return { text, isSoon: false, isLate: true };
  }
  const left = until.getTime() - now.getTime();
  // An accepted quote past its time was booked; others get EXPIRED from the provider.
  if (left <= 0) return null;
  const text = t("quotes:clock.validFor", { span: spanText(left, language) });
  return { text, isSoon: left < DAY_MS, isLate: false };
}

/** The portal's clock may be fast, but the provider's decides: poll again soon. */
const CLOCKS_APART_MS = 5_000;

/** Milliseconds until the first deadline's text changes; null when there is none. */
export function nextTickMs(quotes: readonly Timed[], now: Date): number | null {
  const left = quotes.flatMap((quote) => {
    const end = endOf(quote);
    const ms = end ? end.getTime() - now.getTime() : 0;
    const isOver = quote.status === "NEW" ? ms <= 0 : ms < -MINUTE_MS;
    return end && !isOver ? [ms] : [];
  });
  const ticks = left.map((ms) => (ms <= 0 ? CLOCKS_APART_MS : (ms % spanUnit(ms).sizeMs) + SECOND_MS));
  return ticks.length > 0 ? Math.min(...ticks) : null;
}

/** The end of a running deadline. */
function endOf(quote: Timed): Date | null {
  if (quote.status === "NEW") {
    const promised = wireToInstant(quote.answerBy);
    if (promised) return promised;
    const requested = wireToInstant(quote.withdrawnAt ?? quote.requestedAt);
    return requested && new Date(requested.getTime() + QUOTE_ANSWER_BY_HOURS * HOUR_MS);
  }
  if (quote.isBooked || quote.status === "REJECTED" || quote.status === "EXPIRED") return null;
  return wireToInstant(quote.validUntil);
}
