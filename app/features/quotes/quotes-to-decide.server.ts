import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { quoteList } from "#app/contract/quote.ts";
import { spanText, wireToInstant } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";

interface ToDecide {
  total: number;
  isTotalCapped: boolean;
  /** When the first of them expires. */
  firstUntil?: string | null | undefined;
}

const query = { status: "READY_TO_BOOK", sort: "validUntil", direction: "asc" } as const;

/**
 * Quotes that wait for the reader's decision, with the time left for the first; null when there are none or they cannot be counted.
 * @param quotes what the overview says of them; undefined from a provider that leaves it out
 * @param isDesk the quotes are customers', who decide
 */
export async function quotesToDecide(
  visit: Visit,
  { now, quotes, isDesk }: { now: Date; quotes: ToDecide | null | undefined; isDesk: boolean },
) {
  const openQuotes = quotes === undefined ? await listed(visit) : quotes;
  if (!openQuotes || openQuotes.total === 0) return null;
  const { total: count, firstUntil } = openQuotes;
  const number = totalText(visit, openQuotes);
  const left = (wireToInstant(firstUntil)?.getTime() ?? 0) - now.getTime();
  const word = isDesk ? "toFollowUp" : "toDecide";
  return {
    text:
      left > 0
        ? visit.t(`quotes:${word}First`, { count, number, span: spanText(left, visit.language) })
        : visit.t(`quotes:${word}`, { count, number }),
    href: withQuery(href("/quote/index"), query),
    tone: isDesk ? null : ("act" as const),
  };
}

async function listed(visit: Visit): Promise<ToDecide | null> {
  const quotes = await visit.readOptional(quoteList, { ...query, page: 1, pageSize: 10 });
  return quotes && { ...quotes, firstUntil: quotes.rows[0]?.validUntil };
}
